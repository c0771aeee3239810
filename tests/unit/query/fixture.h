#pragma once

// A small database, and answers as text that a table of tests can hold.

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/query.h"

namespace evidence::query {

// t(a, b, x nullable, start): (1, 'p', 0.5, 's1'), (2, 'q', 1.5, 's1'), (3, 'p', NULL, 's2')
// u(a, c, start):             (1, 'one', 's1'), (3, 'three', 's2')
// numbers(k):                 1 … 300
// empty(ok nullable):         no row
inline std::vector<Table> sample_tables() {
  std::vector<Table> tables(4);
  tables[0] = {"t",
               {{"a", Type::integer}, {"b", Type::text}, {"x", Type::real, true}, {"start", Type::text}}};
  tables[1] = {"u", {{"a", Type::integer}, {"c", Type::text}, {"start", Type::text}}};
  tables[2] = {"numbers", {{"k", Type::integer}}};
  tables[3] = {"empty", {{"ok", Type::integer, true}}};
  return tables;
}

inline Value integer(std::int64_t number) {
  return number;
}
inline Value text(std::string_view bytes) {
  return std::string(bytes);
}

inline Row row_of(std::int64_t a, std::string_view b, Value x, std::string_view start) {
  Row row;
  row.push_back(integer(a));
  row.push_back(text(b));
  row.push_back(std::move(x));
  row.push_back(text(start));
  return row;
}

inline Database sample(Parameters parameters = {}, Limits limits = {}) {
  Database database(sample_tables(), std::move(parameters), limits);
  database.insert("t", row_of(1, "p", 0.5, "s1"));
  database.insert("t", row_of(2, "q", 1.5, "s1"));
  database.insert("t", row_of(3, "p", Value(), "s2"));
  database.insert("u", {integer(1), text("one"), text("s1")});
  database.insert("u", {integer(3), text("three"), text("s2")});
  for (std::int64_t k = 1; k <= 300; ++k) database.insert("numbers", {integer(k)});
  return database;
}

// NULL, 1, 1.0, 'text'
inline std::string show(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* bytes = std::get_if<std::string>(&value)) return "'" + *bytes + "'";
  const auto* real = std::get_if<double>(&value);
  if (real == nullptr) return "NULL";
  char digits[64];
  const std::string written(digits, std::to_chars(digits, digits + sizeof digits, *real).ptr);
  return written + (written.find_first_of(".en") == std::string::npos ? ".0" : "");
}

inline std::string show(Refusal::Kind kind) {
  switch (kind) {
    case Refusal::Kind::text:
      return "text";
    case Refusal::Kind::evaluation:
      return "evaluation";
    case Refusal::Kind::limit:
      return "limit";
    case Refusal::Kind::order:
      break;
  }
  return "order";
}

inline std::string show(const Refusal& refusal) {
  return "refused (" + show(refusal.kind) + "): " + refusal.reason;
}

// Values with commas between them, rows with bars: "1,'a' | 2,NULL". No rows are "".
inline std::string show(const Result& result) {
  std::string shown;
  for (const Row& row : result.rows) {
    shown += &row == &result.rows.front() ? "" : " | ";
    for (const Value& value : row) shown += (&value == &row.front() ? "" : ",") + show(value);
  }
  return shown;
}

template <typename Answer>
std::string show(const std::variant<Answer, Refusal>& answer) {
  if (const auto* refusal = std::get_if<Refusal>(&answer)) return show(*refusal);
  return show(std::get<Answer>(answer));
}

inline std::string ask(const Database& database, std::string sql) {
  return show(database.run({std::move(sql), {}, {}}));
}

// SELECT `sql` FROM a table x(v) of these values, in this order.
inline std::string ask_of(const std::vector<Value>& values, Type type, std::string sql) {
  Database database({{"x", {{"v", type, true}}}});
  for (const Value& value : values) database.insert("x", {value});
  return ask(database, "SELECT " + std::move(sql) + " FROM x");
}

}  // namespace evidence::query
