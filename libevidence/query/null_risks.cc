#include "null_risks.h"

#include <algorithm>
#include <map>
#include <set>

#include "mentions.h"

namespace evidence::query {
namespace {

using Names = std::set<std::string>;

constexpr std::string_view kPassOver[] = {"sum", "avg", "total", "min", "max"};

// A call of a function with one argument.
struct Call {
  std::string function;
  std::size_t begin = 0;  // the tokens of its argument
  std::size_t end = 0;
};

// The columns that may be NULL.
struct Nulls {
  Names columns;
  bool others = false;  // all columns that belong to no table
};

class TextRisks {
 public:
  // `views` are the columns that may be NULL of the views before this text.
  TextRisks(const Text& text, std::span<const Table> tables, const std::map<std::string, Names>& views)
      : text_(text), tables_(tables), views_(views) {
    for (const Source& source : text.sources) {
      if (is_missing_unknown(source)) missing_.insert(source.alias);
      if (const Table* table = find_table(source.name)) {
        for (const Column& column : table->columns) table_columns_.insert(column.name);
      }
    }
    for (const Source& source : text.sources) {
      const Names columns = source.name.empty() ? handed_on(source.begin, source.end) : nulls_of(source);
      for (Nulls* nulls : {&all_, &by_alias_[source.alias]}) {
        nulls->columns.insert(columns.begin(), columns.end());
        nulls->others = nulls->others || is_missing_unknown(source);
      }
    }
  }

  std::vector<std::string> sentences() const {
    const Names looked_at = looked_at_by_every();
    std::vector<std::string> result;
    for (const Call& call : calls()) {
      if (std::find(std::begin(kPassOver), std::end(kPassOver), call.function) == std::end(kPassOver))
        continue;
      for (const Mention& mention : find_mentions(text_.tokens, call.begin, call.end)) {
        if (looked_at.contains(mention.column) || !may_be_null(mention)) continue;
        result.push_back(text_.label() + call.function + "() passes over NULLs of " + mention.column +
                         ", which no every() looks at");
      }
    }
    return result;
  }

  // The names of result columns, here or in a subquery, that may be NULL.
  Names handed_on() const { return handed_on(0, text_.tokens.size()); }

 private:
  std::vector<Call> calls() const {
    std::vector<Call> result;
    for (std::size_t at = 0; at + 1 < text_.tokens.size(); ++at) {
      if (!text_.tokens[at].is_name() || !text_.tokens[at + 1].is_symbol("(")) continue;
      const Call call{text_.tokens[at].text, at + 2, text_.closing[at + 1]};
      if (has_one_argument(call)) result.push_back(call);
    }
    return result;
  }

  bool has_one_argument(const Call& call) const {
    for (std::size_t at = call.begin; at < call.end; ++at) {
      if (text_.tokens[at].is_symbol(",")) return false;
      if (text_.tokens[at].is_symbol("(")) at = text_.closing[at];
    }
    return call.begin < call.end;
  }

  // With a FILTER it does not look at all rows.
  Names looked_at_by_every() const {
    Names names;
    for (const Call& call : calls()) {
      const bool is_filtered =
          call.end + 1 < text_.tokens.size() && text_.tokens[call.end + 1].is_word("filter");
      if (call.function != "every" || is_filtered) continue;
      for (const Mention& mention : find_mentions(text_.tokens, call.begin, call.end))
        names.insert(mention.column);
    }
    return names;
  }

  bool may_be_null(const Mention& mention) const {
    if (mention.qualifier.empty()) {
      return all_.columns.contains(mention.column) ||
             (all_.others && !table_columns_.contains(mention.column));
    }
    const auto nulls = by_alias_.find(mention.qualifier);
    return nulls != by_alias_.end() &&
           (nulls->second.others || nulls->second.columns.contains(mention.column));
  }

  // A view or subquery, of which only the mentions of its columns tell what they are.
  bool is_missing_unknown(const Source& source) const {
    return source.rows == Source::Rows::may_miss && find_table(source.name) == nullptr;
  }

  // Of the result of a SELECT within [begin, end).
  Names handed_on(std::size_t begin, std::size_t end) const {
    Names names;
    for (const Source& source : text_.sources) {
      if (source.begin >= begin && source.end <= end) names.merge(nulls_of(source));
    }
    for (const Mention& mention : find_mentions(text_.tokens, begin, end)) {
      const bool is_missing = !mention.qualifier.empty() && missing_.contains(mention.qualifier);
      if (!is_missing && !names.contains(mention.column)) continue;
      names.insert(mention.column);
      const bool is_renamed = mention.end + 1 < end && text_.tokens[mention.end].is_word("as");
      if (is_renamed) names.insert(text_.tokens[mention.end + 1].text);
    }
    return names;
  }

  // Of a table or view.
  Names nulls_of(const Source& source) const {
    Names names;
    if (const Table* table = find_table(source.name)) {
      for (const Column& column : table->columns) {
        if (column.nullable || source.rows == Source::Rows::may_miss) names.insert(column.name);
      }
    } else if (const auto view = views_.find(source.name); view != views_.end()) {
      names = view->second;
    }
    return names;
  }

  const Table* find_table(std::string_view name) const {
    const auto found = std::find_if(tables_.begin(), tables_.end(),
                                    [&](const Table& candidate) { return candidate.name == name; });
    return found == tables_.end() ? nullptr : &*found;
  }

  const Text& text_;
  std::span<const Table> tables_;
  const std::map<std::string, Names>& views_;
  Names missing_;        // aliases of what is_missing_unknown()
  Names table_columns_;  // of all tables that the text reads
  Nulls all_;
  std::map<std::string, Nulls> by_alias_;
};

}  // namespace

std::vector<std::string> find_null_risks(std::span<const Text> texts, std::span<const Table> tables) {
  std::map<std::string, Names> views;
  std::set<std::string> seen;
  std::vector<std::string> result;
  for (const Text& text : texts) {
    const TextRisks risks(text, tables, views);
    for (std::string& sentence : risks.sentences()) {
      if (seen.insert(sentence).second) result.push_back(std::move(sentence));
    }
    views.emplace(text.name, risks.handed_on());
  }
  return result;
}

}  // namespace evidence::query
