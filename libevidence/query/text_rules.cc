#include "text_rules.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "refused.h"

namespace evidence::query {
namespace {

struct Forbidden {
  std::string_view spelling;
  std::string_view reason;
};

constexpr std::array kWords{
    Forbidden{"natural", "NATURAL is refused: say with ON which columns are equal"},
    Forbidden{"using", "USING is refused: say with ON which columns are equal"},
    Forbidden{"with", "WITH is refused: write a view"},
    Forbidden{"recursive", "RECURSIVE is refused: nothing here may recurse"},
    Forbidden{"like", "LIKE is refused, it is blind to case: use GLOB"},
    Forbidden{"regexp", "REGEXP is refused: use GLOB"},
    Forbidden{"match", "MATCH is refused: use GLOB"},
    Forbidden{"cast", "CAST is refused, it turns text that is no number into 0: declare the column's type"},
    Forbidden{"collate", "COLLATE is refused: text is compared byte by byte"},
    Forbidden{"attach", "ATTACH is refused: there is one database"},
    Forbidden{"pragma", "PRAGMA is refused: settings are fixed"},
    Forbidden{"values", "VALUES is refused: write SELECT, and UNION ALL for several rows"},
    Forbidden{"indexed", "INDEXED is refused: there are no indexes"},
};

constexpr std::array kSymbols{
    Forbidden{";", "';' is refused: a query is one statement"},
    Forbidden{"/", "'/' is refused, it cuts integers off: use ratio(a, b)"},
    Forbidden{"%", "'%' is refused, it cuts real numbers off: use mod(a, b)"},
    Forbidden{"->", "'->' is refused: there is no JSON here"},
    Forbidden{"->>", "'->>' is refused: there is no JSON here"},
};

void refuse_if_forbidden(const Token& token, std::span<const Forbidden> table) {
  for (const Forbidden& row : table) {
    if (token.text == row.spelling) refuse_line(token.line, row.reason);
  }
}

// Names mean the same with quotes around them.
void check_name(const Token& name) {
  const std::string_view text = name.text;
  if (text == "main" || text == "temp") {
    refuse_line(name.line, "the schema " + name.text + " is refused: tables are named without one");
  }
  if (text == "rowid" || text == "oid" || text == "_rowid_") {
    refuse_line(name.line, name.text + " is refused: rows have no number");
  }
  if (text.starts_with("sqlite_") || text.starts_with("pragma_")) {
    refuse_line(name.line, "names that begin with sqlite_ or pragma_ are refused");
  }
}

class Parentheses {
 public:
  void see(const Token& token) {
    if (token.is_symbol("(") && ++depth_ > kDeepestParentheses) {
      refuse_line(token.line, "parentheses nest deeper than " + std::to_string(kDeepestParentheses));
    }
    if (token.is_symbol(")")) {
      if (depth_ == 0) refuse_line(token.line, "')' closes nothing");
      --depth_;
    }
  }
  void end(std::size_t line) const {
    if (depth_ > 0) refuse_line(line, "'(' is not closed");
  }

 private:
  std::size_t depth_ = 0;
};

// The words after which an operand may stand. After any other one, which is then a name or ends an operand,
// SQLite takes a string for a name.
constexpr std::string_view kBeforeOperand[] = {"select", "distinct", "all",  "where", "and",     "or", "not",
                                               "when",   "then",     "else", "case",  "between", "is", "on",
                                               "having", "by",       "glob", "limit", "offset"};

bool is_after_name(std::span<const Token> before) {
  const Token& last = before.back();
  if (last.kind == Token::Kind::symbol) return last.text == "." || last.text == ")";
  if (last.kind != Token::Kind::word) return true;
  if (last.text == "from") return before.size() < 2 || !before[before.size() - 2].is_word("distinct");
  return std::find(std::begin(kBeforeOperand), std::end(kBeforeOperand), last.text) ==
         std::end(kBeforeOperand);
}

// SQLite reads 'x' as a name where only a name can stand, as in t.'rowid' or FROM 'main'.t.
void check_string(std::span<const Token> tokens, std::size_t at) {
  const bool names_what_follows = at + 1 < tokens.size() && tokens[at + 1].is_symbol(".");
  if (names_what_follows || (at > 0 && is_after_name(tokens.first(at)))) {
    refuse_line(tokens[at].line, "a name in single quotes is refused: use \" or nothing");
  }
}

void check_in(std::span<const Token> tokens, std::size_t at) {
  if (at + 1 < tokens.size() && tokens[at + 1].is_symbol("(")) return;
  refuse_line(tokens[at].line, "IN needs a list or a SELECT in parentheses");
}

void check_tokens(std::span<const Token> tokens) {
  if (tokens.empty()) refuse(Refusal::Kind::text, "it is empty");
  Parentheses parentheses;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const Token& token = tokens[at];
    if (token.kind == Token::Kind::word) refuse_if_forbidden(token, kWords);
    if (token.kind == Token::Kind::symbol) refuse_if_forbidden(token, kSymbols);
    if (token.kind == Token::Kind::string) check_string(tokens, at);
    if (token.is_name()) check_name(token);
    if (token.is_word("in")) check_in(tokens, at);
    parentheses.see(token);
  }
  parentheses.end(tokens.back().line);
}

}  // namespace

void check_select(std::span<const Token> tokens) {
  if (!tokens.empty() && !tokens.front().is_word("select")) {
    refuse_line(tokens.front().line, "it does not begin with SELECT");
  }
  check_tokens(tokens);
}

void check_expression(std::span<const Token> tokens) {
  for (const Token& token : tokens) {
    if (token.is_word("select")) refuse_line(token.line, "SELECT is refused: an expression has values only");
  }
  check_tokens(tokens);
}

}  // namespace evidence::query
