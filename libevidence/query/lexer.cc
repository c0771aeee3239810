#include "lexer.h"

#include <algorithm>
#include <array>

#include "evidence/base.h"
#include "refused.h"

namespace evidence::query {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool continues_word(char c) {
  return begins_word(c) || is_digit(c);
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class Lexer {
 public:
  explicit Lexer(std::string_view sql) : rest_(sql) {}

  std::vector<Token> tokens() {
    std::vector<Token> result;
    for (skip_blank(); !rest_.empty(); skip_blank()) result.push_back(next());
    return result;
  }

 private:
  [[noreturn]] void refuse_here(std::string_view reason) const { refuse_line(line_, reason); }

  char peek(std::size_t ahead = 0) const { return ahead < rest_.size() ? rest_[ahead] : '\0'; }

  std::string_view take(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    line_ += static_cast<std::size_t>(std::count(taken.begin(), taken.end(), '\n'));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  // Blank characters and comments.
  void skip_blank() {
    while (!rest_.empty()) {
      if (is_blank(peek())) {
        take(1);
      } else if (rest_.starts_with("--")) {
        take(std::min(rest_.find('\n'), rest_.size()));
      } else if (rest_.starts_with("/*")) {
        const std::size_t end = rest_.find("*/", 2);
        if (end == std::string_view::npos) refuse_here("a comment has no end");
        take(end + 2);
      } else {
        return;
      }
    }
  }

  Token next() {
    const std::size_t line = line_;
    const char c = peek();
    if ((c == 'x' || c == 'X') && peek(1) == '\'')
      refuse_here("blobs are refused, there are none in the data");
    Token token;
    if (begins_word(c)) {
      token = {Token::Kind::word, lower_case(take_word()), line};
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      token = {Token::Kind::number, std::string(take_number()), line};
    } else if (c == '\'') {
      token = {Token::Kind::string, take_quoted("a string"), line};
    } else if (c == '"') {
      token = {Token::Kind::quoted_name, lower_case(take_quoted("a quoted name")), line};
    } else if (c == ':') {
      token = {Token::Kind::parameter, take_parameter(), line};
    } else {
      token = {Token::Kind::symbol, std::string(take_symbol()), line};
    }
    return token;
  }

  std::string_view take_word() {
    std::size_t end = 0;
    while (continues_word(peek(end))) ++end;
    return take(end);
  }

  std::string_view take_number() {
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) refuse_here("numbers are written in decimal");
    std::size_t end = 0;
    while (is_digit(peek(end))) ++end;
    if (peek(end) == '.') ++end;
    while (is_digit(peek(end))) ++end;
    if (peek(end) == 'e' || peek(end) == 'E') {
      const std::size_t sign = peek(end + 1) == '+' || peek(end + 1) == '-' ? 1 : 0;
      if (is_digit(peek(end + 1 + sign))) end += 1 + sign;
      while (is_digit(peek(end))) ++end;
    }
    if (continues_word(peek(end))) refuse_here("a number runs into a word");
    return take(end);
  }

  // Between two of the quote that comes next; inside, two of them stand for one.
  std::string take_quoted(std::string_view what) {
    const char quote = peek();
    std::string text;
    std::size_t end = 1;
    for (;; ++end) {
      if (end >= rest_.size()) refuse_here(std::string(what) + " has no end");
      if (peek(end) == quote && peek(++end) != quote) break;
      text += peek(end);
    }
    take(end);
    return text;
  }

  // SQLite would also read `:x(…)` and `:x::y` as one parameter each, after the habits of Tcl.
  std::string take_parameter() {
    take(1);
    const std::string name(take_word());
    if (name.empty() || peek() == '(' || peek() == ':') refuse_here("a parameter is written :name");
    return name;
  }

  std::string_view take_symbol() {
    static constexpr std::array kLong{"->>", "->", "||", "<<", "<>", "<=", ">>", ">=", "==", "!="};
    static constexpr std::string_view kShort = "();,.+-*/%=<>|&~";
    for (const std::string_view symbol : kLong) {
      if (rest_.starts_with(symbol)) return take(symbol.size());
    }
    const char c = peek();
    if (kShort.find(c) != std::string_view::npos) return take(1);
    if (c == '?' || c == '@' || c == '$' || c == '#') refuse_here("parameters are named, as in :name");
    if (c == '[' || c == '`') refuse_here("names are quoted with \" and with nothing else");
    refuse_here("a character has no meaning in SQL");
  }

  std::string_view rest_;
  std::size_t line_ = 1;
};

}  // namespace

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::vector<Token> tokenize(std::string_view sql) {
  if (sql.find('\0') != std::string_view::npos) refuse(Refusal::Kind::text, "it contains a NUL byte");
  if (!is_utf8(sql)) refuse(Refusal::Kind::text, "it is not UTF-8");
  return Lexer(sql).tokens();
}

std::vector<std::size_t> match_parentheses(std::span<const Token> tokens) {
  std::vector<std::size_t> closing(tokens.size());
  std::vector<std::size_t> open;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].is_symbol("(")) open.push_back(at);
    if (!tokens[at].is_symbol(")") || open.empty()) continue;
    closing[open.back()] = at;
    open.pop_back();
  }
  return closing;
}

void refuse_line(std::size_t line, std::string_view reason) {
  refuse(Refusal::Kind::text, "line " + std::to_string(line) + ": " + std::string(reason));
}

}  // namespace evidence::query
