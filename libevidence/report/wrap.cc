#include "wrap.h"

#include "characters.h"

namespace evidence::report {
namespace {

bool is_combining(char32_t code) {
  return (code >= 0x300 && code <= 0x36f) || (code >= 0x483 && code <= 0x489) ||
         (code >= 0x591 && code <= 0x5bd) || (code >= 0x64b && code <= 0x65f) ||
         (code >= 0x1ab0 && code <= 0x1aff) || (code >= 0x1dc0 && code <= 0x1dff) ||
         (code >= 0x20d0 && code <= 0x20ff);
}

bool is_wide(char32_t code) {
  return (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) ||
         (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff) ||
         (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) ||
         (code >= 0xffe0 && code <= 0xffe6) || (code >= 0x1f300 && code <= 0x1f64f) ||
         (code >= 0x1f900 && code <= 0x1f9ff) || (code >= 0x20000 && code <= 0x3fffd);
}

}  // namespace

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  each_character(text, [&](const Character& next) {
    count += is_combining(next.code) ? 0U : is_wide(next.code) ? 2U : 1U;
  });
  return count;
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t taken = columns(text);
  return std::string(text) + std::string(taken < width ? width - taken : 0, ' ');
}

std::string hung(std::string_view lead, std::string_view text) {
  const std::size_t indent = columns(lead);
  std::string out(lead);
  std::size_t column = indent;
  std::size_t spaces = 0;  // seen and not yet written: those at a break are dropped
  for (;;) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    const std::size_t width = columns(word);
    if (!word.empty() && column > indent && column + spaces + width > kColumns) {
      out.append("\n").append(indent, ' ');
      column = indent;
    } else if (!word.empty()) {
      out.append(spaces, ' ');
      column += spaces;
    }
    if (!word.empty()) spaces = 0;
    out += word;
    column += width;
    ++spaces;
    if (space == std::string_view::npos) break;
    text.remove_prefix(space + 1);
  }
  return out + '\n';
}

}  // namespace evidence::report
