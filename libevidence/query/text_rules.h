#pragma once

// What the tokens alone forbid, in each text for itself: so no text can end a parenthesis that this room puts
// around it, name a schema, reach a hidden column past the authorizer (which SQLite does not ask about USING,
// nor about the row number of a subquery), or use an operator that answers something else than it seems to.

#include <span>

#include "lexer.h"

namespace evidence::query {

// Parentheses nested deeper are refused, so everything that follows them may recurse.
inline constexpr std::size_t kDeepestParentheses = 50;

// A query or view: begins with SELECT. Throws Refused, of kind text.
void check_select(std::span<const Token> tokens);

// An expression: no SELECT anywhere. Throws Refused, of kind text.
void check_expression(std::span<const Token> tokens);

}  // namespace evidence::query
