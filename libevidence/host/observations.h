#pragma once

// Rows that an exporter wrote about what the engine did, one JSON object a line.

#include <optional>

#include "process.h"

namespace evidence::host {

// Reports a record for each row of the request's run and start. What is wrong with a row is an error record
// that quotes no value of it. A last line without a line feed is still being written and no row yet.
void observe_observations(const std::optional<Process>& process, const Request& request, Reporter& reporter);

}  // namespace evidence::host
