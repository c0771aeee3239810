#pragma once

// The statement that SQLite is given: filtered tables and views as WITH, then the author's SELECT. The
// authors' texts stand on lines of their own, so that a comment at the end of one ends there.

#include <span>
#include <string>

#include "evidence/query.h"
#include "views.h"

namespace evidence::query {

struct Statement {
  std::string sql;
  std::set<std::string, std::less<>> defined;  // the names that its WITH defines
};

// WITH "t" AS (SELECT * FROM main."t" WHERE …), "v" AS (…) SELECT …
// `texts` is what read_texts() gave. Throws Refused, of kind text, for a filter's value that no TEXT can be.
Statement make_statement(std::span<const Text> texts, std::span<const Table> tables,
                         std::span<const Filter> filters);

// "name", for generated SQL.
std::string quoted_name(std::string_view name);

}  // namespace evidence::query
