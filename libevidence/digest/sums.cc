#include <algorithm>
#include <numeric>

#include "evidence/digest.h"
#include "list_names.h"

namespace evidence {
namespace {

constexpr std::size_t kDigits = 64;
constexpr std::size_t kNameAt = kDigits + 2;

bool starts_with_any(std::string_view bytes, std::initializer_list<std::string_view> heads) {
  return std::any_of(heads.begin(), heads.end(),
                     [&](std::string_view head) { return bytes.substr(0, head.size()) == head; });
}

// What is wrong with the list as a whole, before any line is looked at; empty when nothing is.
std::string_view wrong_with_whole(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.empty()) {
    return "empty list";
  }
  if (starts_with_any(bytes, {"\xff\xfe"sv, "\xfe\xff"sv})) {
    return "is UTF-16, not plain bytes";
  }
  if (starts_with_any(bytes, {"\xef\xbb\xbf"sv})) {
    return "begins with a byte order mark";
  }
  return "";
}

class Reader {
 public:
  Reader(std::string_view bytes, std::string_view name) : rest_(bytes), name_(name) {}
  std::vector<SumsEntry> read();

 private:
  [[noreturn]] void refuse(std::size_t line, std::string_view wrong) const {
    throw FormatError(name_, "line " + std::to_string(line), wrong);
  }
  std::string_view take_line();
  SumsEntry parse_line(std::string_view line) const;
  void refuse_twins() const;

  std::string_view rest_;
  std::string_view name_;
  std::size_t line_ = 0;  // the line taken last, from 1
  std::vector<SumsEntry> entries_;
};

std::string_view Reader::take_line() {
  ++line_;
  const std::size_t end = rest_.find('\n');
  if (end == std::string_view::npos) {
    refuse(line_, "no line feed at the end");
  }
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end + 1);
  if (line.find('\0') != std::string_view::npos) {
    refuse(line_, "holds a NUL byte");
  }
  if (line.ends_with('\r')) {
    refuse(line_, "ends with a carriage return");
  }
  if (line.empty()) {
    refuse(line_, "empty line");
  }
  return line;
}

SumsEntry Reader::parse_line(std::string_view line) const {
  const bool escaped_name = line.starts_with('\\');
  line.remove_prefix(escaped_name ? 1 : 0);
  const auto digest = Digest::parse(line.substr(0, kDigits));
  if (!digest) {
    refuse(line_, "no SHA-256 of 64 lower-case hexadecimal digits at its head");
  }
  const std::string_view between = line.substr(kDigits, 2);
  if (between != "  " && between != " *") {
    refuse(line_, "neither two spaces nor a space and an asterisk behind the digest");
  }
  const std::string_view text = line.substr(kNameAt);
  if (text.empty()) {
    refuse(line_, "no file name");
  }
  if (!escaped_name) {
    return {std::string(text), *digest};
  }
  auto name = gnu_unescaped(text);
  if (!name) {
    refuse(line_, "an escape that is none of \\n, \\r and \\\\ in the file name");
  }
  return {*std::move(name), *digest};
}

// Entries and lines count alike, as every line is an entry. Names the first line that repeats an earlier one.
void Reader::refuse_twins() const {
  std::vector<std::size_t> order(entries_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return entries_[a].path < entries_[b].path; });
  std::size_t first = entries_.size();
  std::size_t again = entries_.size();
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (entries_[order[i - 1]].path == entries_[order[i]].path && order[i] < again) {
      first = order[i - 1];
      again = order[i];
    }
  }
  if (again < entries_.size()) {
    refuse(again + 1, "names the file of line " + std::to_string(first + 1) + " again");
  }
}

std::vector<SumsEntry> Reader::read() {
  const std::string_view wrong = wrong_with_whole(rest_);
  if (!wrong.empty()) {
    throw FormatError(name_, "", wrong);
  }
  while (!rest_.empty()) {
    entries_.push_back(parse_line(take_line()));
  }
  refuse_twins();
  return std::move(entries_);
}

}  // namespace

std::vector<SumsEntry> parse_sums(std::string_view bytes, std::string_view name) {
  return Reader(bytes, name).read();
}

std::string render_sums_line(const SumsEntry& entry) {
  ListedEntry listed;
  listed.path = entry.path;
  listed.digest = entry.digest;
  return render_list_line(ListFormat::sha256sum, ListEnd::line_feed, listed);
}

}  // namespace evidence
