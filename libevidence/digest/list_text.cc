#include "list_text.h"

#include <algorithm>

namespace evidence {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// With its byte order mark or, as every list begins with ASCII, with NUL for every other of its first bytes.
bool is_utf16(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe"sv) || bytes.starts_with("\xfe\xff"sv)) return true;
  if (bytes.size() < 4) return false;
  const auto is_nul = [&](std::size_t at) { return bytes[at] == '\0'; };
  return is_nul(0) != is_nul(1) && is_nul(0) == is_nul(2) && is_nul(1) == is_nul(3);
}

}  // namespace

ListText::ListText(std::string_view bytes, std::string_view name, ListEnd end)
    : rest_(bytes), end_(end == ListEnd::nul ? '\0' : '\n') {
  if (is_utf16(bytes)) throw FormatError(name, "", "is UTF-16, not plain bytes");
  if (rest_.starts_with(kByteOrderMark)) {
    rest_.remove_prefix(kByteOrderMark.size());
    oddities_.push_back("begins with a byte order mark");
  }
  if (rest_.empty()) throw FormatError(name, "", "lists nothing");
  if (end == ListEnd::nul && rest_.find('\0') == std::string_view::npos) {
    throw FormatError(name, "", "holds no NUL, which should end each of its lines");
  }
  look_at_ends();
}

void ListText::look_at_ends() {
  if (end_ == '\0') {
    if (rest_.back() != '\0') oddities_.push_back("has no NUL at its end");
    return;
  }
  std::uint64_t feeds = 0;
  std::uint64_t returns = 0;
  for (std::size_t at = 0; (at = rest_.find('\n', at)) != std::string_view::npos; ++at) {
    ++feeds;
    returns += at > 0 && rest_[at - 1] == '\r' ? 1 : 0;
  }
  const bool last_ends_with_return = rest_.back() == '\r';
  carriage_returns_ = returns == feeds && (feeds > 0 || last_ends_with_return);
  if (carriage_returns_) {
    oddities_.push_back("lines end with carriage return and line feed");
  } else if (returns > 0 || last_ends_with_return) {
    oddities_.push_back("some lines end with a carriage return, which is then part of them");
  }
  if (rest_.back() != '\n') oddities_.push_back("has no line feed at its end");
}

std::optional<ListLine> ListText::next() {
  if (rest_.empty()) return std::nullopt;
  const std::size_t length = std::min(rest_.find(end_), rest_.size());
  ListLine line{rest_.substr(0, length), ++number_};
  rest_.remove_prefix(std::min(length + 1, rest_.size()));
  if (carriage_returns_ && line.text.ends_with('\r')) line.text.remove_suffix(1);
  return line;
}

}  // namespace evidence
