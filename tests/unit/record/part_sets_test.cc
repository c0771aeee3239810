#include "part_sets.h"

#include <gtest/gtest.h>

#include "evidence/record.h"

namespace evidence::record {
namespace {

Part part(std::uint64_t whole, std::uint32_t index, std::uint32_t count, std::string data) {
  return Part{whole, index, count, std::move(data)};
}

bool waits(const PartSets::Added& added) {
  return std::holds_alternative<PartSets::Waiting>(added);
}
std::string whole(const PartSets::Added& added) {
  const auto* joined = std::get_if<PartSets::Whole>(&added);
  return joined == nullptr ? "not whole" : joined->bytes;
}
std::string reason(const PartSets::Added& added) {
  const auto* refused = std::get_if<PartSets::Refused>(&added);
  return refused == nullptr ? "not refused" : refused->reason;
}

TEST(PartSets, JoinsInAnyOrder) {
  Budget budget(10000);
  PartSets sets;
  EXPECT_TRUE(waits(sets.add(part(5, 2, 3, "c"), budget)));
  EXPECT_TRUE(waits(sets.add(part(9, 0, 2, "x"), budget)));
  EXPECT_TRUE(waits(sets.add(part(5, 0, 3, "a"), budget)));
  EXPECT_EQ(whole(sets.add(part(5, 1, 3, "b"), budget)), "abc");
  EXPECT_EQ(sets.open(), 1U);
  EXPECT_EQ(sets.first_open().whole, 9U);
  EXPECT_EQ(whole(sets.add(part(9, 1, 2, "y"), budget)), "xy");
  EXPECT_EQ(sets.open(), 0U);
  EXPECT_TRUE(budget.take(10000)) << "a finished set must give back all it held";
}

TEST(PartSets, RefusesAnotherCount) {
  Budget budget(10000);
  PartSets sets;
  EXPECT_TRUE(waits(sets.add(part(5, 0, 3, "a"), budget)));
  EXPECT_EQ(reason(sets.add(part(5, 1, 2, "b"), budget)),
            "\"count\" differs from the other parts of record 5");
  EXPECT_EQ(sets.open(), 1U);
}

TEST(PartSets, RefusesALongRecordAsSoonAsItIsLong) {
  Budget budget(kMaxRecord * 4);
  PartSets sets;
  EXPECT_TRUE(waits(sets.add(part(5, 0, 3, std::string(kMaxRecord, 'a')), budget)));
  EXPECT_EQ(reason(sets.add(part(5, 1, 3, "b"), budget)), "the record is longer than 4194304 bytes");
  EXPECT_EQ(sets.open(), 0U);
}

TEST(PartSets, HoldsNoMoreThanItsBudget) {
  Budget budget(1000);
  PartSets sets;
  EXPECT_TRUE(waits(sets.add(part(5, 0, 65536, std::string(600, 'a')), budget)));
  EXPECT_EQ(reason(sets.add(part(5, 1, 65536, std::string(600, 'a')), budget)),
            "too many records in parts are open at once");
}

}  // namespace
}  // namespace evidence::record
