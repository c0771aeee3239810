#pragma once

// The processes that a name fits.

#include <cstdint>
#include <string_view>

#include "evidence/host.h"

namespace evidence::host {

// How many living processes of proc_root but the observer itself have a name that the glob matches: the name
// that the kernel shows (15 bytes at most), the last component of their executable or that of their first
// argument. Throws FormatError where none was found and some are hidden or cannot be seen whole, and
// SystemError.
std::uint64_t count_processes(const World& world, std::string_view glob);

}  // namespace evidence::host
