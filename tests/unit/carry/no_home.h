#pragma once

// The configuration of whoever runs the tests has no say in them: libgit2 looks for it once, when it starts.

#include <cstdlib>

namespace evidence::carry {

inline const bool kNoHome =
    setenv("HOME", "/nonexistent", 1) == 0 && setenv("XDG_CONFIG_HOME", "/nonexistent", 1) == 0;

}  // namespace evidence::carry
