#include "sequence_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace evidence::record {

namespace {

// What one run costs: a node of the map.
constexpr std::size_t kRunBytes = 64;

}  // namespace

SequenceSet::Added SequenceSet::insert(std::uint64_t number, Budget& budget) {
  if (number < prefix_) return Added::present;
  if (number > prefix_) return insert_beyond(number, budget);
  ++prefix_;
  ++size_;
  if (!runs_.empty() && runs_.begin()->first == prefix_) {
    prefix_ = runs_.begin()->second;
    runs_.erase(runs_.begin());
    budget.give_back(kRunBytes);
  }
  return Added::added;
}

SequenceSet::Added SequenceSet::insert_beyond(std::uint64_t number, Budget& budget) {
  const auto next = runs_.upper_bound(number);
  const auto previous = next == runs_.begin() ? runs_.end() : std::prev(next);
  if (previous != runs_.end() && number < previous->second) return Added::present;
  const bool touches_previous = previous != runs_.end() && previous->second == number;
  const bool touches_next = next != runs_.end() && next->first == number + 1;
  if (touches_previous) {
    previous->second = touches_next ? next->second : number + 1;
    if (touches_next) {
      runs_.erase(next);
      budget.give_back(kRunBytes);
    }
  } else if (touches_next) {
    auto node = runs_.extract(next);
    node.key() = number;
    runs_.insert(std::move(node));
  } else {
    if (!budget.take(kRunBytes)) return Added::no_room;
    runs_.emplace_hint(next, number, number + 1);
  }
  ++size_;
  return Added::added;
}

std::uint64_t SequenceSet::count_from(std::uint64_t number) const {
  std::uint64_t count = prefix_ > number ? prefix_ - number : 0;
  for (const auto& [first, end] : runs_) count += end > number ? end - std::max(first, number) : 0;
  return count;
}

}  // namespace evidence::record
