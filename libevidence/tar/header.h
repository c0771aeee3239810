#pragma once

// The fields of a ustar header (POSIX.1-1988, "ustar interchange format") and the pieces that making one and
// checking one share. Everything in a Block that is read here may be chosen by an attacker.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "evidence/tar.h"

namespace evidence::tar {

struct Field {
  std::string_view name;  // as messages call it
  std::size_t offset = 0;
  std::size_t length = 0;
};

inline constexpr Field kName{"name", 0, 100};
inline constexpr Field kMode{"mode", 100, 8};
inline constexpr Field kUid{"uid", 108, 8};
inline constexpr Field kGid{"gid", 116, 8};
inline constexpr Field kSize{"size", 124, 12};
inline constexpr Field kMtime{"mtime", 136, 12};
inline constexpr Field kChecksum{"checksum", 148, 8};
inline constexpr Field kType{"type", 156, 1};
inline constexpr Field kLinkName{"link name", 157, 100};
inline constexpr Field kMagic{"magic", 257, 8};  // with the version
inline constexpr Field kOwnerName{"owner name", 265, 32};
inline constexpr Field kGroupName{"group name", 297, 32};
inline constexpr Field kDevice{"device", 329, 16};  // major and minor
inline constexpr Field kPrefix{"prefix", 345, 155};
inline constexpr Field kRest{"unused end", 500, 12};

inline std::string_view bytes_of(const Block& block, const Field& field) {
  return std::string_view(block.data(), block.size()).substr(field.offset, field.length);
}

// Why a packet cannot hold a file of this name, as a phrase after the name; nothing when it can.
std::optional<std::string> path_fault(std::string_view path);

// The value of a field of octal digits closed by one NUL, without blanks or a sign; absent for anything else.
std::optional<std::uint64_t> parse_octal(std::string_view field);

// The first field in which two headers differ, the checksum last, because it differs whenever another field
// does.
std::optional<Field> different_field(const Block& actual, const Block& expected);

}  // namespace evidence::tar
