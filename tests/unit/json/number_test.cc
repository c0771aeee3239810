#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <random>

#include "evidence/json.h"

namespace evidence::json {
namespace {

struct Row {
  std::uint64_t bits;
  std::string_view text;
};

// RFC 8785 Appendix B.
const Row kAppendixB[] = {
    {0x0000000000000000, "0"},
    {0x8000000000000000, "0"},
    {0x0000000000000001, "5e-324"},
    {0x8000000000000001, "-5e-324"},
    {0x7fefffffffffffff, "1.7976931348623157e+308"},
    {0xffefffffffffffff, "-1.7976931348623157e+308"},
    {0x4340000000000000, "9007199254740992"},
    {0xc340000000000000, "-9007199254740992"},
    {0x4430000000000000, "295147905179352830000"},
    {0x44b52d02c7e14af5, "9.999999999999997e+22"},
    {0x44b52d02c7e14af6, "1e+23"},
    {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
    {0x444b1ae4d6e2ef4e, "999999999999999700000"},
    {0x444b1ae4d6e2ef4f, "999999999999999900000"},
    {0x444b1ae4d6e2ef50, "1e+21"},
    {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
    {0x3eb0c6f7a0b5ed8d, "0.000001"},
    {0x41b3de4355555553, "333333333.3333332"},
    {0x41b3de4355555554, "333333333.33333325"},
    {0x41b3de4355555555, "333333333.3333333"},
    {0x41b3de4355555556, "333333333.3333334"},
    {0x41b3de4355555557, "333333333.33333343"},
    {0xbecbf647612f3696, "-0.0000033333333333333333"},
    {0x43143ff3c1cb0959, "1424953923781206.2"},
};

TEST(CanonicalNumber, AppendixB) {
  for (const Row& row : kAppendixB) EXPECT_EQ(canonical_number(std::bit_cast<double>(row.bits)), row.text);
}

// Each side of the four borders between the layouts of ECMA-262 Number::toString.
TEST(CanonicalNumber, Layouts) {
  const std::pair<double, std::string_view> rows[] = {
      {1, "1"},
      {-1.5, "-1.5"},
      {10, "10"},
      {123456, "123456"},
      {0.1, "0.1"},
      {0.00001, "0.00001"},
      {0.0000012, "0.0000012"},
      {0.00000012, "1.2e-7"},
      {1e-7, "1e-7"},
      {1e20, "100000000000000000000"},
      {-1.25e21, "-1.25e+21"},
      {1e100, "1e+100"},
      {1.5e-10, "1.5e-10"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
      {9007199254740991, "9007199254740991"},
  };
  for (const auto& [number, text] : rows) EXPECT_EQ(canonical_number(number), text);
}

TEST(CanonicalNumber, ReadsBackAsTheSameDouble) {
  std::mt19937_64 random(8785);
  for (int i = 0; i < 100000; ++i) {
    const double number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    const std::string text = canonical_number(number);
    double back = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), back);
    ASSERT_EQ(result.ptr, text.data() + text.size()) << text;
    ASSERT_EQ(back, number) << text;
  }
}

}  // namespace
}  // namespace evidence::json
