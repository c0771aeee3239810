#pragma once

// Functions of text in one row, as SQLite has them. Its own would count as one step each, however long the
// text; these charge a meter for every character that they look at, and take no more than linear time (glob:
// pattern times text).

#include <sqlite3.h>

#include "meter.h"

namespace evidence::query {

// length, substr, instr, glob. `meter` must outlive the connection. Throws std::bad_alloc.
void add_text_functions(sqlite3* connection, Meter& meter);

}  // namespace evidence::query
