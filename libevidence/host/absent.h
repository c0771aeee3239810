#pragma once

// What should not be there: processes of a name, and sockets at a port.
//
// What is said holds for what the observer can see, which is its own pid namespace and one network namespace.
// Neither list is of one moment: what begins or ends meanwhile may be missed.

#include <optional>

#include "process.h"

namespace evidence::host {

// Throws UsageError for a query that has no meaning.
void check_absent(const Request& request);

// Reports for each query how many there are, or an error where not all can be seen. Ports are those of the
// observed process's network namespace, or without a pid of the caller's.
void observe_absent(const World& world, const std::optional<Process>& process, const Request& request,
                    Reporter& reporter);

}  // namespace evidence::host
