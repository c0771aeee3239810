#pragma once

// What a tree names and git does not hold.

#include <vector>

#include "tree.h"

namespace evidence::carry {

// Sorted by path. Throws Unreadable, also for a file's object that is missing or no blob; a blob that is
// small enough to be a pointer is read, and so is known to be undamaged.
std::vector<Unverified> find_unverified(const Objects& objects, const git_oid& tree,
                                        Effort effort = Effort());

}  // namespace evidence::carry
