#pragma once

// pin-hash -c: files against the lists that name them.

#include "pin_options.h"

namespace evidence::tool {

Status check_lists(const Tool& tool, const PinOptions& options, const Output& out);

}  // namespace evidence::tool
