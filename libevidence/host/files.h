#pragma once

// The watched files: as the process sees them, below a folder, or the caller's own.

#include <optional>

#include "process.h"

namespace evidence::host {

// Reports one record a path, in the order of the watch list. `process` is the observed one, if any. Throws
// UsageError when the request's root cannot be opened.
void observe_files(const std::optional<Process>& process, const Request& request, Reporter& reporter,
                   Progress* progress);

}  // namespace evidence::host
