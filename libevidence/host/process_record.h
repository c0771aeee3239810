#pragma once

// The record of a process's identity.

#include "process.h"

namespace evidence::host {

// Reports the process record, or an error when its executable cannot be read; parts that cannot be seen are
// errors beside it.
void observe_identity(const World& world, const Process& process, Reporter& reporter, Progress* progress);
// /proc/sys/kernel/random/boot_id. Throws SystemError and FormatError.
std::string read_boot_id(const World& world);

}  // namespace evidence::host
