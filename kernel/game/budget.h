// The limits of one call: states of all programs together, and time.
#pragma once

#include <chrono>
#include <cstdint>

namespace tilewise {

inline std::uint64_t now_ns() {
    using namespace std::chrono;
    return static_cast<std::uint64_t>(
        duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count());
}

class Budget {
   public:
    // Start a call; 0 means no limit.
    void start(std::uint64_t nodes, std::uint64_t microseconds) {
        nodes_ = 0;
        node_limit_ = nodes ? nodes : ~0ull;
        deadline_ns_ = microseconds ? now_ns() + microseconds * 1000 : 0;
        is_late_ = false;
    }

    // Count one state. False: the budget is spent. The clock is read every 64 states.
    bool spend() {
        ++nodes_;
        if (deadline_ns_ && (nodes_ & 63) == 0) check_time();
        return nodes_ <= node_limit_ && !is_late_;
    }
    void charge(std::uint64_t nodes) { nodes_ += nodes; }

    bool is_late() {
        if (deadline_ns_) check_time();
        return is_late_;
    }
    bool is_spent() { return is_late() || nodes_ >= node_limit_; }
    bool is_limited() const { return node_limit_ != ~0ull || deadline_ns_; }
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t nodes_left() const { return node_limit_ > nodes_ ? node_limit_ - nodes_ : 0; }

   private:
    void check_time() { is_late_ = is_late_ || now_ns() > deadline_ns_; }

    std::uint64_t nodes_ = 0;
    std::uint64_t node_limit_ = ~0ull;
    std::uint64_t deadline_ns_ = 0;
    bool is_late_ = false;
};

}  // namespace tilewise
