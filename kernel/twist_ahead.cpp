// The bound that sees the state, for turns with special jokers.
#include "twist_ahead.h"

namespace tilewise {

bool TwistAhead::fill(Supply supply, const JokersLeft& jokers, Layers& layers) {
    classics_ = std::min(MAX_JOKERS, in_classics(jokers));
    supply.jokers = classics_;
    supply.jokers_need = 0;
    supply.joker_gain = 0;
    supply.mended = std::min(MAX_OPEN, jokers[0] + jokers[1] + jokers[2] + 2 * jokers[3]);
    return ahead_.fill(supply, layers, NEVER);
}

}  // namespace tilewise
