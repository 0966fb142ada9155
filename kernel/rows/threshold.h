// A value that answers must exceed, and the best bound that was rejected because of it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "plain/supply.h"

namespace tilewise {

struct Threshold {
    std::int64_t value = NEVER;
    std::int64_t best_rejected = NEVER;

    // Whether something worth `bound` at most is not worth pursuing. The next, lower target is the best bound
    // rejected.
    bool rejects(std::int64_t bound) {
        if (bound > value) return false;
        best_rejected = std::max(best_rejected, bound);
        return true;
    }
};

}  // namespace tilewise
