#pragma once

// Whether one commit comes after another, by walking parents: no commit-graph file, no date and no graft has
// a say.

#include "objects.h"

namespace evidence::carry {

enum class Ancestry {
  descends,
  apart,    // all ancestors were seen, and it is none of them
  unknown,  // it was not found, and some ancestors are not in this repository
};

// Whether `from` is `to` or an ancestor of it. Throws Unreadable for what is damaged.
Ancestry ancestry(const Objects& objects, const git_oid& from, const git_oid& to);

}  // namespace evidence::carry
