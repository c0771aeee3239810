#pragma once

// Counts the steps that one query takes, and those of all queries together. A function whose work is not a
// matter of one step of SQLite's machine charges for it here.

#include <cstdint>

namespace evidence::query {

class Meter {
 public:
  explicit Meter(std::uint64_t limit, std::uint64_t all = ~std::uint64_t{0} - 1) : limit_(limit), all_(all) {}
  // Before the next query; what all have taken is kept.
  void reset() { spent_ = 0; }
  void charge(std::uint64_t steps) {
    spent_ = more(spent_, steps, limit_);
    spent_by_all_ = more(spent_by_all_, steps, all_);
  }
  // Stays true until the next reset().
  bool is_exceeded() const { return spent_ > limit_ || is_used_up(); }
  // Stays true for good: nothing more may be asked.
  bool is_used_up() const { return spent_by_all_ > all_; }

 private:
  static std::uint64_t more(std::uint64_t spent, std::uint64_t steps, std::uint64_t limit) {
    return steps < limit + 1 - spent ? spent + steps : limit + 1;
  }
  std::uint64_t limit_;
  std::uint64_t all_;
  std::uint64_t spent_ = 0;         // at most limit_ + 1
  std::uint64_t spent_by_all_ = 0;  // at most all_ + 1
};

}  // namespace evidence::query
