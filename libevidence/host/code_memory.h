#pragma once

// The code that a process really executes: its memory, beside the file that it was mapped from.

#include <cstdint>
#include <span>

#include "evidence/base.h"
#include "evidence/digest.h"
#include "maps.h"

namespace evidence::host {

struct ComparedPages {
  std::uint64_t compared = 0;
  std::uint64_t changed = 0;  // memory is not what the file has
};

// Compares page by page, in bounded pieces. `memory` is an open /proc/PID/mem. What a page has beyond the
// file's end must be zero; whole pages beyond it that cannot be read, as is usual, are left out. Throws
// SystemError when other memory or the file cannot be read, and Interrupted.
ComparedPages compare_pages(const Descriptor& memory, std::span<const MapsLine> mappings,
                            const Descriptor& file, Progress* progress);

// The digest of all the bytes of these mappings. Throws SystemError, and Interrupted.
Digest hash_memory(const Descriptor& memory, std::span<const MapsLine> mappings, Progress* progress);

}  // namespace evidence::host
