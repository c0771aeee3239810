#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "evidence/digest.h"

namespace evidence {
namespace {

Digest number(const std::string& tail, char fill = '0') {
  return *Digest::parse(std::string(64 - tail.size(), fill) + tail);
}

TEST(DigestSum, StartsAtZero) {
  EXPECT_EQ(DigestSum().value(), number("0"));
}

struct Row {
  const char* name;
  Digest one;
  Digest other;
  Digest sum;
};

TEST(DigestSum, AddsBigEndianNumbers) {
  const Row rows[] = {
      {"without a carry", number("01"), number("02"), number("03")},
      {"carry into the next byte", number("ff"), number("01"), number("0100")},
      {"carry through all bytes wraps", number("", 'f'), number("01"), number("00")},
      {"the largest twice", number("", 'f'), number("", 'f'), number("fe", 'f')},
      {"carry through the middle", number("ffffffff"), number("ffffffff"), number("01fffffffe")},
  };
  for (const Row& row : rows) {
    DigestSum sum;
    sum.add(row.one);
    sum.add(row.other);
    EXPECT_EQ(sum.value().render(), row.sum.render()) << row.name;
  }
}

TEST(DigestSum, TheOrderDoesNotMatterAndTheCountDoes) {
  std::vector<Digest> digests;
  for (int i = 0; i < 100; ++i) {
    digests.push_back(sha256(std::to_string(i)));
  }
  const auto sum_of = [](const std::vector<Digest>& list) {
    DigestSum sum;
    std::for_each(list.begin(), list.end(), [&](const Digest& digest) { sum.add(digest); });
    return sum.value();
  };
  const Digest sum = sum_of(digests);
  std::shuffle(digests.begin(), digests.end(), std::mt19937(5));
  EXPECT_EQ(sum_of(digests), sum);
  digests.push_back(digests.front());
  EXPECT_NE(sum_of(digests), sum);
}

}  // namespace
}  // namespace evidence
