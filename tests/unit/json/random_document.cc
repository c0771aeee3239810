#include "random_document.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace evidence::json {

std::string RandomDocument::text() {
  static constexpr std::array<std::string_view, 26> kPieces = {"a",
                                                               "b",
                                                               "type",
                                                               "Z",
                                                               "0",
                                                               "~",
                                                               " ",
                                                               "\"",
                                                               "\\",
                                                               "/",
                                                               "\n",
                                                               "\t",
                                                               "\b",
                                                               "\x01",
                                                               "\x1f",
                                                               "\x7f",
                                                               "é",
                                                               "€",
                                                               "\xEE\x80\x80",
                                                               "\xEF\xBF\xBF",
                                                               "\xF0\x90\x80\x80",
                                                               "\xF4\x8F\xBF\xBF",
                                                               "😀",
                                                               "\xED\x9F\xBF",
                                                               "u0041",
                                                               std::string_view("\0", 1)};
  std::string text;
  for (std::uint64_t i = below(12); i > 0; --i) text += kPieces[below(kPieces.size())];
  return text;
}

double RandomDocument::finite() {
  for (;;) {
    const double number =
        below(2) == 0 ? std::bit_cast<double>(random_())
                      : std::ldexp(static_cast<double>(below(1 << 20)), static_cast<int>(below(40)) - 20);
    const double size = std::abs(number);
    if (std::isfinite(number) && (size <= static_cast<double>(kMaxInteger) || size >= 1e21)) return number;
  }
}

Value RandomDocument::value(int depth) {
  switch (below(depth > 0 ? 9 : 6)) {
    case 0:
      return nullptr;
    case 1:
      return below(2) == 0;
    case 2:
      return static_cast<std::int64_t>(below(2 * kMaxInteger + 1)) - kMaxInteger;
    case 3:
      return static_cast<std::int64_t>(below(200)) - 100;
    case 4:
      return finite();
    case 5:
      return text();
    case 6: {
      Array array;
      for (std::uint64_t i = below(6); i > 0; --i) array.push_back(value(depth - 1));
      return array;
    }
    default: {
      Object object;
      for (std::uint64_t i = below(24); i > 0; --i) object.insert_or_assign(text(), value(depth - 1));
      return object;
    }
  }
}

std::string RandomDocument::blanks() {
  std::string blanks;
  while (below(4) == 0) blanks += " \n\r\t"[below(4)];
  return blanks;
}

std::string RandomDocument::spell_string(std::string_view text) {
  static constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) {
      out += c;
    } else if (c == '/' && below(2) == 0) {
      out += "\\/";
    } else if (byte < 0x20 || c == '"' || c == '\\' || below(4) == 0) {
      out += "\\u00";
      out += kDigits[byte / 16];
      const std::uint64_t low = byte % 16;
      out += kDigits[low >= 10 && below(2) == 0 ? low + 6 : low];
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string RandomDocument::spell(const Value& value) {
  std::string out = blanks();
  if (const auto* text = std::get_if<std::string>(&value.data())) {
    out += spell_string(*text);
  } else if (const auto* array = std::get_if<Array>(&value.data())) {
    out += '[' + blanks();
    for (std::size_t i = 0; i < array->size(); ++i) out += (i > 0 ? "," : "") + spell((*array)[i]);
    out += ']';
  } else if (const auto* object = std::get_if<Object>(&value.data())) {
    std::vector<const Object::value_type*> members;
    for (const auto& member : *object) members.push_back(&member);
    std::shuffle(members.begin(), members.end(), random_);
    out += '{' + blanks();
    for (std::size_t i = 0; i < members.size(); ++i) {
      out += (i > 0 ? "," : "") + blanks() + spell_string(members[i]->first) + blanks() + ':' +
             spell(members[i]->second);
    }
    out += '}';
  } else {
    out += canonical(value);
  }
  return out + blanks();
}

std::string RandomDocument::mutate(std::string text) {
  static constexpr std::string_view kBytes =
      "{}[]\",:\\0123456789-+.eE tfnu\n/\x01\x7f\x80\xC3\xA9\xED\xA0\xF0\xFF";
  const std::size_t at = below(text.size());
  const char byte = kBytes[below(kBytes.size())];
  switch (below(3)) {
    case 0:
      text[at] = byte;
      break;
    case 1:
      text.insert(at, 1, byte);
      break;
    default:
      text.erase(at, 1);
  }
  return text;
}

}  // namespace evidence::json
