#include "query/refused.h"

#include <gtest/gtest.h>

namespace evidence::query {
namespace {

std::string reason(std::string_view text) {
  try {
    refuse(Refusal::Kind::limit, text);
  } catch (const Refused& refused) {
    EXPECT_EQ(refused.refusal().kind, Refusal::Kind::limit);
    EXPECT_EQ(refused.what(), refused.refusal().reason);
    return refused.refusal().reason;
  }
}

TEST(Refused, carries_its_reason) {
  EXPECT_EQ(reason("no such column: \"x\""), "no such column: \"x\"");
}

TEST(Refused, is_printable) {
  EXPECT_EQ(reason("a\x1b[2J\nb"), "a\\x1b[2J\\nb");
  EXPECT_EQ(reason("\u00e9"), "\u00e9");
}

TEST(Refused, is_short) {
  EXPECT_EQ(reason(std::string(400, 'a')), std::string(400, 'a'));
  EXPECT_EQ(reason(std::string(401, 'a')), std::string(400, 'a') + " ...");
  EXPECT_EQ(reason(std::string(300, '\x1b')).size(), 404U);
  // Never in the middle of a character.
  EXPECT_EQ(reason(std::string(399, 'a') + "\u00e9"), std::string(399, 'a') + " ...");
}

}  // namespace
}  // namespace evidence::query
