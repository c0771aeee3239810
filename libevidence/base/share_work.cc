#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

#include "evidence/base.h"

namespace evidence {

namespace {

constexpr unsigned kMostThreads = 16;

}  // namespace

void share_work(std::size_t count, const std::function<void(std::size_t)>& work) {
  const std::size_t wanted = std::clamp(std::thread::hardware_concurrency(), 1U, kMostThreads);
  std::vector<std::exception_ptr> failures(std::max<std::size_t>(std::min(wanted, count), 1));
  std::atomic<std::size_t> next{0};
  const auto run = [&](std::exception_ptr& failure) {
    try {
      for (std::size_t at = next++; at < count; at = next++) work(at);
    } catch (...) {
      failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < failures.size(); ++i) threads.emplace_back(run, std::ref(failures[i]));
  run(failures[0]);
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace evidence
