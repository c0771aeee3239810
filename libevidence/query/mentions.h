#pragma once

// Where tokens mention columns: name, or qualifier.name. A word that is a keyword is taken for a name as
// well; no column has such a name.

#include <span>
#include <string>
#include <vector>

#include "lexer.h"

namespace evidence::query {

struct Mention {
  std::string qualifier;  // empty if there is none
  std::string column;
  std::size_t begin = 0;  // its tokens, as places in `tokens`
  std::size_t end = 0;
};

// In tokens [begin, end). No names of functions, and none that only give a name (AS name).
std::vector<Mention> find_mentions(std::span<const Token> tokens, std::size_t begin, std::size_t end);

}  // namespace evidence::query
