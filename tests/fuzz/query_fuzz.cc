// Any bytes as a query with a view, and as an expression: refused, or compiled and then run within its
// limits. What compiles must not depend on data, and nothing that runs may change what the next one sees.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "evidence/base.h"
#include "evidence/query.h"

namespace {

using namespace evidence::query;

void demand(bool holds) {
  if (!holds) std::abort();
}

constexpr Limits kLimits{.steps = 20'000, .rows = 100, .text = 4096, .value = 1000};

Database make_database() {
  Database database({{"t", {{"a", Type::integer}, {"b", Type::text}, {"x", Type::real, true}}},
                     {"u", {{"a", Type::integer}, {"start", Type::text}}}},
                    {{"p", std::int64_t{1}}}, kLimits);
  database.insert("t", {std::int64_t{1}, std::string("p"), 0.5});
  database.insert("t", {std::int64_t{2}, std::string("q"), std::monostate()});
  database.insert("u", {std::int64_t{1}, std::string("s1")});
  return database;
}

void check_refusal(const Refusal& refusal) {
  demand(!refusal.reason.empty() && refusal.reason.size() < 500);
  demand(evidence::escaped(refusal.reason) == refusal.reason);
}

void check_unchanged(const Database& database) {
  const auto answer = database.run({"SELECT count(*), sum(a) FROM t", {}, {}});
  demand(std::get<Result>(answer).rows.at(0) == Row{std::int64_t{2}, std::int64_t{3}});
}

void check_query(const Query& query) {
  static const Database database = make_database();
  const auto compiled = database.compile(query);
  const auto answer = database.run(query);
  if (const auto* refusal = std::get_if<Refusal>(&compiled)) {
    check_refusal(*refusal);
    demand(std::holds_alternative<Refusal>(answer));
    return;
  }
  for (const auto& [table, columns] : std::get<Compiled>(compiled).reads)
    demand(table == "t" || table == "u");
  if (const auto* refusal = std::get_if<Refusal>(&answer)) {
    check_refusal(*refusal);
    check_unchanged(database);
  } else {
    demand(std::get<Result>(answer).rows.size() <= kLimits.rows);
  }
}

void check_expression(std::string_view expression) {
  const auto compiled = compile_expression(expression, {"ran", "off"});
  const auto value = evaluate(expression, {{"ran", std::int64_t{1}}, {"off", 0.5}}, {{"p", std::int64_t{1}}});
  if (const auto* refusal = std::get_if<Refusal>(&compiled)) check_refusal(*refusal);
  if (const auto* refusal = std::get_if<Refusal>(&value)) check_refusal(*refusal);
  if (std::holds_alternative<Refusal>(compiled)) demand(std::holds_alternative<Refusal>(value));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A form feed, which no text may contain, divides the query from the view that it may read.
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(bytes.find('\f'), bytes.size());
  const std::string_view rest = bytes.substr(std::min(end + 1, bytes.size()));
  check_query({std::string(bytes.substr(0, end)), {{"v", std::string(rest)}}, {}});
  check_query({std::string(bytes.substr(0, end)),
               {{"v", std::string(rest)}},
               {{"start", {"s1"}}, {"a", {"1", "2"}}}});
  check_expression(bytes);
  return 0;
}
