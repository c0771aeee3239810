#include "list_keywords.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <system_error>

#include "list_names.h"

namespace evidence {
namespace {

constexpr int kDecimal = 10;
constexpr int kOctal = 8;

struct Type {
  EntryKind kind;
  std::string_view word;
};
constexpr Type kTypes[] = {
    {EntryKind::file, "file"},          {EntryKind::directory, "dir"}, {EntryKind::symlink, "link"},
    {EntryKind::fifo, "fifo"},          {EntryKind::socket, "socket"}, {EntryKind::character_device, "char"},
    {EntryKind::block_device, "block"},
};

constexpr std::string_view kChecked[] = {"type", "mode", "size", "sha256", "sha256digest", "link"};
constexpr std::string_view kSilent[] = {"uid",   "gid",   "uname",  "gname",     "time",
                                        "nlink", "inode", "device", "resdevice", "tags"};

bool holds(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

template <typename Number>
std::optional<Number> whole_number(std::string_view text, int base) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number, base);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return number;
}

std::optional<std::uint32_t> permission_bits(std::string_view text) {
  const auto mode = whole_number<std::uint32_t>(text, kOctal);
  return mode && *mode <= kPermissionBits ? mode : std::nullopt;
}

std::optional<EntryKind> kind_of_type(std::string_view word) {
  const auto* const type = std::ranges::find(kTypes, word, &Type::word);
  return type == std::end(kTypes) ? std::nullopt : std::optional(type->kind);
}

bool is_sha256(std::string_view keyword) {
  return keyword == "sha256" || keyword == "sha256digest";
}

}  // namespace

std::string_view keyword_of(std::string_view word) {
  return word.substr(0, word.find('='));
}

KeywordUse keyword_use(std::string_view keyword) {
  if (holds(kChecked, keyword)) return KeywordUse::checked;
  return holds(kSilent, keyword) ? KeywordUse::silent : KeywordUse::unchecked;
}

std::string MtreeWords::take(std::string_view word) {
  const std::string_view keyword = keyword_of(word);
  if (keyword_use(keyword) != KeywordUse::checked) return "";
  if (keyword.size() == word.size()) return std::string(keyword) + " without a value";
  const std::string_view value = word.substr(keyword.size() + 1);
  if (keyword == "type") {
    kind = kind_of_type(value);
    return kind ? "" : "a type that is none of file, dir, link, fifo, socket, char and block";
  }
  if (keyword == "mode") {
    mode = permission_bits(value);
    return mode ? "" : "a mode that is no octal number up to 7777";
  }
  if (keyword == "size") {
    size = whole_number<std::uint64_t>(value, kDecimal);
    return size ? "" : "a size that is no number of bytes";
  }
  if (is_sha256(keyword)) {
    digest = Digest::parse(value);
    return digest ? "" : "a SHA-256 that is not of 64 lower-case hexadecimal digits";
  }
  target = mtree_decoded(value);
  return target ? "" : "an escape that mtree does not write in a link's target";
}

void MtreeWords::forget(std::string_view keyword) {
  const bool all = keyword == "all";
  if (all || keyword == "type") kind.reset();
  if (all || keyword == "mode") mode.reset();
  if (all || keyword == "size") size.reset();
  if (all || is_sha256(keyword)) digest.reset();
  if (all || keyword == "link") target.reset();
}

std::string_view mtree_type(EntryKind kind) {
  return std::ranges::find(kTypes, kind, &Type::kind)->word;
}

std::string mode_digits(std::uint32_t mode) {
  std::string digits(4, '0');
  for (std::size_t at = digits.size(); at > 0; --at, mode >>= 3U) {
    digits[at - 1] = static_cast<char>('0' + (mode & 7U));
  }
  return (digits[0] == '0' ? "" : "0") + digits;
}

}  // namespace evidence
