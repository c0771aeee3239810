#pragma once

// The member `mode`: permission bits as four octal digits.

#include <cstdint>
#include <string>

#include "members.h"

namespace evidence::record {

// Throws FormatError for a mode with more than permission bits.
std::string render_mode(std::uint32_t mode);
std::uint32_t read_mode(Members& members);

}  // namespace evidence::record
