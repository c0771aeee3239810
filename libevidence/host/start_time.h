#pragma once

// When a process began, on the clock that files are stamped with.

#include <cstdint>

#include "process.h"

namespace evidence::host {

// Nanoseconds since the epoch at which the tick ended in which the process began: what changed within that
// tick cannot be told from what changed before it.
std::int64_t start_of(const Process& process);

}  // namespace evidence::host
