#pragma once

// A regular file that was hashed, as a record.

#include <cstdint>
#include <optional>
#include <string>

#include "evidence/record.h"

namespace evidence::host {

// `start`: when the observed process began, if there is one (start_time.h).
FileRecord file_record(std::string path, const Digest& digest, const FileStatus& status,
                       EvidenceKind evidence, std::optional<std::int64_t> start);

}  // namespace evidence::host
