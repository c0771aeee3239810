#pragma once

// Two trees against each other, and one tree counted.

#include <vector>

#include "tree.h"

namespace evidence::carry {

// Every path that is not the same entry on both sides, sorted. Throws Unreadable.
std::vector<Change> compare_trees(const Objects& objects, const git_oid& before, const git_oid& after,
                                  Effort effort = Effort());
// Entries that are no directories, without a look at any of them. Throws Unreadable.
std::uint64_t count_files(const Objects& objects, const git_oid& tree);

}  // namespace evidence::carry
