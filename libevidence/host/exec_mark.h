#pragma once

// What tells one execve of a process from the next: pid and start time survive it, the 16 random bytes that
// the kernel lays on each new stack do not.

#include <cstddef>
#include <string>
#include <string_view>

#include "evidence/base.h"

namespace evidence::host {

struct ExecMark {
  std::string sha256;    // of AT_RANDOM's bytes, which themselves seed stack protectors and stay secret
  std::size_t word = 8;  // bytes of a pointer in that program
  bool operator==(const ExecMark&) const = default;
};

// Opens auxv and mem anew, since an open one keeps showing the memory from before an execve. Throws
// SystemError and FormatError.
ExecMark read_exec_mark(const Descriptor& process);
// `size` bytes of the process's memory. Throws SystemError, or FormatError when there are fewer.
std::string read_memory(const Descriptor& process, std::uint64_t address, std::size_t size);

// The same, and fewer where the memory ends. Throws SystemError where not even the first can be read.
std::string read_memory_up_to(const Descriptor& process, std::uint64_t address, std::size_t size);

}  // namespace evidence::host
