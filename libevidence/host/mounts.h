#pragma once

// The mounts of a process's own view that are watched, in the kernel's order.

#include <string_view>

#include "process.h"

namespace evidence::host {

// True if the target is watched itself, or stands at or below a watched prefix (by whole components).
bool is_watched(std::string_view target, const WatchList& watch);

void observe_mounts(const Process& process, const WatchList& watch, Reporter& reporter, Progress* progress);

}  // namespace evidence::host
