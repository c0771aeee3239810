#pragma once

// Runs another program for tests that hold ours against it.

#include <sys/wait.h>

#include <cstdio>
#include <string>

namespace evidence {

struct Ran {
  int status = -1;     // of exit; -1 when it did not end by itself
  std::string output;  // stdout and stderr
};

// `command` is the shell's, with C locale, and with no terminal to ask: stdin is empty.
inline Ran run_program(const std::string& command) {
  std::FILE* const pipe = ::popen(("exec 2>&1 < /dev/null; export LC_ALL=C TZ=UTC; " + command).c_str(), "r");
  if (pipe == nullptr) return {};
  Ran ran;
  char buffer[4096];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    ran.output.append(buffer, got);
  }
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) ran.status = WEXITSTATUS(status);
  return ran;
}

}  // namespace evidence
