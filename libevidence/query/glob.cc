#include "glob.h"

#include <optional>
#include <string>

namespace evidence::query {
namespace {

// Anything that is not well-formed becomes some character or other; it cannot come from a sandbox.
std::u32string decode(std::string_view text) {
  std::u32string characters;
  for (const char byte : text) {
    const auto bits = static_cast<unsigned char>(byte);
    if ((bits & 0xC0U) == 0x80U && !characters.empty()) {
      characters.back() = (characters.back() << 6) | (bits & 0x3FU);
    } else {
      characters += bits < 0x80U   ? bits
                    : bits < 0xE0U ? bits & 0x1FU
                    : bits < 0xF0U ? bits & 0x0FU
                                   : bits & 0x07U;
    }
  }
  return characters;
}

class Matcher {
 public:
  Matcher(std::string_view pattern, std::string_view text) : pattern_(decode(pattern)), text_(decode(text)) {}

  // The last `*` alone has to be tried again: an earlier one could only take what this one can take as well.
  GlobAnswer answer() {
    std::size_t text = 0;
    std::optional<std::size_t> retry_text;
    while (text < text_.size() || at_ < pattern_.size()) {
      ++work_;
      if (at_ < pattern_.size() && pattern_[at_] == U'*') {
        after_star_ = ++at_;
        retry_text = text;
      } else if (text < text_.size() && at_ < pattern_.size() && takes(text_[text])) {
        ++text;
      } else if (retry_text && *retry_text < text_.size()) {
        text = ++*retry_text;
        at_ = after_star_;
      } else {
        return {false, work_};
      }
    }
    return {true, work_};
  }

 private:
  // Whether the pattern's next part takes the character; if so, the part is passed over.
  bool takes(char32_t character) {
    const char32_t part = pattern_[at_];
    if (part == U'[') return set_takes(character);
    if (part != U'?' && part != character) return false;
    ++at_;
    return true;
  }

  // [abc], [a-z], [^a]; a `]` that comes first is one of the set. A set without its end takes nothing.
  bool set_takes(char32_t character) {
    std::size_t at = at_ + 1;
    const bool inverts = at < pattern_.size() && pattern_[at] == U'^';
    if (inverts) ++at;
    bool is_member = false;
    std::optional<char32_t> from;  // what a `-` may continue
    for (const std::size_t first = at;; ++at, ++work_) {
      if (at >= pattern_.size()) return false;
      if (pattern_[at] == U']' && at > first) break;
      const bool is_range =
          pattern_[at] == U'-' && from && at + 1 < pattern_.size() && pattern_[at + 1] != U']';
      if (is_range) {
        is_member = is_member || (*from <= character && character <= pattern_[++at]);
        from.reset();
      } else {
        is_member = is_member || pattern_[at] == character;
        from = pattern_[at] == U']' ? std::nullopt : std::optional(pattern_[at]);
      }
    }
    if (is_member == inverts) return false;
    at_ = at + 1;
    return true;
  }

  std::u32string pattern_;
  std::u32string text_;
  std::size_t at_ = 0;  // of the pattern
  std::size_t after_star_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace

GlobAnswer glob(std::string_view pattern, std::string_view text) {
  return Matcher(pattern, text).answer();
}

}  // namespace evidence::query
