#include "number_functions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <string_view>

#include "arguments.h"

namespace evidence::query {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

void abs_of(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  guarded(context, "abs", [&] {
    const auto x = number(values[0]);
    if (!x) return;
    const auto* integer = std::get_if<std::int64_t>(&*x);
    if (integer == nullptr) return sqlite3_result_double(context, std::fabs(real(*x)));
    if (*integer == kLeast) throw WrongValue("overflows");
    sqlite3_result_int64(context, *integer < 0 ? -*integer : *integer);
  });
}

void sign(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  guarded(context, "sign", [&] {
    const auto x = number(values[0]);
    if (x) sqlite3_result_int64(context, real(*x) < 0 ? -1 : real(*x) > 0 ? 1 : 0);
  });
}

// SQLite's own way, half away from zero in decimal.
double rounded(double x, std::int64_t digits) {
  constexpr double kNoFractionAbove = 4503599627370496.0;
  if (std::fabs(x) > kNoFractionAbove) return x;
  if (digits == 0) return static_cast<double>(static_cast<std::int64_t>(x + (x < 0 ? -0.5 : 0.5)));
  const std::unique_ptr<char, void (*)(void*)> text(sqlite3_mprintf("%!.*f", static_cast<int>(digits), x),
                                                    sqlite3_free);
  if (text == nullptr) throw std::bad_alloc();
  const std::string_view written = text.get();
  std::from_chars(written.data(), written.data() + written.size(), x);
  return x;
}

void round_to(sqlite3_context* context, int count, sqlite3_value** values) noexcept {
  guarded(context, "round", [&] {
    constexpr double kMostDigits = 30;
    const auto x = number(values[0]);
    const auto digits = count > 1 ? number(values[1]) : Number(std::int64_t{0});
    if (!x || !digits) return;
    const double places = std::trunc(std::min(std::max(real(*digits), 0.0), kMostDigits));
    sqlite3_result_double(context, rounded(real(*x), static_cast<std::int64_t>(places)));
  });
}

void ratio(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  guarded(context, "ratio", [&] {
    const auto a = number(values[0]);
    const auto b = number(values[1]);
    if (a && b && real(*b) != 0) sqlite3_result_double(context, real(*a) / real(*b));
  });
}

void natural_logarithm(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  guarded(context, "ln", [&] {
    const auto x = number(values[0]);
    if (x && real(*x) > 0) sqlite3_result_double(context, std::log(real(*x)));
  });
}

std::optional<std::int64_t> integer(sqlite3_value* value) {
  const auto x = number(value);
  if (!x) return std::nullopt;
  if (!std::holds_alternative<std::int64_t>(*x))
    throw WrongValue("takes integers and was given a real number");
  return std::get<std::int64_t>(*x);
}

void mod(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  guarded(context, "mod", [&] {
    const auto a = integer(values[0]);
    const auto b = integer(values[1]);
    // The machine's division traps on the least integer by -1.
    if (a && b && *b != 0) sqlite3_result_int64(context, *b == -1 ? 0 : *a % *b);
  });
}

struct Entry {
  const char* name;
  int arguments;
  void (*function)(sqlite3_context*, int, sqlite3_value**);
};

constexpr Entry kEntries[] = {{"abs", 1, abs_of}, {"round", 1, round_to}, {"round", 2, round_to},
                              {"sign", 1, sign},  {"ratio", 2, ratio},    {"ln", 1, natural_logarithm},
                              {"mod", 2, mod}};

}  // namespace

void add_number_functions(sqlite3* connection) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (const Entry& entry : kEntries) {
    const int status = sqlite3_create_function_v2(connection, entry.name, entry.arguments, kFlags, nullptr,
                                                  entry.function, nullptr, nullptr, nullptr);
    if (status != SQLITE_OK) throw std::bad_alloc();
  }
}

}  // namespace evidence::query
