#include "ranks.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace evidence::report {
namespace {

struct Folded {
  std::string_view name;
  std::vector<std::string> ranks;
  std::string_view text;
};

class FoldedRanks : public testing::TestWithParam<Folded> {};

TEST_P(FoldedRanks, InAnyOrder) {
  std::vector<std::string> ranks = GetParam().ranks;
  EXPECT_EQ(folded_ranks(ranks), GetParam().text);
  std::reverse(ranks.begin(), ranks.end());
  EXPECT_EQ(folded_ranks(ranks), GetParam().text);
  ranks.insert(ranks.end(), GetParam().ranks.begin(), GetParam().ranks.end());
  EXPECT_EQ(folded_ranks(ranks), GetParam().text);
}

std::vector<Folded> rows() {
  return {{"none", {}, ""},
          {"one", {"0"}, "rank 0"},
          {"two_stay_two", {"0", "1"}, "ranks 0,1"},
          {"three_are_a_range", {"0", "1", "2"}, "ranks 0-2"},
          {"by_number_not_by_text", {"9", "10", "11", "2"}, "ranks 2,9-11"},
          {"gap", {"0", "1", "2", "4"}, "ranks 0-2,4"},
          {"names", {"sparkhead", "sparktail"}, "ranks sparkhead,sparktail"},
          {"numbered_names", {"node08", "node09", "node10", "node12"}, "ranks node08..node10,node12"},
          {"dashed_names", {"host-1", "host-2", "host-3"}, "ranks host-1..host-3"},
          {"leading_zeros_are_other_labels", {"1", "02", "3"}, "ranks 1,02,3"},
          {"width_grows", {"99", "100", "101"}, "ranks 99-101"},
          {"padded_width_does_not_grow", {"098", "099", "100"}, "ranks 098-100"},
          {"too_long_for_a_number",
           {"99999999999999999999", "99999999999999999998", "99999999999999999997"},
           "ranks 99999999999999999997,99999999999999999998,99999999999999999999"},
          {"mixed", {"b1", "a1", "1", "x"}, "ranks 1,a1,b1,x"}};
}

INSTANTIATE_TEST_SUITE_P(Report, FoldedRanks, testing::ValuesIn(rows()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(FoldedRanks, ManyPiecesCanBeBroken) {
  std::vector<std::string> ranks;
  for (int rank = 0; rank < 100; rank += 2) ranks.push_back(std::to_string(rank));
  const std::string text = folded_ranks(ranks);
  EXPECT_EQ(text.substr(0, 15), "ranks 0, 2, 4, ");
}

}  // namespace
}  // namespace evidence::report
