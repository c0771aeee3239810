#include <gtest/gtest.h>

#include <cmath>

#include "fixture.h"

namespace evidence::query {
namespace {

TEST(Sums, follow_sqls_rules_for_null) {
  const std::vector<Value> none;
  EXPECT_EQ(ask_of(none, Type::integer, "sum(v), avg(v), total(v)"), "NULL,NULL,0.0");
  EXPECT_EQ(ask_of({Value()}, Type::integer, "sum(v), avg(v), total(v)"), "NULL,NULL,0.0");
  EXPECT_EQ(ask_of({integer(1), Value(), integer(4)}, Type::integer, "sum(v), avg(v), total(v)"),
            "5,2.5,5.0");
}

TEST(Sums, keep_their_type) {
  EXPECT_EQ(
      ask_of({integer(1), integer(2)}, Type::integer, "typeof(sum(v)), typeof(avg(v)), typeof(total(v))"),
      "'integer','real','real'");
  EXPECT_EQ(ask_of({1.0, 2.0}, Type::real, "typeof(sum(v))"), "'real'");
  EXPECT_EQ(
      ask_of({integer(1), integer(2)}, Type::integer, "sum(v + 0.5), sum(CASE v WHEN 1 THEN 0.5 ELSE v END)"),
      "4.0,2.5");
}

TEST(Sums, are_compensated) {
  const std::vector<Value> values{1.0, 1e100, 1.0, -1e100};
  EXPECT_EQ(ask_of(values, Type::real, "sum(v), total(v), avg(v)"), "2.0,2.0,0.5");
}

TEST(Sums, of_integers_do_not_overflow_on_the_way) {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(ask_of({integer(most), integer(1), integer(-1)}, Type::integer, "sum(v)"), "9223372036854775807");
  EXPECT_EQ(ask_of({integer(most), integer(1)}, Type::integer, "sum(v)"),
            "refused (evaluation): sum() overflows");
  EXPECT_EQ(ask_of({integer(most), integer(1)}, Type::integer, "total(v), avg(v)"),
            "9.22337203685e+18,4.61168601843e+18");
}

TEST(Sums, work_on_distinct_values_and_with_filters) {
  const std::vector<Value> values{integer(1), integer(1), integer(2)};
  EXPECT_EQ(ask_of(values, Type::integer, "sum(DISTINCT v), sum(v) FILTER (WHERE v = 1), avg(DISTINCT v)"),
            "3,2,1.5");
}

TEST(Sums, can_be_asked_over_windows) {
  const Database database = sample();
  EXPECT_EQ(ask(database,
                "SELECT sum(k) OVER (ORDER BY k ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING), "
                "avg(k) OVER (ORDER BY k ROWS 1 PRECEDING), total(k) OVER (ORDER BY k) "
                "FROM numbers WHERE k <= 4 ORDER BY k"),
            "3,1.0,1.0 | 6,1.5,3.0 | 9,2.5,6.0 | 7,3.5,10.0");
  EXPECT_EQ(ask(database,
                "SELECT sum(CASE k WHEN 1 THEN 9e999 WHEN 2 THEN 1e300 ELSE 0.5 END) "
                "OVER (ORDER BY k ROWS 1 PRECEDING) FROM numbers WHERE k <= 5 ORDER BY k"),
            "inf | inf | 1e+300 | 1.0 | 1.0");
  EXPECT_EQ(ask(database,
                "SELECT sum(x) OVER (ORDER BY a ROWS BETWEEN CURRENT ROW AND CURRENT ROW) FROM t ORDER BY a"),
            "0.5 | 1.5 | NULL");
}

TEST(Sums, fail_over_windows_as_they_do_over_groups) {
  EXPECT_EQ(ask(sample(), "SELECT sum(b) OVER (ORDER BY a ROWS 1 PRECEDING) FROM t"),
            "refused (evaluation): sum() takes numbers and was given text");
  EXPECT_EQ(ask(sample(), "SELECT sum(9223372036854775807) OVER (ORDER BY a) FROM t"),
            "refused (evaluation): sum() overflows");
}

}  // namespace
}  // namespace evidence::query
