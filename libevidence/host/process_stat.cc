#include "process_stat.h"

#include <charconv>
#include <vector>

#include "evidence/base.h"

namespace evidence::host {
namespace {

constexpr std::uint64_t kKernelThread = 0x00200000;  // PF_KTHREAD of linux/sched.h

[[noreturn]] void refuse(std::string_view wrong) {
  throw FormatError("stat", "", wrong);
}

template <typename Integer>
Integer number(std::string_view field) {
  Integer value = 0;
  const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (code != std::errc() || end != field.data() + field.size()) {
    refuse("a field is not a number");
  }
  return value;
}

// What follows the name; element 0 is field 3 of proc(5).
std::vector<std::string_view> fields_of(std::string_view rest) {
  std::vector<std::string_view> fields;
  while (!rest.empty() && rest != "\n") {
    if (rest[0] != ' ') {
      refuse("fields are not separated by one space");
    }
    rest.remove_prefix(1);
    const std::size_t end = rest.find_first_of(" \n");
    fields.push_back(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end);
  }
  return fields;
}

}  // namespace

ProcessStat parse_process_stat(std::string_view text) {
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
    refuse("no name in parentheses");
  }
  const auto fields = fields_of(text.substr(close + 1));
  constexpr std::size_t kFirst = 3;
  if (fields.size() <= 22 - kFirst || fields[0].size() != 1) {
    refuse("too few fields");
  }
  const auto address = [&](std::size_t field) {
    return field - kFirst < fields.size() ? number<std::uint64_t>(fields[field - kFirst]) : 0;
  };
  const auto start = number<std::int64_t>(fields[22 - kFirst]);
  if (start < 0) {
    refuse("its start time is negative");
  }
  return ProcessStat{
      .name = std::string(text.substr(open + 1, close - open - 1)),
      .state = fields[0][0],
      .threads = number<std::int64_t>(fields[20 - kFirst]),
      .kernel = (number<std::uint64_t>(fields[9 - kFirst]) & kKernelThread) != 0,
      .parent = number<std::int64_t>(fields[4 - kFirst]),
      .start_ticks = start,
      .stack = address(28),
      .arguments_begin = address(48),
      .arguments_end = address(49),
      .environment_begin = address(50),
      .environment_end = address(51),
  };
}

}  // namespace evidence::host
