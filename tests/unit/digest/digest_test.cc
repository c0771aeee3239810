#include <gtest/gtest.h>

#include "evidence/digest.h"

namespace evidence {
namespace {

TEST(Digest, ParseAndRenderAreInverse) {
  const std::string text = "00ff0123456789abcdef0123456789abcdef0123456789abcdef0123456789ab";
  const auto digest = Digest::parse(text);
  ASSERT_TRUE(digest);
  EXPECT_EQ(digest->render(), text);
  EXPECT_EQ(digest->bytes()[0], 0x00);
  EXPECT_EQ(digest->bytes()[1], 0xff);
  EXPECT_EQ(digest->bytes()[31], 0xab);
}

TEST(Digest, RefusesEverythingElse) {
  const std::string good(64, 'a');
  const std::pair<const char*, std::string> rows[] = {
      {"empty", ""},
      {"one digit short", good.substr(1)},
      {"two digits short", good.substr(2)},
      {"two digits long", good + "aa"},
      {"upper case", std::string(64, 'A')},
      {"no digit", good.substr(1) + "g"},
      {"with its algorithm", "sha256:" + good},
      {"white space in front", " " + good.substr(1)},
      {"line feed", good + "\n"},
  };
  for (const auto& [name, text] : rows) {
    EXPECT_FALSE(Digest::parse(text)) << name;
  }
}

TEST(Digest, OrdersByItsDigits) {
  const auto low = Digest::parse(std::string(62, '0') + "ff");
  const auto high = Digest::parse("80" + std::string(62, '0'));
  EXPECT_LT(*low, *high);
  EXPECT_EQ(*low, *low);
  EXPECT_NE(*low, *high);
}

}  // namespace
}  // namespace evidence
