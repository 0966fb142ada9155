// Work on several threads. The only place of the library that starts any.
//
// With TILEWISE_NO_THREADS (WebAssembly) everything runs on the calling thread.
#pragma once

#include <cstddef>
#include <functional>

namespace tilewise {

// Call work(i) for every i below `count`, on `threads` threads. The first error ends it and is thrown.
void for_each_index(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

}  // namespace tilewise
