#pragma once

// A folder of files against a commit's tree. Index, filters and configuration have no say: each file's raw
// bytes are hashed as git names a blob.

#include <string>
#include <vector>

#include "tree.h"

namespace evidence::carry {

struct Folder {
  const std::string& path;  // as it was given, to open what is inside as a repository
  const Descriptor& top;
};

// Sorted by path. What is called .git at the top is left out. `progress` may be null. Throws Unreadable, and
// SystemError naming the path from the top.
std::vector<Drift> find_drift(const Objects& objects, const git_oid& tree, const Folder& folder,
                              Progress* progress);

}  // namespace evidence::carry
