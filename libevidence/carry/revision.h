#pragma once

// A revision as a user writes it.

#include <string_view>

#include "objects.h"

namespace evidence::carry {

// The commit that it names. Throws UsageError when it names none or could mean two things (a branch that is
// called like the beginning of a commit's id), Unreadable when it is there and cannot be read.
git_oid resolve_revision(const Objects& objects, std::string_view revision);

}  // namespace evidence::carry
