#pragma once

// pin-hash as sha256sum and as mtree: one line a file.

#include "pin_options.h"

namespace evidence::tool {

Status write_list(const Tool& tool, const PinOptions& options, const Output& out);

}  // namespace evidence::tool
