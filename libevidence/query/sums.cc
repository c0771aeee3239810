// sum(), avg() and total().

#include "aggregate.h"
#include "arguments.h"
#include "number_sum.h"

namespace evidence::query {
namespace {

using Question = Value (*)(const NumberSum& sum);

class Sum final : public WindowAggregate {
 public:
  explicit Sum(Question question) : question_(question) {}
  void add(Arguments values) override {
    if (const auto x = number(values[0])) sum_.add(*x);
  }
  void remove(Arguments values) override {
    if (const auto x = number(values[0])) sum_.remove(*x);
  }
  Value answer() override { return question_(sum_); }

 private:
  Question question_;
  NumberSum sum_;
};

Value sum_of(const NumberSum& sum) {
  if (sum.count() == 0) return {};
  if (sum.has_reals()) return sum.value();
  if (!sum.integer()) throw WrongValue("overflows");
  return *sum.integer();
}

Value average_of(const NumberSum& sum) {
  if (sum.count() == 0) return {};
  return sum.value() / static_cast<double>(sum.count());
}

}  // namespace

std::unique_ptr<WindowAggregate> make_sum() {
  return std::make_unique<Sum>(sum_of);
}

std::unique_ptr<WindowAggregate> make_avg() {
  return std::make_unique<Sum>(average_of);
}

std::unique_ptr<WindowAggregate> make_total() {
  return std::make_unique<Sum>([](const NumberSum& sum) -> Value { return sum.value(); });
}

}  // namespace evidence::query
