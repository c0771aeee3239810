#pragma once

// The tokens of a text of SQL, divided exactly where SQLite's own tokenizer divides them. What the two could
// read differently, and spellings that nobody needs, is refused here: bytes that are not UTF-8, control
// characters, `[name]` and `name` in backticks, blobs, hexadecimal numbers, `?`, `@x`, `$x`, `#x`, `:x(…)`,
// and whatever is not terminated. So what is checked on tokens holds for what SQLite compiles.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace evidence::query {

struct Token {
  enum class Kind {
    word,         // a keyword or a name without quotes
    quoted_name,  // "a name"
    string,       // 'text'
    number,
    parameter,  // :name
    symbol,     // ( ) , . ; + - * / || <= and so on
  };
  Kind kind = Kind::symbol;
  // Names and words in lower case (ASCII's letters, as SQLite compares them), names and strings without their
  // quotes, parameters without the colon, anything else as written.
  std::string text;
  std::size_t line = 1;

  bool is_word(std::string_view word) const { return kind == Kind::word && text == word; }
  bool is_symbol(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
  // True for what can name something: a quoted name, or a word (which may still be a keyword).
  bool is_name() const { return kind == Kind::word || kind == Kind::quoted_name; }
};

// Throws Refused, of kind text.
std::vector<Token> tokenize(std::string_view sql);

// As SQLite compares names: ASCII's letters only.
std::string lower_case(std::string_view text);

// For each '(' the place of the ')' that closes it; 0 for any other token, and where the text has no such.
std::vector<std::size_t> match_parentheses(std::span<const Token> tokens);

// Throws Refused, of kind text, for what is wrong on a line of a text.
[[noreturn]] void refuse_line(std::size_t line, std::string_view reason);

}  // namespace evidence::query
