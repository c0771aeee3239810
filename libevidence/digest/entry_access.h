#pragma once

// What stands at a name in an open directory.

#include <string>
#include <string_view>

#include "evidence/digest.h"

namespace evidence {

// Opens it for reading, without a trace in its access time where that is allowed. Never blocks. `flags` are
// open(2)'s. Throws SystemError.
Descriptor open_quietly(const Descriptor& directory, const std::string& name, int flags);
// So for a descriptor that is open already. What is not allowed is left.
void keep_access_time(const Descriptor& descriptor);
// Triggers no automount. Throws SystemError.
FileStatus file_status_at(const Descriptor& directory, const std::string& name, Links links);
// The target of a symbolic link, any bytes. Throws SystemError.
std::string read_link_at(const Descriptor& directory, const std::string& name);
// The reason alone, without the path that the caller names itself.
std::string reason_of(const SystemError& error);

}  // namespace evidence
