#include "ranks.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "visible.h"

namespace evidence::report {
namespace {

// More pieces than this are set apart by spaces, so that a line can be broken between them.
constexpr std::size_t kDense = 16;
// Digits that fit an std::uint64_t.
constexpr std::size_t kMaxDigits = 18;

// A label as a name and the number at its end: "node007" → "node", 7.
struct Numbered {
  std::string_view name;
  std::string_view digits;  // empty: no number, or too long for one
  std::uint64_t number = 0;
};

Numbered numbered(std::string_view label) {
  std::size_t at = label.size();
  while (at > 0 && label[at - 1] >= '0' && label[at - 1] <= '9') --at;
  Numbered split{label.substr(0, at), label.substr(at), 0};
  if (split.digits.size() > kMaxDigits) return {label, {}, 0};
  for (const char digit : split.digits)
    split.number = split.number * 10 + static_cast<std::uint64_t>(digit - '0');
  return split;
}

bool before(const std::string& left, const std::string& right) {
  const Numbered a = numbered(left);
  const Numbered b = numbered(right);
  return std::tie(a.name, a.number, left) < std::tie(b.name, b.number, right);
}

bool follows(const std::string& left, const std::string& right) {
  const Numbered a = numbered(left);
  if (a.digits.empty()) return false;
  std::string next = std::to_string(a.number + 1);
  if (a.digits.size() > 1 && a.digits.front() == '0' && next.size() < a.digits.size()) {
    next.insert(0, a.digits.size() - next.size(), '0');
  }
  return right == std::string(a.name) + next;
}

// The labels from `first` up to and without `last`, which follow each other.
std::string run_of(const std::string& first, const std::string& last, std::size_t count) {
  if (count == 1) return visible(first);
  const bool range = count > 2;
  const std::string_view between = !range ? "," : numbered(first).name.empty() ? "-" : "..";
  return visible(first).append(between).append(visible(last));
}

}  // namespace

std::string folded_ranks(std::vector<std::string> ranks) {
  std::sort(ranks.begin(), ranks.end(), before);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  if (ranks.empty()) return {};
  std::vector<std::string> runs;
  for (std::size_t first = 0; first < ranks.size();) {
    std::size_t last = first;
    while (last + 1 < ranks.size() && follows(ranks[last], ranks[last + 1])) ++last;
    runs.push_back(run_of(ranks[first], ranks[last], last - first + 1));
    first = last + 1;
  }
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t at = 0; at < runs.size(); ++at) {
    if (at > 0) text += runs.size() > kDense ? ", " : ",";
    text += runs[at];
  }
  return text;
}

}  // namespace evidence::report
