#include <gtest/gtest.h>

#include <random>

#include "fixture.h"
#include "query/handles.h"
#include "query/rounding.h"

namespace evidence::query {
namespace {

struct Case {
  const char* title;
  const char* expression;
  const char* answer;
};

class NumberFunctions : public testing::TestWithParam<Case> {};

TEST_P(NumberFunctions, answer) {
  EXPECT_EQ(ask(Database({}), std::string("SELECT ") + GetParam().expression), GetParam().answer);
}

constexpr const char* kText = "() takes numbers and was given text";

INSTANTIATE_TEST_SUITE_P(
    rows, NumberFunctions,
    testing::Values(Case{"abs_of_integers", "abs(-3), abs(3), abs(0), abs(NULL)", "3,3,0,NULL"},
                    Case{"abs_of_reals", "abs(-0.5), abs(-9e999)", "0.5,inf"},
                    Case{"sign", "sign(-3), sign(0), sign(0.5), sign(-9e999), sign(NULL)", "-1,0,1,-1,NULL"},
                    Case{"ratio", "ratio(1, 4), ratio(3.0, 2), ratio(-1, 3)", "0.25,1.5,-0.333333333333"},
                    Case{"ratio_is_real", "typeof(ratio(4, 2))", "'real'"},
                    Case{"ratio_by_zero", "ratio(1, 0), ratio(1, 0.0), ratio(0, -0.0)", "NULL,NULL,NULL"},
                    Case{"ratio_of_null", "ratio(NULL, 1), ratio(1, NULL), ratio(NULL, 0)", "NULL,NULL,NULL"},
                    Case{"ratio_overflows", "ratio(1e300, 1e-300)", "inf"},
                    Case{"ratio_of_infinities_is_null", "ratio(9e999, 9e999)", "NULL"},
                    // ln 2 and ln 10 to 12 digits (OEIS A002162, A002392).
                    Case{"ln", "ln(1), ln(2), ln(10.0)", "0.0,0.69314718056,2.30258509299"},
                    Case{"ln_of_nothing", "ln(0), ln(-1), ln(NULL), ln(-9e999)", "NULL,NULL,NULL,NULL"},
                    Case{"ln_of_infinity", "ln(9e999)", "inf"},
                    Case{"mod", "mod(7, 3), mod(-7, 3), mod(7, -3), mod(6, 3)", "1,-1,1,0"},
                    Case{"mod_by_zero", "mod(7, 0), mod(NULL, 2), mod(7, NULL)", "NULL,NULL,NULL"},
                    Case{"mod_of_the_least", "mod(-9223372036854775808, -1)", "0"},
                    Case{"round", "round(2.5), round(-2.5), round(1.005, 2), round(7), round(0.4)",
                         "3.0,-3.0,1.01,7.0,0.0"},
                    Case{"round_of_null", "round(NULL), round(1.5, NULL), round(NULL, 2)", "NULL,NULL,NULL"},
                    Case{"round_far", "round(1e300, 3), round(1.25, 99), round(1.25, -3), round(9e999)",
                         "1e+300,1.25,1.0,inf"},
                    Case{"coalesce_and_friends",
                         "coalesce(NULL, 2), ifnull(NULL, 3), nullif(1, 1), iif(1 > 2, 'a', 'b')",
                         "2,3,NULL,'b'"},
                    Case{"scalar_min_and_max", "min(2, 1, 3), max(2, 1, 3), max(1, NULL)", "1,3,NULL"}),
    [](const auto& row) { return row.param.title; });

TEST(NumberFunctions, take_no_text) {
  for (const char* call :
       {"abs('1')", "sign('1')", "round('1')", "round(1, '1')", "ratio('1', 1)", "ratio(1, '1')",
        "ratio('a', NULL)", "ratio('a', 0)", "ln('1')", "mod('1', 1)", "mod(1, '1')"}) {
    const std::string name = std::string(call).substr(0, std::string_view(call).find('('));
    EXPECT_EQ(ask(Database({}), std::string("SELECT ") + call), "refused (evaluation): " + name + kText)
        << call;
  }
}

TEST(NumberFunctions, take_the_remainder_of_integers_only) {
  EXPECT_EQ(ask(Database({}), "SELECT mod(5.5, 2)"),
            "refused (evaluation): mod() takes integers and was given a real number");
  EXPECT_EQ(ask(Database({}), "SELECT mod(5, 2.0)"),
            "refused (evaluation): mod() takes integers and was given a real number");
}

TEST(NumberFunctions, round_as_sqlite_does) {
  sqlite3* opened = nullptr;
  ASSERT_EQ(sqlite3_open(":memory:", &opened), SQLITE_OK);
  const Connection plain(opened);
  sqlite3_stmt* made = nullptr;
  ASSERT_EQ(sqlite3_prepare_v2(opened, "SELECT round(?1, ?2)", -1, &made, nullptr), SQLITE_OK);
  const Prepared prepared(made);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> reals(-1000, 1000);
  for (int i = 0; i < 300; ++i) {
    const double x = i % 3 == 0 ? static_cast<double>(i) / 16 : reals(random);
    const int digits = static_cast<int>(random() % 6);
    sqlite3_bind_double(made, 1, x);
    sqlite3_bind_int(made, 2, digits);
    ASSERT_EQ(sqlite3_step(made), SQLITE_ROW);
    const double expected = sqlite3_column_double(made, 0);
    sqlite3_reset(made);
    Parameters parameters;
    parameters["x"] = x;
    parameters["digits"] = integer(digits);
    EXPECT_EQ(ask(Database({}, parameters), "SELECT round(:x, :digits)"), show(Value(rounded(expected))))
        << x;
  }
}

}  // namespace
}  // namespace evidence::query
