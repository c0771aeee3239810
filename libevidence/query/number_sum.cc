#include "number_sum.h"

namespace evidence::query {
namespace {

constexpr double kTwoTo64 = 18446744073709551616.0;

}  // namespace

void NumberSum::add(const Number& number) {
  if (const auto* integer = std::get_if<std::int64_t>(&number)) {
    ++integers_;
    if (__builtin_add_overflow(low_, *integer, &low_)) carry_ += *integer < 0 ? -1 : 1;
  } else {
    ++reals_;
    real_sum_.add(std::get<double>(number));
  }
}

void NumberSum::remove(const Number& number) {
  if (const auto* integer = std::get_if<std::int64_t>(&number)) {
    --integers_;
    if (__builtin_sub_overflow(low_, *integer, &low_)) carry_ += *integer < 0 ? 1 : -1;
  } else {
    --reals_;
    real_sum_.remove(std::get<double>(number));
  }
}

std::optional<std::int64_t> NumberSum::integer() const {
  return carry_ == 0 ? std::optional(low_) : std::nullopt;
}

// low_ may have more digits than a double: what rounding takes off is added after it.
double NumberSum::value() const {
  const std::int64_t last_bits = low_ % 4096;
  CompensatedSum sum = real_sum_;
  sum.add(static_cast<double>(carry_) * kTwoTo64);
  sum.add(static_cast<double>(low_ - last_bits));
  sum.add(static_cast<double>(last_bits));
  return sum.value();
}

}  // namespace evidence::query
