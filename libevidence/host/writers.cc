#include "writers.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>

#include "lineage.h"
#include "proc_entry.h"

namespace evidence::host {
namespace {

// The line "flags:" of fdinfo has open(2)'s flags in octal.
bool may_write(std::string_view fdinfo) {
  constexpr std::string_view kFlags = "flags:\t";
  const std::size_t line = fdinfo.find(kFlags);
  unsigned long flags = 0;
  if (line == std::string_view::npos ||
      std::from_chars(fdinfo.data() + line + kFlags.size(), fdinfo.data() + fdinfo.size(), flags, 8).ec !=
          std::errc()) {
    return false;
  }
  const unsigned long access = flags & O_ACCMODE;
  return access == O_WRONLY || access == O_RDWR;
}

bool holds(const Descriptor& process, std::uint64_t device, std::uint64_t inode) {
  const Descriptor folder = open_entry(process, "fd", O_PATH | O_DIRECTORY);
  for (const std::string& name : list_entry(process, "fd")) {
    struct stat status {};
    if (fstatat(folder.get(), name.c_str(), &status, 0) != 0 || status.st_dev != device ||
        status.st_ino != inode) {
      continue;
    }
    try {
      if (may_write(read_entry(process, "fdinfo/" + name))) {
        return true;
      }
    } catch (const Error&) {
      continue;  // closed since
    }
  }
  return false;
}

bool is_visible_holder(const Process& process, std::int64_t pid, std::uint64_t device, std::uint64_t inode) {
  try {
    return holds(open_directory(process.proc_root() + "/" + std::to_string(pid)), device, inode);
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

bool is_held_for_writing(const Process& process, std::uint64_t device, std::uint64_t inode) {
  try {
    if (holds(process.directory(), device, inode)) {
      return true;
    }
    return std::ranges::any_of(descendants_of(process), [&](std::int64_t pid) {
      return is_visible_holder(process, pid, device, inode);
    });
  } catch (const Error&) {
    return false;
  }
}

}  // namespace evidence::host
