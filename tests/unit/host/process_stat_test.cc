#include "process_stat.h"

#include <gtest/gtest.h>

#include "evidence/base.h"
#include "fake_proc.h"

namespace evidence::host {
namespace {

class Names : public testing::TestWithParam<const char*> {};

TEST_P(Names, move_no_field) {
  const auto stat = parse_process_stat(render_stat(
      7, {.name = GetParam(), .state = 'D', .parent = 3, .start_ticks = 4711, .environment_size = 10}));
  EXPECT_EQ(stat.name, GetParam());
  EXPECT_EQ(stat.state, 'D');
  EXPECT_EQ(stat.parent, 3);
  EXPECT_EQ(stat.start_ticks, 4711);
  EXPECT_EQ(stat.environment_begin, 4096U);
  EXPECT_EQ(stat.environment_end, 4106U);
}

INSTANTIATE_TEST_SUITE_P(ProcessStat, Names,
                         testing::Values("engine", "", ") R 1 (x", "(", ")", "a b", "two\nlines", "\xff\xfe",
                                         ") Z 1 2 3"));

TEST(ProcessStat, knows_what_has_exited) {
  EXPECT_TRUE(parse_process_stat(render_stat(7, {.state = 'Z'})).has_exited());
  EXPECT_TRUE(parse_process_stat(render_stat(7, {.state = 'X'})).has_exited());
  EXPECT_FALSE(parse_process_stat(render_stat(7, {.state = 'T'})).has_exited());
}

TEST(ProcessStat, does_without_the_addresses_of_newer_kernels) {
  const auto stat = parse_process_stat("7 (x) S 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 99\n");
  EXPECT_EQ(stat.start_ticks, 99);
  EXPECT_EQ(stat.stack, 0U);
}

struct Refusal {
  const char* title;
  const char* text;
  const char* reason;
};

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, says_why) {
  try {
    parse_process_stat(GetParam().text);
    FAIL() << "accepted";
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().reason), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    ProcessStat, Refused,
    testing::Values(Refusal{"empty", "", "no name"}, Refusal{"no_parentheses", "7 x S 1", "no name"},
                    Refusal{"turned", "7 )x( S 1", "no name"},
                    Refusal{"short", "7 (x) S 1 0\n", "too few fields"},
                    Refusal{"long_state", "7 (x) SS 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 99\n",
                            "too few fields"},
                    Refusal{"no_number", "7 (x) S 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 9x\n", "not a number"},
                    Refusal{"negative", "7 (x) S 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -9\n", "negative"},
                    Refusal{"glued", "7 (x)S 1 0 0", "one space"}),
    [](const auto& row) { return row.param.title; });

}  // namespace
}  // namespace evidence::host
