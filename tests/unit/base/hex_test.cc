#include <gtest/gtest.h>

#include "evidence/base.h"

namespace evidence {
namespace {

TEST(Hex, WritesTwoLowerCaseDigitsAByte) {
  EXPECT_EQ(to_hex({}), "");
  EXPECT_EQ(to_hex(std::vector<std::uint8_t>{0x00, 0x0f, 0xa5, 0xff}), "000fa5ff");
}

TEST(Hex, EveryByteComesBack) {
  std::vector<std::uint8_t> all(256);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = static_cast<std::uint8_t>(i);
  }
  EXPECT_EQ(from_hex(to_hex(all)), all);
  EXPECT_EQ(from_hex(""), std::vector<std::uint8_t>{});
}

TEST(Hex, RefusesWhatToHexDoesNotWrite) {
  for (const char* text : {"0", "abc", "AB", "aB", "0x", "g0", "0g", " 0", "0 ", "0\n", "/0", ":0", "`0"}) {
    EXPECT_FALSE(from_hex(text)) << text;
  }
  EXPECT_FALSE(from_hex(std::string_view("0\0", 2)));
}

}  // namespace
}  // namespace evidence
