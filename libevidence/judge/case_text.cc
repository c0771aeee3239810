#include <cmath>

#include "checks.h"

namespace evidence {

std::string value_text(const query::Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* text = std::get_if<std::string>(&value)) {
    constexpr std::size_t kShown = 200;
    return text->size() <= kShown ? printable(*text) : printable(text->substr(0, kShown)) + "...";
  }
  if (const auto* number = std::get_if<double>(&value))
    return std::isfinite(*number) ? json::canonical(json::Value(*number)) : "infinite";
  return "NULL";
}

std::string case_text(const std::vector<std::string>& columns, const CaseKey& key) {
  constexpr std::size_t kShown = 300;
  std::string text;
  for (std::size_t i = 0; i < columns.size() && text.size() < kShown; ++i)
    text += (i > 0 ? ", " : "") + columns[i] + " " + value_text(key[i]);
  return text;
}

}  // namespace evidence
