#pragma once

// What the kernel calls an open file, and what a process in its own root calls it.

#include <optional>
#include <string>

#include "process.h"

namespace evidence::host {

// The text of /proc/self/fd; nothing for a name that is too long for a link.
std::optional<std::string> kernel_name(const Descriptor& file);

// Names in one process's root.
class RootNames {
 public:
  explicit RootNames(const Process& process);
  // A kernel's name as the process sees it; unchanged where it does not lie below its root.
  std::string seen(const std::string& name) const;

 private:
  std::string root_;  // empty for the observer's own, and where it cannot be read
};

}  // namespace evidence::host
