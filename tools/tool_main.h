#pragma once

// What the five tools share: options, messages, exit status, output that is checked and a progress display.
// The library never prints and never exits; this is where it happens.
//
// Messages, all on stderr, one line each: "tool: subject: reason", lower-case, no full stop. stdout carries
// results only.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "command_line.h"
#include "evidence/base.h"

namespace evidence::tool {

// Exit statuses, the same in all tools.
enum class Status {
  done = 0,      // PASS
  stop = 1,      // looked, and it is wrong
  trouble = 2,   // could not do it
  hold = 3,      // evidence missing or incomplete
  conflict = 4,  // publishing: that name already has other content
};

// Of several statuses the one that is reported: 1, 2, 3, 0.
Status worse(Status a, Status b);

// Standard output. Every write is checked; a failure throws SystemError, which ends in status 2.
class Output {
 public:
  // One write(2): for record lines.
  void write(std::string_view bytes) const;
};

// Shows bytes, files, rate and time left on stderr while it lives, if that is a terminal and the work takes
// longer than half a second.
class ProgressDisplay {
 public:
  explicit ProgressDisplay(const Progress& progress);
  ~ProgressDisplay();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// While it lives, the first SIGINT, SIGTERM or SIGHUP sets the progress's `stop`, so that the work ends with
// Interrupted and no half line; a second one ends the process at once. One at a time.
class Interruption {
 public:
  explicit Interruption(Progress& progress);
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();
};

class Tool {
 public:
  Tool(std::string name, const std::string& description);
  CommandLine& options() { return options_; }
  // Parses the command line, runs `body` and maps what it throws: usage and system errors to 2, a publication
  // conflict to 4. After Interrupted the process ends by the signal that it got.
  int run(int argc, char** argv, const std::function<Status(const Output&)>& body);
  // "tool: message" on stderr.
  void complain(std::string_view message) const;
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  CommandLine options_;
};

// -m, or EVIDENCE_PLAN where it is not given; empty when there is neither.
std::string plan_path(const std::string& given);
// Whether standard error wants colour: a terminal, and NO_COLOR is not set.
bool wants_color(int descriptor);
// Raises the limit of open files as far as it goes: many threads hold many.
void allow_many_files();
// The text of a PEM file that was named on the command line.
std::string read_pem(const std::string& path);

}  // namespace evidence::tool
