#pragma once

// The hidden names of files that are being written, and the removal of those whose writers are gone.

#include <string>

#include "evidence/base.h"

namespace evidence {

// A new hidden name for `name`: ".NAME.XXXXXXXX.part", unlikely to be taken. A long NAME is cut to fit in a
// folder.
std::string make_hidden_name(const std::string& name);

// True when a hidden name was made for `name`.
bool is_hidden_name(std::string_view hidden, const std::string& name);

// Takes the lock that says "its writer lives". False when somebody else has it.
bool hold(const Descriptor& file);

// True when `name` in `folder` is the very file that is open.
bool is_same_file(const Descriptor& folder, const std::string& name, const Descriptor& file);

// Removes the hidden files for `name` that nobody holds. What cannot be opened or removed stays: it does no
// harm.
void remove_leftovers(const Descriptor& folder, const std::string& name);

}  // namespace evidence
