#include "in_order.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace evidence::host {
namespace {

using Make = std::function<RecordBody(std::size_t)>;
using Batch = std::vector<RecordBody>;

// Batches so that small files do not pay for a lock each; a ring of them so that one slow file bounds what
// waits behind it.
class Belt {
 public:
  Belt(std::size_t count, unsigned jobs, const Make& make)
      : make_(make),
        count_(count),
        batch_(std::clamp<std::size_t>(count / (jobs * std::size_t{16}), 1, 32)),
        ring_(jobs * std::size_t{4}) {}

  std::size_t batches() const { return (count_ + batch_ - 1) / batch_; }

  // A worker's life.
  void work() {
    while (const auto number = claim()) {
      try {
        put(*number, make_batch(*number));
      } catch (...) {
        fail(std::current_exception());
      }
    }
  }

  // The next batch in order. Throws what a worker threw.
  Batch take() {
    std::unique_lock lock(mutex_);
    std::optional<Batch>& slot = ring_[taken_ % ring_.size()];
    filled_.wait(lock, [&] { return slot.has_value() || failure_; });
    if (failure_) {
      std::rethrow_exception(failure_);
    }
    Batch batch = *std::exchange(slot, std::nullopt);
    ++taken_;
    room_.notify_all();
    return batch;
  }

  // No batch is begun any more.
  void stop() {
    const std::lock_guard lock(mutex_);
    claimed_ = batches();
    room_.notify_all();
  }

 private:
  std::optional<std::size_t> claim() {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return claimed_ >= batches() || claimed_ < taken_ + ring_.size(); });
    return claimed_ < batches() ? std::optional(claimed_++) : std::nullopt;
  }

  Batch make_batch(std::size_t number) const {
    const std::size_t end = std::min(count_, (number + 1) * batch_);
    Batch batch;
    batch.reserve(batch_);
    for (std::size_t index = number * batch_; index < end; ++index) {
      batch.push_back(make_(index));
    }
    return batch;
  }

  void put(std::size_t number, Batch batch) {
    const std::lock_guard lock(mutex_);
    ring_[number % ring_.size()] = std::move(batch);
    filled_.notify_one();
  }

  void fail(std::exception_ptr failure) {
    {
      const std::lock_guard lock(mutex_);
      failure_ = failure_ ? failure_ : std::move(failure);
      filled_.notify_one();
    }
    stop();
  }

  const Make& make_;
  const std::size_t count_;
  const std::size_t batch_;
  std::mutex mutex_;
  std::condition_variable filled_;
  std::condition_variable room_;
  std::vector<std::optional<Batch>> ring_;
  std::size_t claimed_ = 0;
  std::size_t taken_ = 0;
  std::exception_ptr failure_;
};

// Ends and awaits its threads however the scope is left.
class Crew {
 public:
  Crew(Belt& belt, unsigned size) : belt_(belt) {
    try {
      for (unsigned worker = 0; worker < size; ++worker) {
        threads_.emplace_back([&belt] { belt.work(); });
      }
    } catch (...) {
      dismiss();
      throw;
    }
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() { dismiss(); }

 private:
  void dismiss() {
    belt_.stop();
    std::ranges::for_each(threads_, &std::thread::join);
  }

  Belt& belt_;
  std::vector<std::thread> threads_;
};

unsigned workers(std::size_t count, unsigned jobs) {
  const unsigned wanted = jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min<std::size_t>({count, wanted, 1024}));
}

}  // namespace

void make_in_order(std::size_t count, unsigned jobs, const Make& make,
                   const std::function<void(const RecordBody&)>& take) {
  const unsigned size = workers(count, jobs);
  if (size <= 1) {
    for (std::size_t index = 0; index < count; ++index) {
      take(make(index));
    }
    return;
  }
  Belt belt(count, size, make);
  const Crew crew(belt, size);
  for (std::size_t left = belt.batches(); left > 0; --left) {
    std::ranges::for_each(belt.take(), take);
  }
}

}  // namespace evidence::host
