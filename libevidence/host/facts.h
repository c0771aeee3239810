#pragma once

// What somebody stated, on the command line or in a file.

#include "evidence/host.h"
#include "reporter.h"

namespace evidence::host {

// Throws UsageError for a fact that may not be stated or cannot be written.
void check_facts(const Request& request);
void observe_facts(const Request& request, Reporter& reporter);

}  // namespace evidence::host
