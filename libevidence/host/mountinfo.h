#pragma once

// Lines of /proc/PID/mountinfo (proc(5)):
//
//   36 35 98:0 /mnt1 /mnt2 rw,noatime shared:7 master:1 - ext3 /dev/root rw,errors=continue
//   id parent dev root target options (any number) -     type source     super options
//
// Fields are separated by one space; space, tab, line feed, backslash and '#' inside them are octal escapes.
// Whoever mounts chooses the source, the type's part after a dot, and for some file systems the super
// options.

#include <cstdint>
#include <string_view>

#include "evidence/host.h"

namespace evidence::host {

struct MountLine {
  std::uint64_t id = 0;  // what statx calls the mount id
  MountRecord record;
};

// Throws FormatError.
MountLine parse_mount_line(std::string_view line);

}  // namespace evidence::host
