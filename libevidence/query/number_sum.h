#pragma once

// What sum(), avg() and total() add up: integers exactly, real numbers with compensation.

#include <cstdint>
#include <optional>

#include "arguments.h"
#include "compensated_sum.h"

namespace evidence::query {

class NumberSum {
 public:
  void add(const Number& number);
  // Takes away what was added before.
  void remove(const Number& number);

  std::int64_t count() const { return integers_ + reals_; }
  bool has_reals() const { return reals_ > 0; }
  // Of the integers; absent if it does not fit.
  std::optional<std::int64_t> integer() const;
  // Of all.
  double value() const;

 private:
  CompensatedSum real_sum_;
  // The integers' sum is low_ + 2^64 carry_.
  std::int64_t low_ = 0;
  std::int64_t carry_ = 0;
  std::int64_t integers_ = 0;  // how many
  std::int64_t reals_ = 0;
};

}  // namespace evidence::query
