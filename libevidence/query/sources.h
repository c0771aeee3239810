#pragma once

// What stands in the FROM clauses of one text, at any depth, found on its tokens: tables and views by name,
// subqueries by their place. Which of them are on the side of an outer join that is filled up with NULLs.
//
// Precondition of everything here: check_select() accepted the tokens.

#include <span>
#include <string>
#include <vector>

#include "lexer.h"

namespace evidence::query {

struct Source {
  enum class Rows {
    all_found,  // each of its rows comes from the data
    may_miss,   // an outer join may put NULLs in place of a row
  };
  std::string name;   // of a table or view, in lower case; empty for a subquery or a joined group
  std::string alias;  // what its columns may be qualified with: its alias, or else its name; may be empty
  Rows rows = Rows::all_found;
  std::size_t begin = 0;  // the tokens that it takes, without an alias
  std::size_t end = 0;
};

// In the order in which they stand. `closing` is what match_parentheses() says. Throws Refused for a name in
// single quotes.
std::vector<Source> find_sources(std::span<const Token> tokens, std::span<const std::size_t> closing);

}  // namespace evidence::query
