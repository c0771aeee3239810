#include <algorithm>
#include <array>

#include "tree.h"

namespace evidence::carry {

namespace {

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

// Code points that HFS+ ignores in names, as UTF-8: U+200C to U+200F, U+202A to U+202E, U+206A to U+206F,
// U+FEFF.
bool is_ignored_by_hfs(std::string_view three) {
  const auto byte = [&three](std::size_t at) { return static_cast<unsigned char>(three[at]); };
  if (three == "\xef\xbb\xbf") return true;
  if (byte(0) != 0xe2) return false;
  if (byte(1) == 0x80) return (byte(2) >= 0x8c && byte(2) <= 0x8f) || (byte(2) >= 0xaa && byte(2) <= 0xae);
  return byte(1) == 0x81 && byte(2) >= 0xaa && byte(2) <= 0xaf;
}

std::string without_ignored(std::string_view name) {
  std::string kept;
  for (std::size_t at = 0; at < name.size();) {
    if (name.size() - at >= 3 && is_ignored_by_hfs(name.substr(at, 3))) {
      at += 3;
    } else {
      kept += name[at++];
    }
  }
  return kept;
}

// NTFS drops spaces and dots at a name's end and takes what follows ':' for a stream; "git~1" is the short
// name of ".git".
bool is_dot_git_on_ntfs(std::string_view lower) {
  static constexpr std::array<std::string_view, 2> kSpellings = {".git", "git~1"};
  return std::ranges::any_of(kSpellings, [lower](std::string_view spelling) {
    if (!lower.starts_with(spelling)) return false;
    const std::size_t end = lower.find_first_not_of(" .", spelling.size());
    return end == std::string_view::npos || lower[end] == ':' || lower[end] == '\\';
  });
}

}  // namespace

std::optional<std::string_view> name_fault(std::string_view name) {
  if (name.empty()) return "a name must not be empty";
  if (name == "." || name == "..") return "a name must not be . or ..";
  if (name.find('/') != std::string_view::npos) return "a name must have no /";
  if (is_dot_git_on_ntfs(lowered(name)) || lowered(without_ignored(name)) == ".git")
    return "a name must not mean .git on any file system";
  return std::nullopt;
}

}  // namespace evidence::carry
