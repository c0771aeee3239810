#pragma once

// pin-hash's main job: one rank's stream of records, with a plan or without.

#include "pin_options.h"

namespace evidence::tool {

Status write_records(const Tool& tool, const PinOptions& options, const Output& out);

}  // namespace evidence::tool
