#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "evidence/base.h"

namespace evidence {
namespace {

TEST(ShareWork, DoesEachPieceOnce) {
  for (const std::size_t count : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> done(count);
    share_work(count, [&](std::size_t at) { ++done[at]; });
    for (const std::atomic<int>& one : done) EXPECT_EQ(one, 1);
  }
}

TEST(ShareWork, HandsOnAFailureAndBeginsNothingMore) {
  std::atomic<int> done{0};
  EXPECT_THROW(share_work(100000,
                          [&](std::size_t at) {
                            if (at == 10) throw UsageError("ten");
                            ++done;
                          }),
               UsageError);
  EXPECT_LT(done, 100000);
}

}  // namespace
}  // namespace evidence
