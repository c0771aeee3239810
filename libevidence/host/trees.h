#pragma once

// Files and trees that somebody named, when no plan says what counts.

#include <optional>

#include "process.h"

namespace evidence::host {

// A record for each file and each other entry, and one for each whole tree of which nothing was missed.
void observe_trees(const std::optional<Process>& process, const Request& request, Reporter& reporter,
                   Progress* progress);

}  // namespace evidence::host
