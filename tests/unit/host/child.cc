#include "child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

namespace evidence::host {
namespace {

struct Pipe {
  Descriptor out;
  Descriptor in;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

// Bytes that come before the other end is closed.
std::string await(const Descriptor& out) {
  return read_to_end(out, "pipe", 16);
}

}  // namespace

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)), ready_(other.ready_), input_(std::move(other.input_)) {}

Child Child::execute(const Program& program) {
  Child child;
  Pipe failed = make_pipe();
  Pipe input = make_pipe();
  const auto arguments = pointers(program.arguments);
  const auto environment = pointers(program.environment);
  child.pid_ = fork();
  if (child.pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(input.out.get(), 0);
    execve(program.path.c_str(), arguments.data(), environment.data());
    // The pipe closes by itself when execve succeeds.
    [[maybe_unused]] const ssize_t told = write(failed.in.get(), "n", 1);
    _exit(127);
  }
  failed.in = Descriptor();
  child.ready_ = await(failed.out).empty();
  child.input_ = std::move(input.in);
  if (!child.ready_) throw std::runtime_error("execve failed: " + program.path);
  return child;
}

Child Child::fork_and(const std::function<bool()>& prepare) {
  Child child;
  Pipe told = make_pipe();
  child.pid_ = fork();
  if (child.pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const char* const answer = prepare() ? "y" : "n";
    if (write(told.in.get(), answer, 1) != 1) _exit(1);
    close(told.in.release());
    while (true) pause();
  }
  told.in = Descriptor();
  child.ready_ = await(told.out) == "y";
  return child;
}

void Child::kill() const {
  ::kill(pid_, SIGKILL);
  siginfo_t ended{};
  waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOWAIT);
}

void Child::end() {
  if (pid_ == 0) return;
  ::kill(pid_, SIGKILL);
  waitpid(std::exchange(pid_, 0), nullptr, 0);
}

void Child::await_name(const std::string& name) const {
  for (int attempt = 0; attempt < 5000; ++attempt) {
    if (read_file("/proc/" + std::to_string(pid_) + "/comm", 64) == name + "\n") return;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  throw std::runtime_error("the process never became " + name);
}

}  // namespace evidence::host
