#include <gtest/gtest.h>
#include <sqlite3.h>

#include <array>

#include "fixture.h"

namespace evidence::query {
namespace {

constexpr std::array kExempt{"action", "first", "key", "last", "plan", "query", "row", "rows"};

TEST(Names, are_lower_case_words) {
  for (const char* name :
       {"a", "ttft_s", "a1", "z_", "suffix_audit", "anchor", "mainly", "temperature", "sqlite"}) {
    EXPECT_TRUE(is_name(name)) << name;
  }
  for (const char* name : {"", "A", "aB", "1a", "_a", "a-b", "a b", "a.b", "a\"", "\u00e9", "a\n", "$a"}) {
    EXPECT_FALSE(is_name(name)) << name;
  }
  EXPECT_FALSE(is_name(std::string_view("a\0", 2)));
}

TEST(Names, have_at_most_64_bytes) {
  EXPECT_TRUE(is_name(std::string(64, 'a')));
  EXPECT_FALSE(is_name(std::string(65, 'a')));
}

TEST(Names, mean_nothing_to_sqlite) {
  for (const char* name : {"sqlite_", "sqlite_master", "pragma_", "pragma_table_info", "main", "temp",
                           "rowid", "oid", "true", "false"}) {
    EXPECT_FALSE(is_name(name)) << name;
  }
}

TEST(Names, are_no_keywords_of_the_sqlite_that_is_here) {
  int refused = 0;
  for (int i = 0; i < sqlite3_keyword_count(); ++i) {
    const char* bytes = nullptr;
    int size = 0;
    ASSERT_EQ(sqlite3_keyword_name(i, &bytes, &size), SQLITE_OK);
    std::string keyword(bytes, static_cast<std::size_t>(size));
    for (char& c : keyword) c = static_cast<char>(c | 0x20);
    if (keyword.find('\x7f') != std::string::npos) std::replace(keyword.begin(), keyword.end(), '\x7f', '_');
    const bool is_exempt = std::find(kExempt.begin(), kExempt.end(), keyword) != kExempt.end();
    EXPECT_EQ(is_name(keyword), is_exempt) << keyword;
    refused += is_exempt ? 0 : 1;
  }
  EXPECT_GE(refused, 130);
}

class ExemptName : public testing::TestWithParam<const char*> {};

// Wherever a name may stand, and without quotes.
TEST_P(ExemptName, reads_as_a_name) {
  const std::string name = GetParam();
  Database database({{name, {{name, Type::integer}}}});
  database.insert(name, {integer(1)});
  static constexpr const char* kForms[] = {
      "SELECT # FROM #",
      "SELECT #.# + #, - #, NOT # FROM # WHERE # = 1 AND # IN (1, 2)",
      "SELECT max(#), agree(#, #) FROM # GROUP BY # HAVING # > 0 ORDER BY #, # DESC",
      "SELECT # AS #, 2 # FROM # AS #",
      "SELECT #.# FROM # # LEFT JOIN # AS z ON z.# = #.# AND #.#",
      "SELECT row_number() OVER (PARTITION BY # ORDER BY #), sum(#) OVER (ORDER BY # ROWS BETWEEN 1 "
      "PRECEDING AND "
      "CURRENT ROW) FROM #",
      "SELECT CASE # WHEN # THEN # ELSE # END, CASE WHEN # THEN # END FROM #",
      "SELECT # BETWEEN # AND #, # IS NULL, # IS NOT DISTINCT FROM #, # GLOB # || # FROM #",
      "SELECT count(DISTINCT #) FILTER (WHERE #) FROM #",
      "SELECT # FROM # ORDER BY # NULLS FIRST LIMIT 1 OFFSET 0",
      "SELECT # FROM (SELECT # FROM # UNION ALL SELECT # FROM #) AS # WHERE EXISTS (SELECT # FROM #)",
  };
  for (std::string sql : kForms) {
    for (std::size_t at = 0; (at = sql.find('#', at)) != std::string::npos; at += name.size())
      sql.replace(at, 1, name);
    const std::string answer = ask(database, sql);
    EXPECT_EQ(answer.find("refused"), std::string::npos) << sql << "\n" << answer;
  }
}

INSTANTIATE_TEST_SUITE_P(rows, ExemptName, testing::ValuesIn(kExempt),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace evidence::query
