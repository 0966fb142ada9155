// A caller's mistake. The only place of the library that throws or catches.
//
// With TILEWISE_NO_EXCEPTIONS (WebAssembly) a mistake ends the program, so such a host validates first.
#pragma once

#include <exception>
#include <functional>
#include <string>

namespace tilewise {

// Throw std::invalid_argument, which Python sees as ValueError.
[[noreturn]] void fail(const std::string& message);

// Keeps the first error of work that is done on several threads.
class FirstError {
   public:
    void catch_from(const std::function<void()>& work);
    bool happened() const { return error_ != nullptr; }
    void rethrow() const;  // if it happened

   private:
    std::exception_ptr error_;
};

}  // namespace tilewise
