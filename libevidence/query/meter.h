#pragma once

// Counts the steps that one query takes. A function whose work is not a matter of one step of SQLite's
// machine charges for it here.

#include <cstdint>

namespace evidence::query {

class Meter {
 public:
  explicit Meter(std::uint64_t limit) : limit_(limit) {}
  void reset() { spent_ = 0; }
  void charge(std::uint64_t steps) { spent_ = steps < limit_ + 1 - spent_ ? spent_ + steps : limit_ + 1; }
  // Stays true until the next reset().
  bool is_exceeded() const { return spent_ > limit_; }

 private:
  std::uint64_t limit_;
  std::uint64_t spent_ = 0;  // at most limit_ + 1
};

}  // namespace evidence::query
