#include "tool_main.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace evidence::tool {

namespace {

constexpr std::size_t kMaxPem = 64 << 10;

std::string human_bytes(double bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < std::size(kUnits)) {
    bytes /= 1024;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, kUnits[unit]);
  return text;
}

// What a signal handler can reach. Lock-free, as it must be there.
std::atomic<std::atomic<bool>*> stop_flag{nullptr};
std::atomic<int> last_signal{0};
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

bool is_stopped() {
  const std::atomic<bool>* const flag = stop_flag.load();
  return flag != nullptr && flag->load();
}

// A file that is opened while a standard descriptor is closed gets its number, and a message would then be
// written into evidence. Each is filled by something that fails to read or write as a closed one does.
void fill_closed_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    const int useless = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", useless) != descriptor) throw_errno("open", "/dev/null");
  }
}

}  // namespace

Status worse(Status a, Status b) {
  const auto weight = [](Status status) {
    switch (status) {
      case Status::stop:
        return 4;
      case Status::conflict:
      case Status::trouble:
        return 3;
      case Status::hold:
        return 2;
      case Status::done:
        return 0;
    }
    return 4;
  };
  return weight(a) >= weight(b) ? a : b;
}

// Whoever asked to stop while nothing was taken yet does not wait for a reader that may never come.
void Output::write(std::string_view bytes) const {
  const std::size_t all = bytes.size();
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) {
      if (bytes.size() == all && is_stopped()) throw Interrupted();
      continue;
    }
    // Some launchers hand over a pipe that does not block.
    if (wrote < 0 && errno == EAGAIN) {
      pollfd waiting{STDOUT_FILENO, POLLOUT, 0};
      poll(&waiting, 1, -1);
      if (bytes.size() == all && is_stopped()) throw Interrupted();
      continue;
    }
    if (wrote < 0) throw_errno("write", "standard output");
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

struct ProgressDisplay::State {
  explicit State(const Progress& the_progress)
      : progress(the_progress), begin(std::chrono::steady_clock::now()) {}

  void run() {
    std::unique_lock lock(mutex);
    bool shown = false;
    while (!wake.wait_for(lock, std::chrono::milliseconds(500), [this] { return done; })) {
      show();
      shown = true;
    }
    if (shown) std::fputs("\r\033[K", stderr);
  }

  // By bytes where their number is known, else by files; 0 where nothing tells.
  static double seconds_left(double bytes, double bytes_total, std::uint64_t files, std::uint64_t files_total,
                             double seconds) {
    if (bytes_total > bytes && bytes > 0) return (bytes_total - bytes) / bytes * seconds;
    if (bytes_total > 0 || files == 0 || files_total <= files) return 0;
    return static_cast<double>(files_total - files) / static_cast<double>(files) * seconds;
  }

  void show() const {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto bytes = static_cast<double>(progress.bytes_done.load());
    const auto total = static_cast<double>(progress.bytes_total.load());
    const double rate = bytes / seconds;
    std::string line = human_bytes(bytes);
    if (total > 0) line += " of " + human_bytes(total);
    const std::uint64_t files = progress.files_done.load();
    const std::uint64_t files_total = progress.files_total.load();
    line += ", " + std::to_string(files);
    if (files_total > 0) line += " of " + std::to_string(files_total);
    line += std::max(files, files_total) == 1 ? " file, " : " files, ";
    line += human_bytes(rate) + "/s";
    const double left = seconds_left(bytes, total, files, files_total, seconds);
    if (left > 0) line += ", " + std::to_string(static_cast<long>(left) + 1) + " s left";
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
  }

  const Progress& progress;
  std::chrono::steady_clock::time_point begin;
  std::mutex mutex;
  std::condition_variable wake;
  bool done = false;
  std::thread thread;
};

ProgressDisplay::ProgressDisplay(const Progress& progress) {
  if (isatty(STDERR_FILENO) == 0) return;
  state_ = std::make_unique<State>(progress);
  state_->thread = std::thread([state = state_.get()] { state->run(); });
}

ProgressDisplay::~ProgressDisplay() {
  if (!state_) return;
  {
    const std::lock_guard lock(state_->mutex);
    state_->done = true;
  }
  state_->wake.notify_one();
  state_->thread.join();
}

namespace {

void ask_to_stop(int number) {
  last_signal = number;
  if (std::atomic<bool>* const flag = stop_flag.load()) flag->store(true);
}

[[noreturn]] void end_by_signal() {
  const int number = last_signal.load();
  signal(number, SIG_DFL);
  raise(number);
  _exit(128 + number);
}

}  // namespace

Interruption::Interruption(Progress& progress) {
  stop_flag = &progress.stop;
  for (const int number : kSignals) {
    struct sigaction action {};
    struct sigaction former {};
    action.sa_handler = ask_to_stop;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    // nohup and background jobs ignore some; that stays so.
    if (sigaction(number, nullptr, &former) == 0 && former.sa_handler != SIG_IGN)
      sigaction(number, &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (const int number : kSignals) {
    struct sigaction former {};
    if (sigaction(number, nullptr, &former) == 0 && former.sa_handler == ask_to_stop) signal(number, SIG_DFL);
  }
  stop_flag = nullptr;
}

Tool::Tool(std::string name, const std::string& description)
    : name_(std::move(name)), options_(name_, description, name_ + " " EVIDENCE_VERSION) {}

void Tool::complain(std::string_view message) const {
  std::fprintf(stderr, "%s: %.*s\n", name_.c_str(), static_cast<int>(message.size()), message.data());
}

int Tool::run(int argc, char** argv, const std::function<Status(const Output&)>& body) {
  signal(SIGPIPE, SIG_IGN);  // a closed pipe is a failed write: status 2, not a death without a word
  const Output out;
  try {
    fill_closed_descriptors();
    if (options_.parse(argc, argv) == Asked::run) return static_cast<int>(body(out));
    out.write(options_.answer());
    return static_cast<int>(Status::done);
  } catch (const Interrupted& error) {
    complain(error.what());
    end_by_signal();
  } catch (const PublishConflict& error) {
    complain(error.what());
    return static_cast<int>(Status::conflict);
  } catch (const Error& error) {
    for (const std::string& line : error.lines()) complain(line);
    return static_cast<int>(Status::trouble);
  } catch (const std::exception& error) {
    complain(error.what());
    return static_cast<int>(Status::trouble);
  }
}

void allow_many_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

std::string plan_path(const std::string& given) {
  if (!given.empty()) return given;
  const char* from_environment = std::getenv("EVIDENCE_PLAN");
  return from_environment == nullptr ? "" : from_environment;
}

bool wants_color(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(descriptor) != 0 && (no_color == nullptr || *no_color == '\0');
}

std::string read_pem(const std::string& path) {
  return read_file(path, kMaxPem);
}

}  // namespace evidence::tool
