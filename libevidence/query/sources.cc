#include "sources.h"

#include <algorithm>
#include <array>
#include <utility>

namespace evidence::query {
namespace {

constexpr std::array<std::string_view, 6> kJoinWords{"left", "right", "full", "inner", "cross", "outer"};
constexpr std::array<std::string_view, 9> kAfterClause{"where",  "group", "having",    "order", "limit",
                                                       "window", "union", "intersect", "except"};

bool is_one_of(const Token& token, std::span<const std::string_view> words) {
  return token.kind == Token::Kind::word && std::find(words.begin(), words.end(), token.text) != words.end();
}

// True for a word with which the clause goes on or ends, so that it is no alias.
bool ends_source(const Token& token) {
  return is_one_of(token, kJoinWords) || is_one_of(token, kAfterClause) || token.is_word("join") ||
         token.is_word("on");
}

bool says(std::span<const Token> words, std::string_view word) {
  return std::any_of(words.begin(), words.end(), [&](const Token& token) { return token.is_word(word); });
}

class Scanner {
 public:
  Scanner(std::span<const Token> tokens, std::span<const std::size_t> closing)
      : tokens_(tokens), closing_(closing) {}

  std::vector<Source> sources() && {
    scan(0, tokens_.size());
    std::sort(sources_.begin(), sources_.end(),
              [](const Source& left, const Source& right) { return left.begin < right.begin; });
    return std::move(sources_);
  }

 private:
  // Indexes into sources_ of what a clause joins, and the token after it.
  struct Joined {
    std::vector<std::size_t> members;
    std::size_t end = 0;
  };

  // Any tokens, in which FROM begins a clause unless it belongs to IS DISTINCT FROM.
  void scan(std::size_t at, std::size_t end) {
    while (at < end) {
      const bool is_clause = tokens_[at].is_word("from") && at > 0 && !tokens_[at - 1].is_word("distinct");
      at = is_clause ? scan_joins(at + 1, end).end : scan_one(at);
    }
  }

  // One token, or all up to the parenthesis that closes it.
  std::size_t scan_one(std::size_t at) {
    if (!tokens_[at].is_symbol("(")) return at + 1;
    scan(at + 1, closing_[at]);
    return closing_[at] + 1;
  }

  Joined scan_joins(std::size_t at, std::size_t end) {
    Joined all = scan_source(at, end);
    at = all.end;
    while (at < end && !is_one_of(tokens_[at], kAfterClause)) {
      const std::size_t words = at;
      while (at < end && is_one_of(tokens_[at], kJoinWords)) ++at;
      if (at == end || !(tokens_[at].is_symbol(",") || tokens_[at].is_word("join"))) {
        at = scan_one(words);
        continue;
      }
      const auto said = tokens_.subspan(words, at - words);
      const Joined next = scan_source(at + 1, end);
      if (says(said, "left") || says(said, "full")) mark(next.members);
      if (says(said, "right") || says(said, "full")) mark(all.members);
      all.members.insert(all.members.end(), next.members.begin(), next.members.end());
      at = next.end;
    }
    all.end = at;
    return all;
  }

  // One table, view, subquery or joined group in parentheses, with its alias.
  Joined scan_source(std::size_t at, std::size_t end) {
    if (at >= end) return {{}, end};
    if (!tokens_[at].is_symbol("(")) return scan_named(at, end);
    const std::size_t close = closing_[at];
    const std::size_t after = skip_alias(close + 1, end);
    const std::string called = alias(close + 1, end);
    const Source source{"", called, Source::Rows::all_found, at, close + 1};
    if (tokens_[at + 1].is_word("select")) {
      const std::size_t index = add(source);
      scan(at + 1, close);
      return {{index}, after};
    }
    Joined group = scan_joins(at + 1, close);
    scan(group.end, close);
    if (!called.empty()) group.members.push_back(add(source));
    group.end = after;
    return group;
  }

  Joined scan_named(std::size_t at, std::size_t end) {
    const Token& name = tokens_[at];
    if (name.kind == Token::Kind::string) {
      refuse_line(name.line, "a name in single quotes is refused: use \" or nothing");
    }
    if (!name.is_name()) return {{}, at + 1};
    const std::string called = alias(at + 1, end);
    const std::size_t index =
        add({name.text, called.empty() ? name.text : called, Source::Rows::all_found, at, at + 1});
    return {{index}, skip_alias(at + 1, end)};
  }

  std::size_t add(Source source) {
    sources_.push_back(std::move(source));
    return sources_.size() - 1;
  }

  std::string alias(std::size_t at, std::size_t end) const {
    if (at < end && tokens_[at].is_word("as")) ++at;
    const bool there = at < end && tokens_[at].is_name() && !ends_source(tokens_[at]);
    return there ? tokens_[at].text : "";
  }

  std::size_t skip_alias(std::size_t at, std::size_t end) const {
    const bool there = !alias(at, end).empty();
    if (at < end && tokens_[at].is_word("as")) ++at;
    return there ? at + 1 : at;
  }

  void mark(const std::vector<std::size_t>& members) {
    for (const std::size_t index : members) sources_[index].rows = Source::Rows::may_miss;
  }

  std::span<const Token> tokens_;
  std::span<const std::size_t> closing_;
  std::vector<Source> sources_;
};

}  // namespace

std::vector<Source> find_sources(std::span<const Token> tokens, std::span<const std::size_t> closing) {
  return Scanner(tokens, closing).sources();
}

}  // namespace evidence::query
