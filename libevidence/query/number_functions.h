#pragma once

// Functions of numbers in one row. Text is an error, never a number.

#include <sqlite3.h>

namespace evidence::query {

// abs, round, sign: else as SQLite's. ratio, ln, mod: ours. Throws std::bad_alloc.
void add_number_functions(sqlite3* connection);

}  // namespace evidence::query
