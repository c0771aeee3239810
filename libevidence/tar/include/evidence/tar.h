#pragma once

// The one strict form of tar that packets have: ustar (POSIX.1-1988) with regular files only, one fixed set
// of values in every field that carries no meaning, zero padding, and exactly two zero blocks at the end.
//
//   ┌────────────┬──────────────┬─────────┬────────────┬───┬───────────────┐
//   │ header 512 │ content      │ 0 to 512│ header 512 │ … │ 1024 zeros    │
//   └────────────┴──────────────┴─────────┴────────────┴───┴───────────────┘
//
// The writer makes each header with make_header; the reader makes it again from what it read and compares, so
// no bit of a header is free.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/base.h"

namespace evidence::tar {

inline constexpr std::uint64_t kBlock = 512;
inline constexpr std::uint64_t kMaxFileSize = (std::uint64_t{1} << 33) - 1;  // 11 octal digits: under 8 GiB
inline constexpr std::size_t kMaxMembers = 1 << 20;

using Block = std::array<char, kBlock>;

// A member's place in the file.
struct Member {
  std::string path;          // the whole name
  std::uint64_t size = 0;    // bytes of content
  std::uint64_t offset = 0;  // of the content's first byte
};

// The header of a regular file: mode 0644, owner and group 0 without names, `mtime` in whole seconds since
// the epoch (0 to 2^33-1). Throws FormatError naming the path when it is not a packet path that ustar can
// hold (name ≤ 100, or split at a '/' into prefix ≤ 155 and name ≤ 100) or the size is too large.
Block make_header(std::string_view path, std::uint64_t size, std::int64_t mtime);

// Whether the bytes begin as any ustar archive does.
bool looks_like_tar(std::string_view bytes);

// Content length rounded up to whole blocks.
constexpr std::uint64_t padded(std::uint64_t size) {
  return (size + kBlock - 1) / kBlock * kBlock;
}

// Lays out members in the given order from offset 0. Returns them with offsets, and the total length with the
// end blocks.
struct Layout {
  std::vector<Member> members;
  std::uint64_t total = 0;
};
Layout lay_out(const std::vector<std::pair<std::string, std::uint64_t>>& paths_and_sizes);

// The members of an archive.
struct Index {
  std::vector<Member> members;
  std::int64_t mtime = 0;  // of all members
};

// Reads `length` bytes at `offset`, exactly; throws when it cannot.
using ReadAt = std::function<void(std::uint64_t offset, char* into, std::size_t length)>;

// Reads every header of a file of `file_size` bytes and holds it against the strict form: remade headers
// equal to the byte, one mtime, names strictly ascending by byte, padding zero, exactly two zero blocks and
// nothing after. Bounded in memory by kMaxMembers. Throws FormatError("<name>", "offset N", …) for the first
// deviation. Content is not read.
Index read_index(const ReadAt& read_at, std::uint64_t file_size, std::string_view name);
// The same over an open regular file.
Index read_index(const Descriptor& descriptor, std::string_view name);
// The content of one member, at most `limit` bytes (FormatError beyond).
std::string read_member(const Descriptor& descriptor, const Member& member, std::size_t limit,
                        std::string_view name);

}  // namespace evidence::tar
