#pragma once

// The functions over many rows that are ours: agree, every, mean, median, spread, paired_t_low,
// paired_t_high; and sum, avg and total in place of SQLite's, which can also be asked over windows.

#include <sqlite3.h>

namespace evidence::query {

// Throws std::bad_alloc.
void add_aggregates(sqlite3* connection);

}  // namespace evidence::query
