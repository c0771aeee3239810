#pragma once

// Lines of /proc/PID/maps (proc(5)):
//
//   7f2c81000000-7f2c81021000 r-xp 00002000 fe:00 247498        /usr/lib/libm.so.6
//   begin       -end          mode offset   device inode (spaces) name
//
// The process chooses the name. The kernel escapes nothing in it but the line feed, and adds " (deleted)" to
// a name that is no more, which may as well be the end of a name that is.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace evidence::host {

inline constexpr std::string_view kDeletedMark = " (deleted)";

struct MapsLine {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool executable = false;
  bool shared = false;
  std::uint64_t offset = 0;  // of `begin` in the file
  std::uint32_t major = 0;   // of the file's device
  std::uint32_t minor = 0;
  std::uint64_t inode = 0;
  std::string name;  // any bytes; with the kernel's mark

  // The name of its entry in map_files.
  std::string range() const;
};

// Throws FormatError.
MapsLine parse_maps_line(std::string_view line);
// A name with its line feeds back. A backslash and "012" in the true name cannot be told from one.
std::string with_line_feeds(std::string_view escaped);

// What backs executable memory.
enum class Backing {
  file,       // something that has an inode: a file, a device, a memfd
  anonymous,  // nothing, or what the kernel keeps for shared anonymous memory, huge pages and System V
              // segments
  vdso,       // the kernel's own code in the process
  kernel,     // [vsyscall]: one page at one address on every machine, not part of the process's memory
};
Backing backing_of(const MapsLine& line);

// The executable mappings of one file; not empty, in the order of their addresses.
using MappedFile = std::vector<MapsLine>;
// True when both are mappings of one file under one name.
bool is_same_file(const MapsLine& one, const MapsLine& other);

struct ExecutableMaps {
  std::vector<MappedFile> files;
  std::vector<MapsLine> anonymous;
  std::vector<MapsLine> vdso;
  std::vector<std::string> problems;  // "line 3: …"
};
ExecutableMaps read_maps(std::string_view text);

}  // namespace evidence::host
