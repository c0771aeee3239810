#include "query/meter.h"

#include <gtest/gtest.h>

namespace evidence::query {
namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

TEST(Meter, is_exceeded_beyond_its_limit) {
  Meter meter(10);
  meter.charge(4);
  meter.charge(6);
  EXPECT_FALSE(meter.is_exceeded());
  meter.charge(1);
  EXPECT_TRUE(meter.is_exceeded());
  meter.charge(0);
  EXPECT_TRUE(meter.is_exceeded());
  meter.reset();
  EXPECT_FALSE(meter.is_exceeded());
}

TEST(Meter, keeps_what_all_queries_took) {
  Meter meter(10, 15);
  meter.charge(9);
  meter.reset();
  meter.charge(6);
  EXPECT_FALSE(meter.is_exceeded());
  meter.reset();
  EXPECT_FALSE(meter.is_used_up());
  meter.charge(1);
  EXPECT_TRUE(meter.is_used_up());
  meter.reset();
  EXPECT_TRUE(meter.is_exceeded());
}

TEST(Meter, does_not_wrap) {
  Meter meter(10);
  meter.charge(5);
  meter.charge(kMost);
  EXPECT_TRUE(meter.is_exceeded());
  meter.charge(kMost);
  EXPECT_TRUE(meter.is_exceeded());
}

}  // namespace
}  // namespace evidence::query
