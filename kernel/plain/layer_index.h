// A hash index of the states of one layer. Clearing it is one step, and the memory stays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tilewise {

class LayerIndex {
   public:
    explicit LayerIndex(std::size_t slots = 1 << 10) : slots_(slots) {}  // a power of two

    void clear() {
        if (++stamp_) return;
        std::fill(slots_.begin(), slots_.end(), Slot{});  // once in four billion layers
        stamp_ = 1;
    }

    // Return the slot of the equal state, or a free one.
    template <class IsSame>
    std::size_t find(std::uint64_t hash, IsSame&& is_same) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash & mask;
        while (holds(at) && !is_same(slots_[at].state)) at = (at + 1) & mask;
        return at;
    }
    bool holds(std::size_t at) const { return slots_[at].stamp == stamp_; }
    std::uint32_t operator[](std::size_t at) const { return slots_[at].state; }

    // Fill a free slot. `first`: where the layer begins; a crowded index grows and is filled anew.
    template <class HashOf>
    void fill(std::size_t at, std::uint32_t state, std::uint32_t first, HashOf&& hash_of) {
        slots_[at] = {stamp_, state};
        if ((state + 1 - first) * 2 <= slots_.size()) return;
        slots_.assign(slots_.size() * 4, Slot{});
        stamp_ = 1;
        for (std::uint32_t i = first; i <= state; ++i) add(i, hash_of(i));
    }
    void add(std::uint32_t state, std::uint64_t hash) {
        slots_[find(hash, [](std::uint32_t) { return false; })] = {stamp_, state};
    }

   private:
    struct Slot {
        std::uint32_t stamp = 0, state = 0;  // free unless `stamp` equals the current one
    };
    std::vector<Slot> slots_;
    std::uint32_t stamp_ = 1;
};

}  // namespace tilewise
