#include "reading_table.h"

#include "evidence/json.h"
#include "visible.h"

namespace evidence::report {
namespace {

std::string quantity_text(const json::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value.data())) return visible_value(*text);
  if (std::holds_alternative<std::nullptr_t>(value.data())) return "no value";
  return json::canonical(value);
}

}  // namespace

ReadingTable reading_table(const Reading& reading) {
  ReadingTable table{"reading " + visible(reading.name) + ": " +
                         (reading.verdict.empty() ? "no verdict" : visible(reading.verdict)),
                     reading.answer,
                     {}};
  const auto add = [&](std::string_view label, const std::string& text) {
    if (!text.empty()) table.rows.emplace_back(label, text);
  };
  add("why", visible(reading.why_none));
  add("meaning", visible(reading.meaning));
  add("next", visible(reading.next));
  for (const auto& [name, value] : reading.quantities) add(visible(name), quantity_text(value));
  std::string needs;
  for (const auto& [name, state] : reading.needs)
    needs += (needs.empty() ? "" : ", ") + visible(name) + " " + std::string(check_state_name(state));
  add("needs", needs);
  std::string tables;
  for (const auto& [name, rows] : reading.tables) {
    tables += (tables.empty() ? "" : ", ") + visible(name) + " (" + std::to_string(rows) +
              (rows == 1 ? " row)" : " rows)");
  }
  add("rests on", tables);
  return table;
}

}  // namespace evidence::report
