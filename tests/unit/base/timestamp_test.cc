#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "evidence/base.h"

namespace evidence {
namespace {

struct Row {
  const char* text;
  std::int64_t nanoseconds;
};

constexpr Row kRows[] = {
    {"1970-01-01T00:00:00Z", 0},
    {"1970-01-01T00:00:00.000000001Z", 1},
    {"1970-01-01T00:00:01.5Z", 1'500'000'000},
    {"2000-02-29T23:59:59.999999999Z", 951'868'799'999'999'999},
    {"2001-09-09T01:46:40Z", 1'000'000'000'000'000'000},
    {"2024-12-31T12:30:45.120Z", 1'735'648'245'120'000'000},
    {"2038-01-19T03:14:08Z", 2'147'483'648'000'000'000},
    {"2262-04-11T23:47:16.854775807Z", std::numeric_limits<std::int64_t>::max()},
};

TEST(Timestamp, ParsesAndRendersKnownMoments) {
  for (const Row& row : kRows) {
    const auto moment = Timestamp::parse(row.text);
    ASSERT_TRUE(moment) << row.text;
    EXPECT_EQ(moment->nanoseconds(), row.nanoseconds) << row.text;
  }
  EXPECT_EQ(Timestamp::from_nanoseconds(0).render(), "1970-01-01T00:00:00.000000000Z");
  EXPECT_EQ(Timestamp::from_nanoseconds(1'735'648'245'120'000'000).render(),
            "2024-12-31T12:30:45.120000000Z");
}

TEST(Timestamp, ParseOfRenderIsTheIdentity) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 20000; ++round) {
    const auto moment = Timestamp::from_nanoseconds(static_cast<std::int64_t>(random() >> 1U));
    ASSERT_EQ(Timestamp::parse(moment.render()), moment) << moment.render();
  }
  const auto latest = Timestamp::from_nanoseconds(std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(Timestamp::parse(latest.render()), latest);
}

struct Reject {
  const char* why;
  const char* text;
};

constexpr Reject kRejects[] = {
    {"empty", ""},
    {"date alone", "2026-11-29"},
    {"no zone", "2026-11-29T17:41:33"},
    {"offset", "2026-11-29T17:41:33+00:00"},
    {"small z", "2026-11-29T17:41:33z"},
    {"small t", "2026-11-29t17:41:33Z"},
    {"space for T", "2026-11-29 17:41:33Z"},
    {"no seconds", "2026-11-29T17:41Z"},
    {"point without digits", "2026-11-29T17:41:33.Z"},
    {"ten fraction digits", "2026-11-29T17:41:33.1234567890Z"},
    {"comma", "2026-11-29T17:41:33,5Z"},
    {"letter in the fraction", "2026-11-29T17:41:33.5aZ"},
    {"sign in the fraction", "2026-11-29T17:41:33.-5Z"},
    {"month 0", "2026-00-29T17:41:33Z"},
    {"month 13", "2026-13-29T17:41:33Z"},
    {"day 0", "2026-11-00T17:41:33Z"},
    {"November 31", "2026-11-31T17:41:33Z"},
    {"February 29 in no leap year", "2026-02-29T17:41:33Z"},
    {"February 29 in 2100", "2100-02-29T17:41:33Z"},
    {"hour 24", "2026-11-29T24:00:00Z"},
    {"minute 60", "2026-11-29T17:60:00Z"},
    {"leap second", "2016-12-31T23:59:60Z"},
    {"before 1970", "1969-12-31T23:59:59Z"},
    {"one nanosecond too late", "2262-04-11T23:47:16.854775808Z"},
    {"far future", "9999-12-31T23:59:59Z"},
    {"five-digit year", "12026-11-29T17:41:33Z"},
    {"leading space", " 2026-11-29T17:41:33Z"},
    {"trailing line feed", "2026-11-29T17:41:33Z\n"},
    {"two zones", "2026-11-29T17:41:33ZZ"},
};

TEST(Timestamp, IsStrict) {
  for (const Reject& reject : kRejects) {
    EXPECT_FALSE(Timestamp::parse(reject.text)) << reject.why;
  }
}

TEST(Timestamp, RefusesTimesBefore1970) {
  EXPECT_THROW(Timestamp::from_nanoseconds(-1), UsageError);
  EXPECT_THROW(Timestamp::from_nanoseconds(std::numeric_limits<std::int64_t>::min()), UsageError);
}

TEST(Timestamp, OrdersByTime) {
  EXPECT_LT(Timestamp::from_nanoseconds(1), Timestamp::from_nanoseconds(2));
  const auto before = Timestamp::now();
  EXPECT_LE(before, Timestamp::now());
  EXPECT_GT(before, *Timestamp::parse("2024-01-01T00:00:00Z"));
}

}  // namespace
}  // namespace evidence
