#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence::query {
namespace {

struct Case {
  const char* title;
  std::vector<Value> values;
  Type type;
  const char* answer;
};

Value null() {
  return {};
}

std::vector<Value> integers(std::initializer_list<int> numbers) {
  std::vector<Value> values;
  for (const int number : numbers) values.push_back(integer(number));
  return values;
}

std::vector<Value> with_null_at(std::vector<Value> values, std::size_t at) {
  values.insert(values.begin() + static_cast<std::ptrdiff_t>(at), null());
  return values;
}

class AgreeOfOne : public testing::TestWithParam<Case> {};

TEST_P(AgreeOfOne, answers) {
  EXPECT_EQ(ask_of(GetParam().values, GetParam().type, "agree(v)"), GetParam().answer);
}

INSTANTIATE_TEST_SUITE_P(
    rows, AgreeOfOne,
    testing::Values(Case{"no_row", {}, Type::integer, "NULL"},
                    Case{"one_row", integers({7}), Type::integer, "1"},
                    Case{"equal", integers({7, 7, 7}), Type::integer, "1"},
                    Case{"last_differs", integers({7, 7, 8}), Type::integer, "0"},
                    Case{"one_null", with_null_at({}, 0), Type::integer, "NULL"},
                    Case{"null_first", with_null_at(integers({7, 7}), 0), Type::integer, "NULL"},
                    Case{"null_last", with_null_at(integers({7, 7}), 2), Type::integer, "NULL"},
                    Case{"null_after_a_difference", with_null_at(integers({7, 8}), 2), Type::integer, "NULL"},
                    Case{"texts", {text("a"), text("a")}, Type::text, "1"},
                    Case{"texts_differ_in_case", {text("a"), text("A")}, Type::text, "0"},
                    Case{"reals", {0.5, 0.5}, Type::real, "1"},
                    Case{"zeros_of_both_signs", {0.0, -0.0}, Type::real, "1"}),
    [](const auto& row) { return row.param.title; });

TEST(Agree, looks_at_all_arguments) {
  EXPECT_EQ(ask(sample(), "SELECT agree(b, start) FROM t WHERE a < 3"), "0");
  EXPECT_EQ(ask(sample(), "SELECT agree(b, 'z') FROM t WHERE b = 'p'"), "1");
  EXPECT_EQ(ask(sample(), "SELECT agree(b, x) FROM t WHERE b = 'p'"), "NULL");
  EXPECT_EQ(ask(sample(), "SELECT start, agree(start, a) FROM t GROUP BY start ORDER BY start"),
            "'s1',0 | 's2',1");
}

TEST(Agree, compares_numbers_as_numbers) {
  const char* sql = "SELECT agree(z) FROM (SELECT 1 AS z UNION ALL SELECT 1.0)";
  EXPECT_EQ(ask(sample(), sql), "1");
  EXPECT_EQ(ask(sample(), "SELECT agree(z) FROM (SELECT 1 AS z UNION ALL SELECT '1')"), "0");
  EXPECT_EQ(ask(sample(), "SELECT agree(z) FROM (SELECT '1' AS z UNION ALL SELECT 1)"), "0");
  // The nearest real number of the largest integer is one more.
  EXPECT_EQ(
      ask(sample(),
          "SELECT agree(z) FROM (SELECT 9223372036854775807 AS z UNION ALL SELECT 9223372036854775808.0)"),
      "0");
  EXPECT_EQ(ask(sample(),
                "SELECT agree(z) FROM (SELECT 9007199254740993 AS z UNION ALL SELECT 9007199254740992.0)"),
            "0");
  EXPECT_EQ(ask(sample(), "SELECT agree(z) FROM (SELECT 1 AS z UNION ALL SELECT 9e999)"), "0");
}

class EveryOne : public testing::TestWithParam<Case> {};

TEST_P(EveryOne, answers) {
  EXPECT_EQ(ask_of(GetParam().values, GetParam().type, "every(v)"), GetParam().answer);
}

constexpr const char* kRefused = "refused (evaluation): every() takes 0, 1 or NULL";

INSTANTIATE_TEST_SUITE_P(
    rows, EveryOne,
    testing::Values(Case{"no_row", {}, Type::integer, "NULL"},
                    Case{"all_one", integers({1, 1, 1}), Type::integer, "1"},
                    Case{"a_zero", integers({1, 0, 1}), Type::integer, "0"},
                    Case{"only_null", with_null_at({}, 0), Type::integer, "NULL"},
                    Case{"null_after_a_zero", with_null_at(integers({1, 0}), 2), Type::integer, "NULL"},
                    Case{"null_first", with_null_at(integers({1, 1}), 0), Type::integer, "NULL"},
                    Case{"two", integers({1, 2}), Type::integer, kRefused},
                    Case{"minus_one", integers({-1}), Type::integer, kRefused},
                    Case{"two_after_null", with_null_at(integers({2}), 0), Type::integer, kRefused},
                    Case{"real_one", {1.0}, Type::real, kRefused},
                    Case{"text_one", {text("1")}, Type::text, kRefused}),
    [](const auto& row) { return row.param.title; });

}  // namespace
}  // namespace evidence::query
