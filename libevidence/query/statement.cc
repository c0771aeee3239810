#include "statement.h"

#include <algorithm>

#include "evidence/base.h"
#include "refused.h"

namespace evidence::query {
namespace {

std::string quoted(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) {
    if (c == quote) result += quote;
    result += c;
  }
  return result + quote;
}

std::string quoted_text(const std::string& text) {
  if (text.find('\0') != std::string::npos || !is_utf8(text)) {
    refuse(Refusal::Kind::text, "a filter's value is not UTF-8 text");
  }
  return quoted(text, '\'');
}

// "column" IN ('a', 'b')
std::string condition(const Filter& filter) {
  std::string values;
  for (const std::string& value : filter.values) {
    values += (values.empty() ? "" : ", ") + quoted_text(value);
  }
  return quoted_name(filter.column) + " IN (" + values + ")";
}

bool has_column(const Table& table, std::string_view name) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [&](const Column& column) { return column.name == name; });
}

// The conditions that hold for this table, joined by AND; empty if none does.
std::string conditions(const Table& table, std::span<const Filter> filters) {
  std::string result;
  for (const Filter& filter : filters) {
    if (!has_column(table, filter.column)) continue;
    result += (result.empty() ? "" : " AND ") + condition(filter);
  }
  return result;
}

void define(Statement& statement, const std::string& name, std::string_view sql) {
  statement.sql += statement.defined.empty() ? "WITH " : ",\n";
  statement.sql += quoted_name(name) + " AS (\n";
  statement.sql += sql;
  statement.sql += "\n)";
  statement.defined.insert(name);
}

}  // namespace

std::string quoted_name(std::string_view name) {
  return quoted(name, '"');
}

Statement make_statement(std::span<const Text> texts, std::span<const Table> tables,
                         std::span<const Filter> filters) {
  Statement statement;
  for (const Table& table : tables) {
    const std::string rows = conditions(table, filters);
    if (rows.empty()) continue;
    define(statement, table.name, "SELECT * FROM main." + quoted_name(table.name) + " WHERE " + rows);
  }
  for (const Text& text : texts.first(texts.size() - 1)) define(statement, text.name, text.sql);
  statement.sql += "\n";
  statement.sql += texts.back().sql;
  return statement;
}

}  // namespace evidence::query
