#include "operand_types.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "mentions.h"
#include "refused.h"

namespace evidence::query {
namespace {

constexpr std::string_view kArithmetic[] = {"+", "-", "*"};
constexpr std::string_view kBits[] = {"&", "|", "~", "<<", ">>"};

bool is_one_of(const Token& token, std::span<const std::string_view> symbols) {
  return token.kind == Token::Kind::symbol &&
         std::find(symbols.begin(), symbols.end(), token.text) != symbols.end();
}

std::optional<Type> type_in(const Table& table, std::string_view column) {
  for (const Column& candidate : table.columns) {
    if (candidate.name == column) return candidate.type;
  }
  return std::nullopt;
}

// True if a name after this token is given to something, without AS.
bool ends_operand(const Token& token) {
  if (token.kind == Token::Kind::word) return token.text == "end" || is_name(token.text);
  return token.kind != Token::Kind::symbol || token.text == ")";
}

// The names that the text itself gives to something, with AS or without.
std::set<std::string> given_names(const Text& text) {
  std::set<std::string> names;
  for (std::size_t at = 1; at < text.tokens.size(); ++at) {
    const Token& before = text.tokens[at - 1];
    if (text.tokens[at].is_name() && (before.is_word("as") || ends_operand(before))) {
      names.insert(text.tokens[at].text);
    }
  }
  return names;
}

class Operands {
 public:
  Operands(const Text& text, std::span<const Table> tables)
      : text_(text), tables_(tables), given_(given_names(text)) {
    for (Mention& mention : find_mentions(text.tokens, 0, text.tokens.size())) {
      ends_.emplace(mention.end, mention);
      begins_.emplace(mention.begin, std::move(mention));
    }
  }

  void check() const {
    for (std::size_t at = 0; at < text_.tokens.size(); ++at) {
      const Token& token = text_.tokens[at];
      const bool is_bits = is_one_of(token, kBits);
      if (!is_bits && !is_one_of(token, kArithmetic)) continue;
      for (const std::optional<Type> type : {type_before(at), type_after(at)}) {
        if (type == Type::text) refuse_operand(token, "text, which would count as 0 if it is no number");
        if (type == Type::real && is_bits) refuse_operand(token, "a real number, which would be cut off");
      }
    }
  }

 private:
  [[noreturn]] void refuse_operand(const Token& token, std::string_view what) const {
    refuse(Refusal::Kind::text, text_.label() + "line " + std::to_string(token.line) + ": '" + token.text +
                                    "' stands beside " + std::string(what));
  }

  std::optional<Type> type_before(std::size_t at) const {
    if (at == 0) return std::nullopt;
    if (const auto mention = ends_.find(at); mention != ends_.end()) return type_of(mention->second);
    return literal_type(text_.tokens[at - 1]);
  }

  std::optional<Type> type_after(std::size_t at) const {
    if (at + 1 == text_.tokens.size()) return std::nullopt;
    if (const auto mention = begins_.find(at + 1); mention != begins_.end()) return type_of(mention->second);
    return literal_type(text_.tokens[at + 1]);
  }

  static std::optional<Type> literal_type(const Token& token) {
    if (token.kind == Token::Kind::string) return Type::text;
    if (token.kind != Token::Kind::number) return std::nullopt;
    return token.text.find_first_of(".eE") == std::string::npos ? Type::integer : Type::real;
  }

  // Absent unless there is no doubt.
  std::optional<Type> type_of(const Mention& mention) const {
    if (mention.qualifier.empty() && given_.contains(mention.column)) return std::nullopt;
    std::optional<Type> type;
    for (const Source& source : text_.sources) {
      if (!mention.qualifier.empty() && source.alias != mention.qualifier) continue;
      const auto table = std::find_if(tables_.begin(), tables_.end(),
                                      [&](const Table& candidate) { return candidate.name == source.name; });
      if (table == tables_.end()) return std::nullopt;
      const std::optional<Type> here = type_in(*table, mention.column);
      if (here && type && here != type) return std::nullopt;
      if (here) type = here;
    }
    return type;
  }

  const Text& text_;
  std::span<const Table> tables_;
  std::set<std::string> given_;
  std::map<std::size_t, Mention> begins_;  // by their first token
  std::map<std::size_t, Mention> ends_;    // by the token after them
};

}  // namespace

void check_operand_types(const Text& text, std::span<const Table> tables) {
  Operands(text, tables).check();
}

}  // namespace evidence::query
