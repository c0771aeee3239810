#pragma once

// One live process, held by a descriptor of its /proc/PID: who it is at the first look, and whether it is the
// same at the last.

#include <cstdint>
#include <optional>
#include <string>

#include "evidence/host.h"
#include "exec_mark.h"
#include "process_stat.h"
#include "reporter.h"

namespace evidence::host {

class Process {
 public:
  // Takes the first look. Reports an error and returns nothing when there is no such process, or it cannot be
  // read.
  static std::optional<Process> open(const World& world, std::int64_t pid, Reporter& reporter);

  std::int64_t pid() const { return pid_; }
  const std::string& proc_root() const { return proc_root_; }
  // /proc/PID itself.
  const Descriptor& directory() const { return directory_; }
  const ProcessStat& stat() const { return stat_; }
  // Absent when it could not be read, which open() has reported.
  const std::optional<ExecMark>& exec() const { return exec_; }
  // The process's root directory; no descriptor when it cannot be opened, and then root_problem() says why.
  const Descriptor& root() const { return root_; }
  const std::string& root_problem() const { return root_problem_; }
  // "4711", for error records.
  std::string name() const { return std::to_string(pid_); }

  // The last look, to be taken after all other reads. Reports when this is no longer what the first look saw.
  void look_again(Reporter& reporter) const;

 private:
  Process(std::string proc_root, std::int64_t pid, Descriptor directory);
  void take_first_look(Reporter& reporter);
  void open_root();
  // What happened since the first look; empty when nothing did.
  std::string change() const;
  std::string how_it_went() const;

  std::string proc_root_;
  std::int64_t pid_;
  Descriptor directory_;
  ProcessStat stat_;
  std::optional<ExecMark> exec_;
  Descriptor root_;
  std::string root_problem_;
};

}  // namespace evidence::host
