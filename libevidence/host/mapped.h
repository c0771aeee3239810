#pragma once

// The code that a process has mapped executable.

#include "process.h"

namespace evidence::host {

// Reports one record a file, one for all executable memory that belongs to no file and one for the vdso, as
// far as the request asks for them; sorted by path. The shape of the address space is that of one reading of
// maps; a file whose mapping goes away meanwhile is looked for in a second one.
void observe_mapped(const Process& process, const Request& request, Reporter& reporter, Progress* progress);

}  // namespace evidence::host
