#pragma once

// Values on their way into our SQL functions and out of them.

#include <sqlite3.h>

#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "evidence/query.h"

namespace evidence::query {

// A value that a function does not take. The query fails with it, of kind evaluation.
class WrongValue : public std::exception {
 public:
  explicit WrongValue(std::string wrong) : wrong_(std::move(wrong)) {}
  const char* what() const noexcept override { return wrong_.c_str(); }

 private:
  std::string wrong_;
};

using Number = std::variant<std::int64_t, double>;

// Absent for NULL. Throws WrongValue for text.
std::optional<Number> number(sqlite3_value* value);
double real(const Number& number);

// As text, which numbers become as SQLite writes them. Precondition: not NULL. It lasts while `value` is not
// asked for anything else.
std::string_view text_of(sqlite3_value* value);

// Precondition: no blob; there are none in a sandbox.
Value value_of(sqlite3_value* value);
void give(sqlite3_context* context, const Value& value);

// Runs `body`, which may throw WrongValue or std::bad_alloc, for the function of that name.
template <typename Body>
void guarded(sqlite3_context* context, std::string_view name, const Body& body) noexcept {
  try {
    body();
  } catch (const WrongValue& wrong) {
    const std::string message = std::string(name) + "() " + wrong.what();
    sqlite3_result_error(context, message.c_str(), static_cast<int>(message.size()));
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

}  // namespace evidence::query
