#include <bitset>

#include "evidence/base.h"

namespace evidence {
namespace {

// One element of a pattern: a set of bytes that stands for one byte, or for a run of any length.
struct Element {
  std::bitset<256> bytes;
  bool is_run = false;
};

std::uint8_t byte_of(char c) {
  return static_cast<std::uint8_t>(c);
}

Element any_byte_but_slash() {
  Element element;
  element.bytes.set().reset(byte_of('/'));
  return element;
}

// Takes one byte of a bracket, or the byte after its backslash.
std::optional<std::uint8_t> take_byte(std::string_view& rest) {
  if (!rest.empty() && rest[0] == '\\') {
    rest.remove_prefix(1);
  }
  if (rest.empty()) {
    return std::nullopt;
  }
  const std::uint8_t byte = byte_of(rest[0]);
  rest.remove_prefix(1);
  return byte;
}

// Takes what follows a `[` up to its `]`. Absent, with nothing taken, when there is no `]`: the bracket then
// stands for itself. As in a shell a `]` that comes first is a member, and no bracket matches a slash.
std::optional<Element> take_bracket(std::string_view& pattern) {
  std::string_view rest = pattern;
  const bool negated = !rest.empty() && rest[0] == '!';
  rest.remove_prefix(negated ? 1 : 0);
  Element element;
  for (bool first = true; first || (!rest.empty() && rest[0] != ']'); first = false) {
    const auto low = take_byte(rest);
    auto high = low;
    if (rest.size() > 1 && rest[0] == '-' && rest[1] != ']') {
      rest.remove_prefix(1);
      high = take_byte(rest);
    }
    if (!low || !high) {
      return std::nullopt;
    }
    for (unsigned byte = *low; byte <= *high; ++byte) {
      element.bytes.set(byte);
    }
  }
  if (rest.empty()) {
    return std::nullopt;
  }
  if (negated) {
    element.bytes.flip();
  }
  element.bytes.reset(byte_of('/'));
  pattern = rest.substr(1);
  return element;
}

Element take_star(std::string_view& pattern) {
  Element element = any_byte_but_slash();
  element.is_run = true;
  if (!pattern.empty() && pattern[0] == '*') {
    pattern.remove_prefix(1);
    element.bytes.set();
  }
  return element;
}

Element take_element(std::string_view& pattern) {
  const char head = pattern[0];
  pattern.remove_prefix(1);
  if (head == '*') {
    return take_star(pattern);
  }
  if (head == '?') {
    return any_byte_but_slash();
  }
  if (head == '[') {
    if (auto bracket = take_bracket(pattern)) {
      return *bracket;
    }
  }
  Element literal;
  literal.bytes.set(byte_of(head));
  if (head == '\\' && !pattern.empty()) {
    literal.bytes.reset().set(byte_of(pattern[0]));
    pattern.remove_prefix(1);
  }
  return literal;
}

// reached[i]: the text so far can be matched by the first i elements. Runs may be empty.
void pass_over_runs(const std::vector<Element>& elements, std::vector<char>& reached) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (reached[i] != 0 && elements[i].is_run) {
      reached[i + 1] = 1;
    }
  }
}

}  // namespace

// All positions of the pattern are followed at once, so that no pattern and no name can make it backtrack.
bool glob_matches(std::string_view pattern, std::string_view text) {
  std::vector<Element> elements;
  while (!pattern.empty()) {
    elements.push_back(take_element(pattern));
  }
  std::vector<char> reached(elements.size() + 1, 0);
  reached[0] = 1;
  pass_over_runs(elements, reached);
  for (const char c : text) {
    std::vector<char> next(elements.size() + 1, 0);
    bool alive = false;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (reached[i] != 0 && elements[i].bytes.test(byte_of(c))) {
        next[elements[i].is_run ? i : i + 1] = 1;
        alive = true;
      }
    }
    if (!alive) {
      return false;
    }
    reached.swap(next);
    pass_over_runs(elements, reached);
  }
  return reached.back() != 0;
}

}  // namespace evidence
