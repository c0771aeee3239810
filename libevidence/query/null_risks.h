#pragma once

// Where an aggregate may pass over NULLs without anybody noticing: sum, avg, total, or min and max of one
// argument, over a column that can be NULL, when no every() in the same text mentions a column of that name.
//
// This is advice from tokens, not proof. A column can be NULL if its table says so, if its table stands on
// the side of an outer join that is filled up, or if a view or subquery hands such a column on under its own
// name or as `column AS name`. Columns are told apart by qualifier where there is one, else by name alone.
// Not seen: NULLs that an expression makes (nullif, a CASE without ELSE, min of nothing) or that a view hands
// on inside a larger expression. Reported too much: NULLs that WHERE, FILTER or coalesce() has kept away, and
// a name that belongs to another subquery of the text.

#include <span>
#include <string>
#include <vector>

#include "evidence/query.h"
#include "views.h"

namespace evidence::query {

// One sentence each. `texts` is what read_texts() gave.
std::vector<std::string> find_null_risks(std::span<const Text> texts, std::span<const Table> tables);

}  // namespace evidence::query
