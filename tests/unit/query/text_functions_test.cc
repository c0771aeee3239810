#include "query/text_functions.h"

#include <gtest/gtest.h>

#include "fixture.h"
#include "query/handles.h"

namespace evidence::query {
namespace {

// A connection with SQLite's own functions, or with ours.
class Plain {
 public:
  explicit Plain(Meter* meter) {
    sqlite3* opened = nullptr;
    sqlite3_open(":memory:", &opened);
    connection_.reset(opened);
    if (meter != nullptr) add_text_functions(opened, *meter);
  }

  std::string ask(const std::string& sql) {
    sqlite3_stmt* made = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(connection_.get(), sql.c_str(), -1, &made, nullptr), SQLITE_OK) << sql;
    const Prepared prepared(made);
    if (sqlite3_step(made) != SQLITE_ROW) return sqlite3_errmsg(connection_.get());
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(made, 0));
    return std::to_string(sqlite3_column_type(made, 0)) + " " + (text == nullptr ? "NULL" : text);
  }

 private:
  Connection connection_;
};

class TextFunctions : public testing::Test {
 protected:
  void expect_same(const std::string& expression) {
    EXPECT_EQ(ours_.ask("SELECT " + expression), theirs_.ask("SELECT " + expression)) << expression;
  }

  Meter meter_{~std::uint64_t{0} - 1};
  Plain ours_{&meter_};
  Plain theirs_{nullptr};
};

const std::vector<std::string> kTexts{"''",   "'a'",   "'abc'", "'\u00e9\u20ac\U0001f600x'",
                                      "NULL", "12345", "-1.5",  "1e300"};

TEST_F(TextFunctions, length_is_that_of_sqlite) {
  for (const std::string& text : kTexts) expect_same("length(" + text + ")");
}

TEST_F(TextFunctions, substr_is_that_of_sqlite) {
  for (const std::string& text : kTexts) {
    for (const char* from : {"-9", "-4", "-2", "-1", "0", "1", "2", "4", "5", "9", "NULL", "2.7", "'2'",
                             "9223372036854775807", "-2147483648", "2147483647"}) {
      expect_same("substr(" + text + ", " + from + ")");
      for (const char* count :
           {"-9", "-2", "-1", "0", "1", "2", "3", "9", "NULL", "2147483647", "-2147483647"}) {
        expect_same("substr(" + text + ", " + from + ", " + count + ")");
      }
    }
  }
}

TEST_F(TextFunctions, instr_is_that_of_sqlite) {
  for (const std::string& whole : kTexts) {
    for (const std::string& part : kTexts) expect_same("instr(" + whole + ", " + part + ")");
  }
  expect_same("instr('\u00e9\u20acabcabc', 'cab')");
  expect_same("instr('aaaaab', 'aab')");
}

TEST_F(TextFunctions, glob_is_that_of_sqlite) {
  for (const char* pattern : {"'*'", "'a*'", "'[a-z]*'", "NULL", "'1*'", "12345"}) {
    for (const std::string& text : kTexts) {
      expect_same(text + " GLOB " + pattern);
      expect_same(text + " NOT GLOB " + pattern);
    }
  }
}

TEST_F(TextFunctions, glob_takes_no_endless_pattern) {
  EXPECT_EQ(ours_.ask("SELECT 'a' GLOB '" + std::string(1000, 'a') + "'"), "1 0");
  EXPECT_EQ(ours_.ask("SELECT 'a' GLOB '" + std::string(1001, 'a') + "'"),
            "glob() takes patterns of at most 1000 bytes");
}

TEST(TextFunctionsMeter, is_charged_for_every_character) {
  const std::string pad(1000, 'x');
  for (const std::string& expression : {"length('" + pad + "')", "substr('" + pad + "', 2)",
                                        "instr('" + pad + "', 'y')", "'" + pad + "' GLOB 'x*'"}) {
    Meter enough(10'000);
    EXPECT_EQ(Plain(&enough).ask("SELECT " + expression).substr(0, 2).find_first_of("13"), 0U);
    EXPECT_FALSE(enough.is_exceeded());
    Meter little(400);
    EXPECT_EQ(Plain(&little).ask("SELECT " + expression).substr(0, 20), "interrupted");
    EXPECT_TRUE(little.is_exceeded());
  }
}

}  // namespace
}  // namespace evidence::query
