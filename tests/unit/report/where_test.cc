#include "where.h"

#include <gtest/gtest.h>

namespace evidence::report {
namespace {

struct Phrase {
  std::string_view name;
  std::string_view role;
  std::vector<Where> places;
  std::string_view text;
};

class WherePhrase : public testing::TestWithParam<Phrase> {};

TEST_P(WherePhrase, Says) {
  EXPECT_EQ(where_phrase(GetParam().role, GetParam().places), GetParam().text);
}

std::vector<Phrase> rows() {
  return {{"nothing", "", {}, ""},
          {"role", "engine", {}, "engine"},
          {"one", "engine", {{"s1", "ready", {"1"}}}, "rank 1 (engine, s1 ready)"},
          {"no_role", "", {{"s1", "ready", {"1"}}}, "rank 1 (s1 ready)"},
          {"no_ranks", "engine", {{"s1", "ready", {}}}, "engine, s1 ready"},
          {"no_moment", "engine", {{"base", "", {"0"}}}, "rank 0 (engine, base)"},
          {"starts_fold",
           "engine",
           {{"s1", "ready", {"0", "1"}}, {"s2", "ready", {"0", "1"}}},
           "ranks 0,1 (engine, s1,s2 ready)"},
          {"moments_fold",
           "engine",
           {{"s1", "ready", {"0"}}, {"s1", "end", {"0"}}},
           "rank 0 (engine, s1 ready,end)"},
          {"both_fold",
           "engine",
           {{"s1", "ready", {"0"}},
            {"s1", "end", {"0"}},
            {"s2", "ready", {"0"}},
            {"s2", "end", {"0"}},
            {"s3", "end", {"0"}}},
           "rank 0 (engine, s1,s2 ready,end; s3 end)"},
          {"other_ranks_stand_apart",
           "engine",
           {{"s1", "ready", {"0", "1"}}, {"s2", "ready", {"0"}}},
           "ranks 0,1 (engine, s1 ready); rank 0 (engine, s2 ready)"},
          {"same_place_twice",
           "engine",
           {{"s1", "ready", {"1"}}, {"s1", "ready", {"0"}}},
           "ranks 0,1 (engine, s1 ready)"},
          {"escaped", "\x1b", {{"\n", "\xff", {"\x1b"}}}, "rank \\x1b (\\x1b, \\n \\xff)"}};
}

INSTANTIATE_TEST_SUITE_P(Report, WherePhrase, testing::ValuesIn(rows()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace evidence::report
