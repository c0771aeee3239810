#pragma once

// One line of /proc/PID/stat (proc(5)). The process chooses its own name, so the fields are counted from the
// last parenthesis: no field after it can hold one.

#include <cstdint>
#include <string>
#include <string_view>

namespace evidence::host {

struct ProcessStat {
  std::string name;  // comm, any bytes
  char state = '?';
  std::int64_t threads = 1;
  bool kernel = false;  // a thread of the kernel, which has no program
  std::int64_t parent = 0;
  std::int64_t start_ticks = 0;
  // Addresses of the process's first stack word and of the blocks that execve laid down; 0 where the kernel
  // hides them.
  std::uint64_t stack = 0;
  std::uint64_t arguments_begin = 0;
  std::uint64_t arguments_end = 0;
  std::uint64_t environment_begin = 0;
  std::uint64_t environment_end = 0;

  // Nothing is left of it but an exit status. The others live on when only the first thread has ended.
  bool has_exited() const { return first_has_ended() && threads <= 1; }
  bool first_has_ended() const { return state == 'Z' || state == 'X'; }
};

// Throws FormatError.
ProcessStat parse_process_stat(std::string_view text);

}  // namespace evidence::host
