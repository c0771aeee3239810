#pragma once

// Files that only stand for others.

#include <cstdint>
#include <string_view>

namespace evidence::carry {

// A pointer has less than this many bytes (Git LFS's specification).
inline constexpr std::uint64_t kPointerLimit = 1024;

bool is_lfs_pointer(std::string_view bytes);

}  // namespace evidence::carry
