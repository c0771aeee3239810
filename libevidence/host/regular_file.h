#pragma once

// Files of the caller's own that are read besides the watched ones.

#include <string>

#include "evidence/base.h"

namespace evidence::host {

// Opens a regular file for reading and nothing else: a FIFO or device is refused before it is opened. Throws
// SystemError, or FormatError for what is not a regular file.
Descriptor open_regular(const std::string& path);

}  // namespace evidence::host
