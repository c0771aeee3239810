#pragma once

// Positioned reads of a packet that others may shorten or rewrite meanwhile.

#include <cstdint>
#include <string_view>

#include "evidence/base.h"

namespace evidence::tar {

// Reads exactly `length` bytes at `offset`. Throws SystemError, or FormatError when the file ends before.
void read_exactly(const Descriptor& descriptor, std::uint64_t offset, char* into, std::size_t length,
                  std::string_view name);

}  // namespace evidence::tar
