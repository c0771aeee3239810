#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "evidence/base.h"

namespace evidence {
namespace {

class Threads : public testing::TestWithParam<unsigned> {};

TEST_P(Threads, ChangeNoOrder) {
  std::vector<int> finished;
  OrderedWork work(GetParam(), 5);
  for (int i = 0; i < 500; ++i) {
    const auto result = std::make_shared<int>(0);
    work.give(
        [i, result] {
          if (i % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
          *result = i;
        },
        [&finished, result] { finished.push_back(*result); });
  }
  work.finish();
  ASSERT_EQ(finished.size(), 500U);
  for (int i = 0; i < 500; ++i) EXPECT_EQ(finished[static_cast<std::size_t>(i)], i);
}

TEST_P(Threads, FinishOnTheCallersThread) {
  const auto caller = std::this_thread::get_id();
  OrderedWork work(GetParam(), 3);
  for (int i = 0; i < 20; ++i) {
    work.give([] {}, [&] { EXPECT_EQ(std::this_thread::get_id(), caller); });
  }
  work.finish();
}

TEST_P(Threads, HandOnWhatWorkThrowsInItsTurn) {
  int finished = 0;
  OrderedWork work(GetParam(), 4);
  const auto give_all = [&] {
    for (int i = 0; i < 100; ++i) {
      work.give(
          [i] {
            if (i == 40) throw std::runtime_error("forty");
          },
          [&finished] { ++finished; });
    }
    work.finish();
  };
  EXPECT_THROW(give_all(), std::runtime_error);
  EXPECT_EQ(finished, 40);
}

TEST_P(Threads, HandOnWhatDoneThrows) {
  OrderedWork work(GetParam(), 4);
  const auto give_all = [&] {
    for (int i = 0; i < 100; ++i) work.give([] {}, [] { throw std::runtime_error("done"); });
  };
  EXPECT_THROW(give_all(), std::runtime_error);
}

TEST_P(Threads, BeginNoMoreThanMayWait) {
  constexpr int kMostWaiting = 6;
  std::atomic<int> begun = 0;
  int finished = 0;
  int most = 0;
  OrderedWork work(GetParam(), kMostWaiting);
  for (int i = 0; i < 300; ++i) {
    work.give([&begun] { ++begun; },
              [&] {
                most = std::max(most, begun - finished);
                ++finished;
              });
  }
  work.finish();
  EXPECT_LE(most, kMostWaiting + 1);
}

TEST_P(Threads, EndWithoutFinishing) {
  std::atomic<int> worked = 0;
  {
    OrderedWork work(GetParam(), 100);
    for (int i = 0; i < 50; ++i) work.give([&worked] { ++worked; }, [] {});
  }
  EXPECT_LE(worked, 50);
}

INSTANTIATE_TEST_SUITE_P(OrderedWork, Threads, testing::Values(0, 1, 2, 3, 8),
                         [](const auto& value) { return "threads_" + std::to_string(value.param); });

TEST(ThreadCount, IsWhatIsWantedOrOneACore) {
  EXPECT_EQ(thread_count(3), 3U);
  EXPECT_EQ(thread_count(100'000), 1024U);
  EXPECT_GE(thread_count(0), 1U);
}

}  // namespace
}  // namespace evidence
