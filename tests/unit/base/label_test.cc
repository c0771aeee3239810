#include <gtest/gtest.h>

#include "evidence/base.h"

namespace evidence {
namespace {

struct Row {
  const char* name;
  std::string text;
  bool label;
  bool packet_path;
};

const Row kRows[] = {
    {"one letter", "a", true, true},
    {"every kind of character", "aZ09._+@-", true, true},
    {"hidden", ".part", true, true},
    {"three dots", "...", true, true},
    {"looks like an option", "-rf", true, true},
    {"empty", "", false, false},
    {"dot", ".", false, false},
    {"dot dot", "..", false, false},
    {"space", "a b", false, false},
    {"line feed", "a\n", false, false},
    {"NUL", std::string("a\0b", 3), false, false},
    {"letter that is not ASCII", "\xc3\xa4", false, false},
    {"backslash", "a\\b", false, false},
    {"colon", "a:b", false, false},
    {"64 characters", std::string(64, 'a'), true, true},
    {"65 characters", std::string(65, 'a'), false, true},
    {"100 characters", std::string(100, 'a'), false, true},
    {"101 characters", std::string(101, 'a'), false, false},
    {"two components", "a/b", false, true},
    {"absolute", "/a", false, false},
    {"trailing slash", "a/", false, false},
    {"slash alone", "/", false, false},
    {"empty component", "a//b", false, false},
    {"dot component", "a/./b", false, false},
    {"dot dot first", "../a", false, false},
    {"dot dot last", "a/..", false, false},
    {"long component behind a short one", "a/" + std::string(101, 'b'), false, false},
    {"255 bytes", std::string(100, 'a') + '/' + std::string(100, 'b') + '/' + std::string(53, 'c'), false,
     true},
    {"256 bytes", std::string(100, 'a') + '/' + std::string(100, 'b') + '/' + std::string(54, 'c'), false,
     false},
};

TEST(Label, Table) {
  for (const Row& row : kRows) {
    EXPECT_EQ(is_label(row.text), row.label) << row.name;
    EXPECT_EQ(is_packet_path(row.text), row.packet_path) << row.name;
  }
}

}  // namespace
}  // namespace evidence
