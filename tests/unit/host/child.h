#pragma once

// A real process to look at, which ends with the test.

#include <functional>
#include <string>
#include <vector>

#include "evidence/base.h"

namespace evidence::host {

struct Program {
  std::string path = "/bin/sleep";
  std::vector<std::string> arguments = {"sleep", "1000"};
  std::vector<std::string> environment = {};
};

class Child {
 public:
  // Returns once the program is running. Its standard input is a pipe from say().
  static Child execute(const Program& program);
  // Calls `prepare` in a copy of the test, then waits there. is_ready() is what `prepare` returned.
  static Child fork_and(const std::function<bool()>& prepare);

  Child(Child&&) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child() { end(); }

  int pid() const { return pid_; }
  bool is_ready() const { return ready_; }
  void say(const std::string& text) const { write_all(input_, text, "child"); }
  // Kills it and leaves it a zombie until it is reaped.
  void kill() const;
  // Kills and reaps it.
  void end();
  // Waits until the process's name is this one.
  void await_name(const std::string& name) const;

 private:
  Child() = default;
  int pid_ = 0;
  bool ready_ = false;
  Descriptor input_;
};

}  // namespace evidence::host
