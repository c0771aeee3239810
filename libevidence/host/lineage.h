#pragma once

// Who started whom: the chain of parents above a process, and the processes below it.

#include <cstdint>
#include <vector>

#include "process.h"
#include "reporter.h"

namespace evidence::host {

// Parent first, up to and with pid 1, at most 64. A parent outside the observer's pid namespace ends the
// chain.
std::vector<Ancestor> ancestors_of(const Process& process, Reporter& reporter);
// The pids of all processes below this one, as they were while /proc was listed. What vanishes meanwhile is
// left out.
std::vector<std::int64_t> descendants_of(const Process& process);

}  // namespace evidence::host
