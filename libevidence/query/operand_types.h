#pragma once

// SQLite's arithmetic takes text that is no number for 0, and its operators on bits cut real numbers off. The
// compiled statement does not show the types of operands, so what can be refused is what the tokens show: a
// literal, or a column whose type is certain, directly beside the operator. Not seen: operands in
// parentheses, results of functions, columns of views and subqueries, and text used as a condition.

#include <span>

#include "evidence/query.h"
#include "views.h"

namespace evidence::query {

// Throws Refused, of kind text.
void check_operand_types(const Text& text, std::span<const Table> tables);

}  // namespace evidence::query
