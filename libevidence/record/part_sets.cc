#include "part_sets.h"

#include <utility>

namespace evidence::record {

namespace {

constexpr std::size_t kMaxOpenSets = 65536;
// What a set and a slice cost beside their bytes.
constexpr std::size_t kSetBytes = 256;
constexpr std::size_t kSliceBytes = 96;

}  // namespace

PartSets::Added PartSets::add(Part part, Budget& budget) {
  auto found = sets_.find(part.whole);
  const std::size_t charge = part.data.size() + kSliceBytes + (found == sets_.end() ? kSetBytes : 0);
  if ((found == sets_.end() && sets_.size() == kMaxOpenSets) || !budget.take(charge)) {
    return Refused{"too many records in parts are open at once"};
  }
  if (found == sets_.end()) {
    found = sets_.emplace(part.whole, Set{}).first;
    found->second.count = part.count;
  }
  Set& set = found->second;
  set.charged += charge;
  if (set.count != part.count) {
    return Refused{"\"count\" differs from the other parts of record " + std::to_string(part.whole)};
  }
  set.bytes += part.data.size();
  set.slices.emplace(part.index, std::move(part.data));
  if (set.slices.size() < set.count && set.bytes <= kMaxRecord) return Waiting{};
  Added result = Refused{"the record is longer than " + std::to_string(kMaxRecord) + " bytes"};
  if (set.bytes <= kMaxRecord) result = Whole{join(set)};
  budget.give_back(set.charged);
  sets_.erase(found);
  return result;
}

PartSets::Open PartSets::first_open() const {
  const auto& [whole, set] = *sets_.begin();
  return Open{whole, set.slices.size(), set.count};
}

std::string PartSets::join(const Set& set) {
  std::string bytes;
  bytes.reserve(set.bytes);
  for (const auto& [index, slice] : set.slices) bytes += slice;
  return bytes;
}

}  // namespace evidence::record
