#include "games/parallel.h"

#ifdef TILEWISE_NO_THREADS

namespace tilewise {

void for_each_index(std::size_t count, int, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace tilewise

#else

#include <atomic>
#include <thread>
#include <vector>

#include "game/error.h"

namespace tilewise {

void for_each_index(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    const auto run = [&](FirstError& error) {
        error.catch_from([&] {
            for (std::size_t i; !failed && (i = next++) < count;) work(i);
        });
        if (error.happened()) failed = true;
    };
    std::vector<FirstError> errors(static_cast<std::size_t>(threads > 1 ? threads : 1));
    std::vector<std::thread> pool;
    for (std::size_t t = 1; t < errors.size(); ++t) pool.emplace_back(run, std::ref(errors[t]));
    run(errors[0]);
    for (std::thread& thread : pool) thread.join();
    for (const FirstError& error : errors) error.rethrow();
}

}  // namespace tilewise

#endif
