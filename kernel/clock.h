// The clock that time budgets are held against.
#pragma once

#include <chrono>
#include <cstdint>

namespace tilewise {

inline std::uint64_t now_ns() {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

}  // namespace tilewise
