#pragma once

// The texts that a query stands on: itself and, in an order in which each comes after all that it reads, the
// views that it uses. Views are expanded where they are named, so a text may grow: how much is bounded here.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/query.h"
#include "lexer.h"
#include "sources.h"

namespace evidence::query {

// One text that its own rules accept.
struct Text {
  std::string name;  // of the view; empty for the query or expression itself
  std::string_view sql;
  std::vector<Token> tokens;
  std::vector<std::size_t> closing;  // match_parentheses(tokens)
  std::vector<Source> sources;

  // "view audit: ", or nothing.
  std::string label() const;
  // What the tokens of that kind say.
  std::set<std::string> all_of(Token::Kind kind) const;
};

// After every change to the limits of what is expanded, think of sqlite3Select(), which recurses.
inline constexpr std::size_t kMostViews = 64;
inline constexpr std::size_t kMostExpanded = 500;

// The views that are used, and last the query itself. Every sql is a part of `query`, which must outlive the
// result. `tables` are the names that no view may have. Throws Refused, of kind text: a text that its rules
// refuse, a view that reads itself, a bad or doubled name, more than `most_bytes` in all, more than
// kMostViews views, more than kMostExpanded tables, views and subqueries after expansion.
std::vector<Text> read_texts(const Query& query, const std::set<std::string, std::less<>>& tables,
                             std::size_t most_bytes);

// An expression by itself.
Text read_expression(std::string_view sql, std::size_t most_bytes);

}  // namespace evidence::query
