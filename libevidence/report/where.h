#pragma once

// Where something was seen, as one phrase: starts and moments with the same ranks are folded into one.

#include <string>
#include <string_view>
#include <vector>

#include "evidence/judge.h"

namespace evidence::report {

// "ranks 0-3 (engine, s1,s2 ready,end); rank 4 (engine, s1 ready)". Without ranks "engine, s1 ready", without
// places the role, else nothing. Visible text.
std::string where_phrase(std::string_view role, const std::vector<Where>& places);

}  // namespace evidence::report
