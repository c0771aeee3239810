#include "in_order.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

namespace evidence::host {
namespace {

RecordBody numbered(std::size_t index) {
  return FactRecord{.name = std::to_string(index), .value = ""};
}

class Jobs : public testing::TestWithParam<unsigned> {};

TEST_P(Jobs, change_no_order) {
  for (const std::size_t count : {0U, 1U, 2U, 7U, 64U, 1000U}) {
    std::string names;
    std::string wanted;
    for (std::size_t index = 0; index < count; ++index) wanted += std::to_string(index) + " ";
    const auto make = [](std::size_t index) {
      if (index % 13 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
      return numbered(index);
    };
    make_in_order(count, GetParam(), make,
                  [&](const RecordBody& body) { names += std::get<FactRecord>(body).name + " "; });
    EXPECT_EQ(names, wanted);
  }
}

TEST_P(Jobs, hand_on_what_work_throws) {
  const auto make = [](std::size_t index) {
    if (index == 70) throw std::runtime_error("work");
    return numbered(index);
  };
  EXPECT_THROW(make_in_order(100, GetParam(), make, [](const RecordBody&) {}), std::runtime_error);
}

TEST_P(Jobs, stop_when_nobody_takes_more) {
  std::atomic<std::size_t> made = 0;
  const auto make = [&made](std::size_t index) {
    ++made;
    return numbered(index);
  };
  const auto take = [](const RecordBody&) { throw std::runtime_error("taken"); };
  EXPECT_THROW(make_in_order(1'000'000, GetParam(), make, take), std::runtime_error);
  EXPECT_LT(made, 10'000U);
}

INSTANTIATE_TEST_SUITE_P(InOrder, Jobs, testing::Values(0, 1, 2, 3, 8));

TEST(InOrder, lets_only_few_results_wait) {
  constexpr unsigned kJobs = 4;
  std::atomic<std::size_t> made = 0;
  std::size_t taken = 0;
  std::size_t most = 0;
  const auto make = [&made](std::size_t index) {
    ++made;
    return numbered(index);
  };
  make_in_order(5000, kJobs, make, [&](const RecordBody&) {
    if (taken == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    most = std::max(most, made - taken);
    ++taken;
  });
  EXPECT_EQ(taken, 5000U);
  EXPECT_LE(most, (kJobs * 4 + kJobs + 1) * 32U);
}

}  // namespace
}  // namespace evidence::host
