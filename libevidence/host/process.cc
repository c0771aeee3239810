#include "process.h"

#include <fcntl.h>

#include <charconv>
#include <utility>

#include "proc_entry.h"

namespace evidence::host {
namespace {

ProcessStat read_stat(const Descriptor& process) {
  return parse_process_stat(read_entry(process, "stat"));
}

std::string trouble(const std::error_code& code) {
  return is_gone(code) ? "vanished: no process with this pid can be seen" : cause("unreadable", code);
}

// The process that a task belongs to; 0 where that is not said.
std::int64_t thread_group(std::string_view status) {
  constexpr std::string_view kLine = "\nTgid:\t";
  const std::size_t line = status.find(kLine);
  std::int64_t group = 0;
  if (line != std::string_view::npos)
    std::from_chars(status.data() + line + kLine.size(), status.data() + status.size(), group);
  return group;
}

}  // namespace

Process::Process(std::string proc_root, std::int64_t pid, Descriptor directory)
    : proc_root_(std::move(proc_root)), pid_(pid), directory_(std::move(directory)) {}

std::optional<Process> Process::open(const World& world, std::int64_t pid, Reporter& reporter) {
  const std::string name = std::to_string(pid);
  try {
    Process process(world.proc_root, pid, open_directory(world.proc_root + "/" + name));
    process.take_first_look(reporter);
    if (process.stat_.has_exited()) {
      reporter.error("process", name, "vanished: it has exited and waits for its parent");
      return std::nullopt;
    }
    const std::int64_t group = thread_group(read_entry(process.directory_, "status"));
    if (group != 0 && group != pid) {
      reporter.error("process", name, "is a thread of process " + std::to_string(group) + ": look at that");
      return std::nullopt;
    }
    process.open_root();
    return process;
  } catch (const SystemError& error) {
    reporter.error("process", name, trouble(error.code()));
  } catch (const FormatError& error) {
    reporter.error("process", name, std::string("unreadable: ") + error.what());
  }
  return std::nullopt;
}

// The exec mark comes first here and last in the last look: whatever is read between belongs to one program
// image.
void Process::take_first_look(Reporter& reporter) {
  std::string problem;
  try {
    exec_ = read_exec_mark(directory_);
  } catch (const SystemError& error) {
    problem = cause("exec fingerprint unreadable (it needs the right to trace the process)", error.code());
  } catch (const FormatError& error) {
    problem = std::string("exec fingerprint unreadable: ") + error.what();
  }
  stat_ = read_stat(directory_);
  if (!problem.empty() && !stat_.has_exited()) {
    reporter.error("process", name(), problem);
  }
}

void Process::open_root() {
  try {
    root_ = open_entry(directory_, "root", O_PATH | O_DIRECTORY);
  } catch (const SystemError& error) {
    root_problem_ = cause("the process's root cannot be opened", error.code());
  }
}

void Process::look_again(Reporter& reporter) const {
  const std::string what = change();
  if (!what.empty()) {
    reporter.error("process", name(), "changed while it was observed: " + what);
  }
}

std::string Process::change() const {
  try {
    const ProcessStat now = read_stat(directory_);
    if (now.start_ticks != stat_.start_ticks) {
      return "the pid was reused by another process";
    }
    if (now.has_exited()) {
      return "it vanished (exited)";
    }
    // What could not be read at first cannot be compared; open() has said so.
    if (exec_ && read_exec_mark(directory_) != *exec_) {
      return "it executed another program";
    }
    return "";
  } catch (const SystemError& error) {
    return is_gone(error.code()) ? how_it_went() : cause("it became unreadable", error.code());
  } catch (const FormatError&) {
    return how_it_went();
  }
}

// Through the held descriptor a dead process is only dead; whether its pid was given away shows at the path.
std::string Process::how_it_went() const {
  try {
    const Descriptor again = open_directory(proc_root_ + "/" + name());
    const ProcessStat now = read_stat(again);
    if (now.start_ticks != stat_.start_ticks) {
      return "the pid was reused by another process";
    }
    return now.has_exited() ? "it vanished (exited)" : "its exec fingerprint can no longer be read";
  } catch (const Error&) {
    return "it vanished (exited)";
  }
}

}  // namespace evidence::host
