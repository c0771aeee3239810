#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "evidence/base.h"

namespace evidence {

namespace {

constexpr unsigned kMostThreads = 1024;
constexpr unsigned kMostByItself = 16;  // more read no faster, and each has a buffer

struct Task {
  std::function<void()> work;
  std::function<void()> done;
  bool ready = false;
  std::exception_ptr failure;
};

}  // namespace

unsigned thread_count(unsigned wanted) {
  if (wanted > 0) return std::min(wanted, kMostThreads);
  return std::clamp(std::thread::hardware_concurrency(), 1U, kMostByItself);
}

// A deque keeps its elements where they are while others are added and removed at its ends.
struct OrderedWork::State {
  explicit State(unsigned threads, std::size_t waiting) : most_waiting(waiting > 0 ? waiting : 1) {
    crew.reserve(threads);
    try {
      for (unsigned i = 0; threads > 1 && i < threads; ++i) crew.emplace_back([this] { labour(); });
    } catch (const std::system_error&) {
      // The system gives no more of them: the work is done by those that there are, or by the caller.
      return;
    }
  }
  ~State() { dismiss(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void labour();
  void finish_first();
  bool first_is_ready();
  void dismiss();

  const std::size_t most_waiting;
  std::mutex mutex;
  std::condition_variable given;
  std::condition_variable worked;
  std::deque<Task> tasks;  // the oldest first; behind begun_ none is begun
  std::size_t begun = 0;   // of the tasks that are here
  bool ended = false;      // no task is begun any more
  std::vector<std::thread> crew;
};

void OrderedWork::State::labour() {
  std::unique_lock lock(mutex);
  while (true) {
    given.wait(lock, [this] { return ended || begun < tasks.size(); });
    if (ended) return;
    Task& task = tasks[begun++];
    lock.unlock();
    std::exception_ptr failure;
    try {
      task.work();
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    task.failure = std::move(failure);
    task.ready = true;
    if (&task == &tasks.front()) worked.notify_one();
  }
}

bool OrderedWork::State::first_is_ready() {
  const std::lock_guard lock(mutex);
  return !tasks.empty() && tasks.front().ready;
}

void OrderedWork::State::finish_first() {
  std::unique_lock lock(mutex);
  worked.wait(lock, [this] { return tasks.front().ready; });
  const Task task = std::move(tasks.front());
  tasks.pop_front();
  --begun;
  if (task.failure) ended = true;
  lock.unlock();
  if (task.failure) std::rethrow_exception(task.failure);
  task.done();
}

void OrderedWork::State::dismiss() {
  {
    const std::lock_guard lock(mutex);
    ended = true;
  }
  given.notify_all();
  for (std::thread& thread : crew) thread.join();
}

OrderedWork::OrderedWork(unsigned threads, std::size_t most_waiting)
    : state_(std::make_unique<State>(threads, most_waiting)) {}

OrderedWork::~OrderedWork() = default;

void OrderedWork::give(std::function<void()> work, std::function<void()> done) {
  if (state_->crew.empty()) {
    work();
    done();
    return;
  }
  while (state_->first_is_ready()) state_->finish_first();
  if (state_->tasks.size() >= state_->most_waiting) state_->finish_first();
  {
    const std::lock_guard lock(state_->mutex);
    state_->tasks.push_back({std::move(work), std::move(done), false, nullptr});
  }
  state_->given.notify_one();
}

void OrderedWork::finish() {
  while (!state_->tasks.empty()) state_->finish_first();
}

}  // namespace evidence
