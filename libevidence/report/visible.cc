#include "visible.h"

#include <algorithm>
#include <cstdio>

#include "characters.h"
#include "evidence/base.h"

namespace evidence::report {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Nothing to see, or like an ordinary space; and the noncharacters U+FFFE and U+FFFF.
constexpr Range kUnseen[] = {{0xa0, 0xa0},      {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},
                             {0x115f, 0x1160},  {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f},
                             {0x2000, 0x200f},  {0x2028, 0x202f}, {0x205f, 0x206f}, {0x2800, 0x2800},
                             {0x3000, 0x3000},  {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},
                             {0xffa0, 0xffa0},  {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0x1d173, 0x1d17a},
                             {0xe0000, 0xe0fff}};

bool is_unseen(char32_t code) {
  return std::any_of(std::begin(kUnseen), std::end(kUnseen),
                     [&](const Range& range) { return code >= range.first && code <= range.last; });
}

std::string by_code_point(char32_t code) {
  char text[16];
  std::snprintf(text, sizeof text, "\\u{%x}", static_cast<unsigned>(code));
  return text;
}

template <typename Chosen>
std::string with_code_points(std::string_view bytes, Chosen chosen) {
  const std::string text = escaped(bytes);
  bool any = false;
  each_character(text, [&](const Character& next) { any = any || chosen(next.code); });
  if (!any) return text;
  const bool already_doubled = text != bytes;
  std::string out;
  each_character(text, [&](const Character& next) {
    if (chosen(next.code)) {
      out += by_code_point(next.code);
    } else {
      out += next.bytes;
      if (next.code == '\\' && !already_doubled) out += '\\';
    }
  });
  return out;
}

std::string quoted_at_spaces(std::string text) {
  const bool hidden = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  return hidden ? '"' + text + '"' : text;
}

}  // namespace

std::string visible(std::string_view bytes) {
  return with_code_points(bytes, is_unseen);
}

std::string visible_value(std::string_view bytes) {
  return quoted_at_spaces(visible(bytes));
}

std::string spelled_out(std::string_view bytes) {
  return quoted_at_spaces(with_code_points(bytes, [](char32_t code) { return code >= 0x80; }));
}

bool is_ascii(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

}  // namespace evidence::report
