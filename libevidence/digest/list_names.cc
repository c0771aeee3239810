#include "list_names.h"

#include <algorithm>

namespace evidence {
namespace {

constexpr std::string_view kGnuLetters = "nr\\";
constexpr std::string_view kGnuMeanings = "\n\r\\";
constexpr std::string_view kVisLetters = "nrbavtfsE";
constexpr std::string_view kVisMeanings = "\n\r\b\a\v\t\f \x1b";
constexpr unsigned kHighBit = 0x80;
constexpr unsigned kControlBits = 0x1f;
constexpr char kDelete = 0x7f;

bool is_octal(char c) {
  return c >= '0' && c <= '7';
}
bool is_graphic(char c) {
  return c > ' ' && c < kDelete;
}

// Letters, digits and marks that neither mtree's readers nor a shell take for anything else.
bool stands_for_itself(char c) {
  constexpr std::string_view kMarks = "._/+,:@%-";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kMarks.find(c) != std::string_view::npos;
}

// A byte and how much of the text stood for it; nothing was understood where `length` is 0.
struct Decoded {
  char byte = '\0';
  std::size_t length = 0;
};

Decoded decode_octal(std::string_view text) {
  if (text.size() < 3 || !is_octal(text[1]) || !is_octal(text[2]) || text[0] > '3') return {};
  const int value = (text[0] - '0') * 64 + (text[1] - '0') * 8 + (text[2] - '0');
  return {static_cast<char>(value), 3};
}

// "^C": a control character, where ^? is DEL.
Decoded decode_control(std::string_view text) {
  if (text.size() < 2 || !is_graphic(text[1])) return {};
  const auto low = static_cast<unsigned char>(text[1]) & kControlBits;
  return {text[1] == '?' ? kDelete : static_cast<char>(low), 2};
}

// "M-C" and "M^C": a byte with its highest bit set.
Decoded decode_meta(std::string_view text) {
  Decoded low;
  if (text.size() > 2 && text[1] == '-' && is_graphic(text[2])) low = {text[2], 3};
  if (text.size() > 2 && text[1] == '^') {
    const Decoded control = decode_control(text.substr(1));
    if (control.length > 0) low = {control.byte, control.length + 1};
  }
  if (low.length > 0) low.byte = static_cast<char>(static_cast<unsigned char>(low.byte) | kHighBit);
  return low;
}

// What stands behind a backslash.
Decoded decode_escape(std::string_view text) {
  if (text.empty()) return {};
  if (text[0] >= '0' && text[0] <= '9') return decode_octal(text);
  if (text[0] == '^') return decode_control(text);
  if (text[0] == 'M') return decode_meta(text);
  const std::size_t letter = kVisLetters.find(text[0]);
  if (letter != std::string_view::npos) return {kVisMeanings[letter], 1};
  const bool other_letter = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
  if (!is_graphic(text[0]) || other_letter || text[0] == '$' || text[0] == '-') return {};
  return {text[0], 1};
}

}  // namespace

bool needs_gnu_escapes(std::string_view name) {
  return name.find_first_of(kGnuMeanings) != std::string_view::npos;
}

std::string gnu_escaped(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const std::size_t which = kGnuMeanings.find(c);
    if (which == std::string_view::npos) {
      text += c;
    } else {
      text += {'\\', kGnuLetters[which]};
    }
  }
  return text;
}

std::optional<std::string> gnu_unescaped(std::string_view text) {
  std::string name;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('\\'), text.size());
    name += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t which = text.size() > 1 ? kGnuLetters.find(text[1]) : std::string_view::npos;
    if (which == std::string_view::npos) return std::nullopt;
    name += kGnuMeanings[which];
    text.remove_prefix(2);
  }
  return name;
}

std::string mtree_encoded(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (stands_for_itself(c)) {
      text += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    text += '\\';
    for (const unsigned shift : {6U, 3U, 0U}) text += static_cast<char>('0' + ((byte >> shift) & 7U));
  }
  return text;
}

std::optional<std::string> mtree_decoded(std::string_view text) {
  std::string name;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find_first_of("\\#"), text.size());
    name += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    if (text[0] == '#') return std::nullopt;
    const Decoded decoded = decode_escape(text.substr(1));
    if (decoded.length == 0) return std::nullopt;
    name += decoded.byte;
    text.remove_prefix(1 + decoded.length);
  }
  if (name.find('\0') != std::string::npos) return std::nullopt;
  return name;
}

std::string plain_path(std::string_view path) {
  std::string plain(path.starts_with('/') ? "/" : "");
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view component = path.substr(0, slash);
    if (!component.empty() && component != ".") {
      if (!plain.empty() && plain.back() != '/') plain += '/';
      plain += component;
    }
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return plain;
}

}  // namespace evidence
