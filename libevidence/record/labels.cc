#include "labels.h"

namespace evidence::record {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_host_character(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' || c == '-';
}

// `text` without the longest run of characters for which `belongs` holds; the same text when there is none.
std::string_view after_run(std::string_view text, bool (*belongs)(char)) {
  std::size_t length = 0;
  while (length < text.size() && belongs(text[length])) ++length;
  return text.substr(length);
}

// `text` without the prefix, or empty, which is no line at all.
std::string_view after_prefix(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : std::string_view();
}

std::string_view after_digits(std::string_view text) {
  const std::string_view rest = after_run(text, is_digit);
  return rest.size() < text.size() ? rest : std::string_view();
}

std::string_view after_tag(std::string_view line) {
  std::string_view rest = after_digits(after_prefix(line, "["));
  rest = after_digits(after_prefix(rest, ","));
  rest = after_prefix(rest, "]<stdout>:");
  return rest.starts_with(' ') ? rest.substr(1) : rest;
}

}  // namespace

std::string_view strip_label(std::string_view line) {
  if (line.empty() || line.front() == '{') return line;
  std::string_view rest;
  if (line.front() == '[') {
    rest = after_tag(line);
  } else if (is_host_character(line.front())) {
    rest = after_prefix(after_run(line, is_host_character), ": ");
  }
  const bool known = rest.starts_with('{') && line.size() - rest.size() <= kMaxLabel;
  return known ? rest : line;
}

}  // namespace evidence::record
