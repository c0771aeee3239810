#pragma once

// The processes of a report as rows of visible text, many of one role and start folded into one row.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/judge.h"

namespace evidence::report {

inline constexpr std::string_view kProcessColumns[] = {"start", "role",       "rank",      "pid", "ticks",
                                                       "exec",  "executable", "container", "boot"};

using Row = std::vector<std::string>;

// One row a process, or one for all of a start and role where they are more than a screen holds: then ranks
// are folded, and a cell says how many values there are where they differ.
std::vector<Row> process_rows(const std::vector<ProcessIdentity>& processes);

// True for a column of digests and other long ids.
bool holds_ids(std::size_t column);

// The row with ids and digests cut to their first 12 digits; what else stands there is left whole.
Row shortened(Row row);

}  // namespace evidence::report
