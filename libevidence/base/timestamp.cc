#include <time.h>

#include <chrono>
#include <cstdio>
#include <limits>

#include "evidence/base.h"

namespace evidence {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::string_view kShape = "0000-00-00T00:00:00";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The number that the digits text[at, at + count) write.
int number_at(std::string_view text, std::size_t at, std::size_t count) {
  int number = 0;
  for (const char digit : text.substr(at, count)) {
    number = number * 10 + (digit - '0');
  }
  return number;
}

bool has_shape(std::string_view text) {
  if (text.size() != kShape.size()) {
    return false;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kShape[i] == '0' ? !is_digit(text[i]) : text[i] != kShape[i]) {
      return false;
    }
  }
  return true;
}

// Whole seconds since the epoch of "YYYY-MM-DDThh:mm:ss".
std::optional<std::int64_t> parse_seconds(std::string_view text) {
  if (!has_shape(text)) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(number_at(text, 0, 4)),
                                         std::chrono::month(static_cast<unsigned>(number_at(text, 5, 2))),
                                         std::chrono::day(static_cast<unsigned>(number_at(text, 8, 2)))};
  const int hour = number_at(text, 11, 2);
  const int minute = number_at(text, 14, 2);
  const int second = number_at(text, 17, 2);
  if (!date.ok() || hour > 23 || minute > 59 || second > 59) {
    return std::nullopt;
  }
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  return days * 86400 + hour * 3600 + minute * 60 + second;
}

// Nanoseconds of the fraction ".d…" with one to nine digits; an empty text is zero.
std::optional<std::int64_t> parse_fraction(std::string_view text) {
  if (text.empty()) {
    return 0;
  }
  if (text[0] != '.' || text.size() < 2 || text.size() > 10) {
    return std::nullopt;
  }
  std::int64_t nanoseconds = 0;
  for (std::size_t i = 1; i <= 9; ++i) {
    const char digit = i < text.size() ? text[i] : '0';
    if (!is_digit(digit)) {
      return std::nullopt;
    }
    nanoseconds = nanoseconds * 10 + (digit - '0');
  }
  return nanoseconds;
}

}  // namespace

Timestamp Timestamp::from_nanoseconds(std::int64_t nanoseconds) {
  if (nanoseconds < 0) {
    throw UsageError(std::to_string(nanoseconds) + " ns: a time before 1970");
  }
  return Timestamp(nanoseconds);
}

std::optional<Timestamp> Timestamp::parse(std::string_view text) {
  if (text.size() <= kShape.size() || text.back() != 'Z') {
    return std::nullopt;
  }
  text.remove_suffix(1);
  const auto seconds = parse_seconds(text.substr(0, kShape.size()));
  const auto fraction = parse_fraction(text.substr(kShape.size()));
  constexpr std::int64_t kLatest = std::numeric_limits<std::int64_t>::max();
  if (!seconds || !fraction || *seconds < 0 || *seconds > (kLatest - *fraction) / kSecond) {
    return std::nullopt;
  }
  return Timestamp(*seconds * kSecond + *fraction);
}

Timestamp Timestamp::now() {
  timespec moment{};
  if (clock_gettime(CLOCK_REALTIME, &moment) != 0) {
    throw_errno("clock_gettime", "");
  }
  return from_nanoseconds(std::int64_t{moment.tv_sec} * kSecond + moment.tv_nsec);
}

std::string Timestamp::render() const {
  const std::chrono::sys_seconds whole{std::chrono::seconds(nanoseconds_ / kSecond)};
  const auto midnight = std::chrono::floor<std::chrono::days>(whole);
  const std::chrono::year_month_day date(midnight);
  const std::chrono::hh_mm_ss time(whole - midnight);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%09dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                static_cast<int>(time.seconds().count()), static_cast<int>(nanoseconds_ % kSecond));
  return text;
}

}  // namespace evidence
