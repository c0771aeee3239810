#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence::query {
namespace {

constexpr const char* kAll = "mean(v), median(v), spread(v), paired_t_low(v, 0), paired_t_high(v, 0)";

TEST(NumberLists, have_an_answer_for_values_and_for_nothing_else) {
  EXPECT_EQ(ask_of({}, Type::real, kAll), "NULL,NULL,NULL,NULL,NULL");
  EXPECT_EQ(ask_of({Value()}, Type::real, kAll), "NULL,NULL,NULL,NULL,NULL");
  EXPECT_EQ(ask_of({Value(), 1.0, 2.0}, Type::real, kAll), "NULL,NULL,NULL,NULL,NULL");
  EXPECT_EQ(ask_of({1.0, 2.0, Value()}, Type::real, kAll), "NULL,NULL,NULL,NULL,NULL");
  EXPECT_EQ(ask_of({2.5}, Type::real, kAll), "2.5,2.5,0.0,NULL,NULL");
  // 1.5 -+ tan(0.475 pi) / 2
  EXPECT_EQ(ask_of({1.0, 2.0}, Type::real, kAll), "1.5,1.5,0.666666666667,-4.85310236809,7.85310236809");
}

TEST(NumberLists, give_real_numbers_for_integers) {
  EXPECT_EQ(ask_of({integer(1), integer(2), integer(6)}, Type::integer, "mean(v), median(v), spread(v)"),
            "3.0,2.0,1.66666666667");
}

TEST(NumberLists, take_no_text) {
  for (const char* name : {"mean", "median", "spread"}) {
    EXPECT_EQ(ask_of({text("1")}, Type::text, std::string(name) + "(v)"),
              std::string("refused (evaluation): ") + name + "() takes numbers and was given text");
  }
  for (const char* name : {"paired_t_low", "paired_t_high"}) {
    EXPECT_EQ(ask_of({text("1")}, Type::text, std::string(name) + "(1, v)"),
              std::string("refused (evaluation): ") + name + "() takes numbers and was given text");
  }
}

TEST(NumberLists, have_no_spread_around_zero) {
  EXPECT_EQ(ask_of({-1.0, 1.0}, Type::real, "spread(v)"), "NULL");
}

// Student (1908), the sleep data, as in statistics_test.
TEST(NumberLists, pair_two_columns) {
  Database database({{"sleep", {{"a", Type::real}, {"b", Type::real}}}});
  const double a[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
  const double b[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
  for (std::size_t i = 0; i < std::size(a); ++i) database.insert("sleep", {a[i], b[i]});
  EXPECT_EQ(ask(database, "SELECT paired_t_low(a, b), paired_t_high(a, b) FROM sleep"),
            "0.700114236723,2.45988576328");
  EXPECT_EQ(ask(database, "SELECT paired_t_low(b, a), paired_t_high(b, a) FROM sleep"),
            "-2.45988576328,-0.700114236723");
}

// Nanoseconds since 1970 do not fit into a real number; their differences do.
TEST(NumberLists, pair_large_integers_without_loss) {
  Database database({{"times", {{"a", Type::integer}, {"b", Type::integer}}}});
  const std::int64_t now = 1'764'438'093'123'456'789;
  database.insert("times", {integer(now + 1), integer(now)});
  database.insert("times", {integer(now + 3), integer(now)});
  // 2 -+ tan(0.475 pi)
  EXPECT_EQ(ask(database, "SELECT paired_t_low(a, b), paired_t_high(a, b) FROM times"),
            "-10.7062047362,14.7062047362");
  EXPECT_EQ(ask(database,
                "SELECT paired_t_low(a, b) FROM (SELECT 9223372036854775807 AS a, -1 AS b UNION ALL "
                "SELECT 9223372036854775807, -1)"),
            "9.22337203685e+18");
}

TEST(NumberLists, work_group_by_group) {
  EXPECT_EQ(ask(sample(), "SELECT b, median(a) FROM t GROUP BY b ORDER BY b"), "'p',2.0 | 'q',2.0");
  EXPECT_EQ(ask(sample(), "SELECT median(k), mean(k), median(DISTINCT k) FROM numbers"), "150.5,150.5,150.5");
}

}  // namespace
}  // namespace evidence::query
