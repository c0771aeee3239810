#pragma once

// The sequence numbers that a stream has shown: a contiguous prefix, which is all that a stream in order
// needs, and the runs beyond it, joined as soon as they touch.

#include <cstdint>
#include <map>

#include "budget.h"

namespace evidence::record {

class SequenceSet {
 public:
  enum class Added { added, present, no_room };
  Added insert(std::uint64_t number, Budget& budget);

  // All numbers below are in the set, this one is not.
  std::uint64_t first_missing() const { return prefix_; }
  std::uint64_t size() const { return size_; }
  // How many of its numbers are at least `number`.
  std::uint64_t count_from(std::uint64_t number) const;
  // One more than the largest; 0 when empty.
  std::uint64_t end() const { return runs_.empty() ? prefix_ : runs_.rbegin()->second; }

 private:
  Added insert_beyond(std::uint64_t number, Budget& budget);

  std::uint64_t prefix_ = 0;
  std::uint64_t size_ = 0;
  std::map<std::uint64_t, std::uint64_t> runs_;  // first → one past the last
};

}  // namespace evidence::record
