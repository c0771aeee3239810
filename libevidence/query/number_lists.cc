// mean(), median(), spread(), paired_t_low() and paired_t_high().

#include <vector>

#include "aggregate.h"
#include "arguments.h"
#include "statistics.h"

namespace evidence::query {
namespace {

// Memory that counts towards SQLite's heap limit.
template <typename T>
struct SqliteAllocator {
  using value_type = T;
  T* allocate(std::size_t count) {
    void* memory = sqlite3_malloc64(count * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t /*count*/) { sqlite3_free(memory); }
  bool operator==(const SqliteAllocator& /*other*/) const { return true; }
};

// What one row adds to the list; absent for NULL.
using Read = std::optional<double> (*)(Aggregate::Arguments values);
using Statistic = double (*)(std::span<double> values);

class NumberList final : public Aggregate {
 public:
  NumberList(Read read, Statistic statistic) : read_(read), statistic_(statistic) {}

  void add(Arguments values) override {
    const std::optional<double> value = read_(values);
    has_null_ = has_null_ || !value;
    if (!has_null_) numbers_.push_back(*value);
  }

  Value answer() override {
    if (has_null_ || numbers_.empty()) return {};
    return statistic_(numbers_);
  }

 private:
  Read read_;
  Statistic statistic_;
  std::vector<double, SqliteAllocator<double>> numbers_;
  bool has_null_ = false;
};

std::optional<double> one(Aggregate::Arguments values) {
  const auto x = number(values[0]);
  return x ? std::optional(real(*x)) : std::nullopt;
}

// a - b: of integers, however large, exact if it fits.
std::optional<double> difference(Aggregate::Arguments values) {
  const auto a = number(values[0]);
  const auto b = number(values[1]);
  if (!a || !b) return std::nullopt;
  const auto* left = std::get_if<std::int64_t>(&*a);
  const auto* right = std::get_if<std::int64_t>(&*b);
  std::int64_t exact = 0;
  const bool fits = left != nullptr && right != nullptr && !__builtin_sub_overflow(*left, *right, &exact);
  return fits ? static_cast<double>(exact) : real(*a) - real(*b);
}

}  // namespace

std::unique_ptr<Aggregate> make_mean() {
  return std::make_unique<NumberList>(one, [](std::span<double> values) { return mean(values); });
}

std::unique_ptr<Aggregate> make_median() {
  return std::make_unique<NumberList>(one, [](std::span<double> values) { return median(values); });
}

std::unique_ptr<Aggregate> make_spread() {
  return std::make_unique<NumberList>(one, [](std::span<double> values) { return spread(values); });
}

std::unique_ptr<Aggregate> make_paired_t_low() {
  return std::make_unique<NumberList>(difference,
                                      [](std::span<double> values) { return mean_interval(values).low; });
}

std::unique_ptr<Aggregate> make_paired_t_high() {
  return std::make_unique<NumberList>(difference,
                                      [](std::span<double> values) { return mean_interval(values).high; });
}

}  // namespace evidence::query
