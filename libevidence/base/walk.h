#pragma once

// The resolution of open_beneath without openat2, one component at a time. Every step is relative to a
// descriptor and follows no link by itself, so that someone who renames folders meanwhile can cause an error,
// never an escape.

#include "evidence/base.h"

namespace evidence {

// Same contract as open_beneath.
Descriptor walk_beneath(const Descriptor& directory, std::string_view path, Resolve resolve, int extra_flags);

// The open(2) flags of both ways.
int beneath_flags(int extra_flags);

}  // namespace evidence
