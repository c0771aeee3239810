#pragma once

// Who holds a file open for writing: what binds rows of observations to a process.

#include <cstdint>

#include "process.h"

namespace evidence::host {

// True if the process or one below it has a descriptor on that very file (device and inode) with which it may
// write. A process whose descriptors cannot be seen counts as one that does not: the claim is then the weaker
// one.
bool is_held_for_writing(const Process& process, std::uint64_t device, std::uint64_t inode);

}  // namespace evidence::host
