#pragma once

// Collects damage in bounded memory.

#include <cstdint>
#include <vector>

#include "evidence/record.h"

namespace evidence::record {

class Damages {
 public:
  // Hostile input can be damage in every line.
  static constexpr std::size_t kKept = 1000;

  void add(Damage damage);
  // All that were kept, and one more that counts the others.
  std::vector<Damage> take();

 private:
  std::vector<Damage> kept_;
  std::uint64_t dropped_ = 0;
  Damage::Kind dropped_kind_ = Damage::Kind::foreign;  // of the first that was dropped
};

}  // namespace evidence::record
