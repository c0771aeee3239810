#include "agreement.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "mutations.h"

namespace evidence::schemas {

namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

Agreement::Agreement(std::string_view schema, Read read, std::vector<std::string_view> beyond_form)
    : schema_(schema), read_(std::move(read)) {
  for (const std::string_view rule : beyond_form) uses_.emplace(rule, 0);
}

bool Agreement::is_beyond_form(const std::string& mistake) const {
  return std::ranges::any_of(uses_,
                             [&](const auto& rule) { return mistake.find(rule.first) != std::string::npos; });
}

void Agreement::expect_good(const json::Value& document, const std::string& what) {
  EXPECT_EQ(joined(read_(document)), "") << what;
  EXPECT_EQ(schema_.refusal(document).value_or(""), "") << what;
}

void Agreement::expect_bad(const json::Value& document, const std::string& what) {
  EXPECT_FALSE(read_(document).empty()) << what;
  EXPECT_TRUE(schema_.refusal(document)) << what;
}

void Agreement::expect_same(const json::Value& document, const std::string& what) {
  const std::vector<std::string> mistakes = read_(document);
  const auto refusal = schema_.refusal(document);
  if (mistakes.empty()) {
    EXPECT_FALSE(refusal) << what << "\nthe reader accepts it; the schema:\n" << *refusal;
  } else if (!std::ranges::all_of(mistakes,
                                  [&](const std::string& mistake) { return is_beyond_form(mistake); })) {
    EXPECT_TRUE(refusal) << what << "\nthe schema accepts it; the reader:\n" << joined(mistakes);
    if (refusal) ++refused_by_both_;
  } else if (!refusal) {
    for (auto& [rule, uses] : uses_) {
      uses += std::ranges::any_of(mistakes,
                                  [&, &words = rule](const std::string& mistake) {
                                    return mistake.find(words) != std::string::npos;
                                  })
                  ? 1
                  : 0;
    }
  }
}

void Agreement::expect_same_around(const json::Value& document, const std::string& what,
                                   std::string_view below) {
  expect_good(document, what);
  for_each_mutation(document, [&](const std::string& change, const json::Value& changed) {
    if (change.starts_with(below) && !testing::Test::HasFailure()) expect_same(changed, what + ": " + change);
  });
}

std::vector<std::string> Agreement::idle_rules() const {
  std::vector<std::string> idle;
  for (const auto& [rule, uses] : uses_) {
    if (uses == 0) idle.emplace_back(rule);
  }
  return idle;
}

}  // namespace evidence::schemas
