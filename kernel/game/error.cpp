#include "game/error.h"

#ifdef TILEWISE_NO_EXCEPTIONS

#include <cstdio>
#include <cstdlib>

namespace tilewise {

void fail(const std::string& message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    std::abort();
}

void FirstError::catch_from(const std::function<void()>& work) { work(); }

void FirstError::rethrow() const {}

}  // namespace tilewise

#else

#include <stdexcept>

namespace tilewise {

void fail(const std::string& message) { throw std::invalid_argument(message); }

void FirstError::catch_from(const std::function<void()>& work) {
    try {
        work();
    } catch (...) {
        if (!error_) error_ = std::current_exception();
    }
}

void FirstError::rethrow() const {
    if (error_) std::rethrow_exception(error_);
}

}  // namespace tilewise

#endif
