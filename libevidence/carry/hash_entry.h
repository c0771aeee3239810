#pragma once

// One thing below a folder, held against what a tree says of it.

#include <string>
#include <string_view>

#include "tree.h"

namespace evidence::carry {

// Why it is not that; empty when it is. `path` leads from `top`. Throws Unreadable for the entry's object,
// SystemError.
std::string_view file_drift(const Objects& objects, const Descriptor& top, const std::string& path,
                            const TreeEntry& entry, Progress* progress);
std::string_view symlink_drift(const Descriptor& top, const std::string& path, const TreeEntry& entry);

}  // namespace evidence::carry
