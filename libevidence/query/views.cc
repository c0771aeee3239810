#include "views.h"

#include <algorithm>
#include <map>

#include "refused.h"
#include "text_rules.h"

namespace evidence::query {
namespace {

using Kind = Refusal::Kind;

void check_size(std::size_t bytes, std::size_t most_bytes) {
  if (bytes <= most_bytes) return;
  refuse(Kind::text, "it has more than " + std::to_string(most_bytes) + " bytes with its views");
}

Text read_select(std::string name, std::string_view sql) {
  Text text{std::move(name), sql, {}, {}, {}};
  try {
    text.tokens = tokenize(sql);
    check_select(text.tokens);
    text.closing = match_parentheses(text.tokens);
    text.sources = find_sources(text.tokens, text.closing);
  } catch (const Refused& refused) {
    refuse(refused.refusal().kind, text.label() + refused.refusal().reason);
  }
  return text;
}

// Walks from the query to the views that it names and the views that those name.
class Walk {
 public:
  Walk(const Query& query, const std::set<std::string, std::less<>>& tables, std::size_t most_bytes)
      : query_(query), most_bytes_(most_bytes) {
    for (const View& view : query.views) {
      if (!is_name(view.name)) refuse(Kind::text, "a view cannot be named " + view.name);
      if (tables.contains(view.name)) refuse(Kind::text, "view " + view.name + " has the name of a table");
      if (!views_.emplace(view.name, &view).second) refuse(Kind::text, "two views are named " + view.name);
    }
  }

  std::vector<Text> texts() && {
    visit({}, query_.sql);
    return std::move(texts_);
  }

 private:
  // Returns how many sources the text has when all its views are expanded.
  std::size_t visit(std::string name, std::string_view sql) {
    check_size(bytes_ += sql.size(), most_bytes_);
    Text text = read_select(std::move(name), sql);
    std::size_t expanded = text.sources.size();
    for (const Source& source : text.sources) {
      if (const auto view = views_.find(source.name); view != views_.end()) {
        expanded += expand(*view->second);
      }
      if (expanded > kMostExpanded) {
        refuse(Kind::text, text.label() + "it reads more than " + std::to_string(kMostExpanded) +
                               " tables when its views are expanded");
      }
    }
    texts_.push_back(std::move(text));
    return expanded;
  }

  std::size_t expand(const View& view) {
    const auto [known, is_new] = expanded_.emplace(view.name, kUnderWay);
    if (!is_new && known->second == kUnderWay) refuse(Kind::text, "view " + view.name + " reads itself");
    if (!is_new) return known->second;
    if (expanded_.size() > kMostViews) {
      refuse(Kind::text, "it reads more than " + std::to_string(kMostViews) + " views");
    }
    return known->second = visit(view.name, view.sql);
  }

  static constexpr std::size_t kUnderWay = ~std::size_t{0};

  const Query& query_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::map<std::string, const View*, std::less<>> views_;
  std::map<std::string, std::size_t, std::less<>> expanded_;  // by view, or kUnderWay
  std::vector<Text> texts_;
};

}  // namespace

std::string Text::label() const {
  return name.empty() ? "" : "view " + name + ": ";
}

std::set<std::string> Text::all_of(Token::Kind kind) const {
  std::set<std::string> result;
  for (const Token& token : tokens) {
    if (token.kind == kind) result.insert(token.text);
  }
  return result;
}

std::vector<Text> read_texts(const Query& query, const std::set<std::string, std::less<>>& tables,
                             std::size_t most_bytes) {
  return Walk(query, tables, most_bytes).texts();
}

Text read_expression(std::string_view sql, std::size_t most_bytes) {
  check_size(sql.size(), most_bytes);
  Text text{{}, sql, tokenize(sql), {}, {}};
  check_expression(text.tokens);
  text.closing = match_parentheses(text.tokens);
  return text;
}

}  // namespace evidence::query
