#pragma once

#include "evidence/digest.h"

namespace evidence {

FileStatus to_file_status(const struct stat& status);

}  // namespace evidence
