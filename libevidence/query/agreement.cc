// agree() and every().

#include <algorithm>
#include <vector>

#include "aggregate.h"
#include "arguments.h"

namespace evidence::query {
namespace {

bool has_null(Aggregate::Arguments values) {
  return std::any_of(values.begin(), values.end(),
                     [](sqlite3_value* value) { return sqlite3_value_type(value) == SQLITE_NULL; });
}

bool same_number(std::int64_t integer, double real) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  return real >= -kTwoTo63 && real < kTwoTo63 && real == static_cast<double>(integer) &&
         static_cast<std::int64_t>(real) == integer;
}

bool same_number(const Number& left, const Number& right) {
  if (left.index() == right.index()) return left == right;
  const bool left_is_real = std::holds_alternative<double>(left);
  return same_number(std::get<std::int64_t>(left_is_real ? right : left),
                     std::get<double>(left_is_real ? left : right));
}

std::optional<Number> number_in(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

// As SQL's `=` without a column's type on either side. Texts are not copied: there may be many and long ones.
bool equal(const Value& first, sqlite3_value* value) {
  if (sqlite3_value_type(value) != SQLITE_TEXT) {
    const auto left = number_in(first);
    return left && same_number(*left, *number(value));
  }
  const auto* text = std::get_if<std::string>(&first);
  return text != nullptr && *text == text_of(value);
}

class Agree final : public Aggregate {
 public:
  void add(Arguments values) override {
    if (values.empty()) throw WrongValue("takes one argument or more");
    has_null_ = has_null_ || has_null(values);
    if (has_null_) return;
    if (first_.empty()) {
      for (sqlite3_value* value : values) first_.push_back(value_of(value));
    }
    differs_ = differs_ || !std::equal(first_.begin(), first_.end(), values.begin(), equal);
  }

  Value answer() override {
    if (has_null_ || first_.empty()) return {};
    return std::int64_t{differs_ ? 0 : 1};
  }

 private:
  std::vector<Value> first_;
  bool differs_ = false;
  bool has_null_ = false;
};

class Every final : public Aggregate {
 public:
  void add(Arguments values) override {
    has_row_ = true;
    has_null_ = has_null_ || has_null(values);
    if (has_null(values)) return;
    const Value value = value_of(values[0]);
    const bool is_zero = value == Value(std::int64_t{0});
    if (!is_zero && value != Value(std::int64_t{1})) throw WrongValue("takes 0, 1 or NULL");
    has_zero_ = has_zero_ || is_zero;
  }

  Value answer() override {
    if (has_null_ || !has_row_) return {};
    return std::int64_t{has_zero_ ? 0 : 1};
  }

 private:
  bool has_row_ = false;
  bool has_null_ = false;
  bool has_zero_ = false;
};

}  // namespace

std::unique_ptr<Aggregate> make_agree() {
  return std::make_unique<Agree>();
}

std::unique_ptr<Aggregate> make_every() {
  return std::make_unique<Every>();
}

}  // namespace evidence::query
