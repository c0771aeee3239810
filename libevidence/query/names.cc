#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "evidence/query.h"

namespace evidence::query {
namespace {

// SQLite's keywords between blanks, without those eight that read as names wherever one may stand and that
// data are likely to use. A list of ours, so that a name does not depend on the version of SQLite.
constexpr std::string_view kKeywords =
    " abort add after all alter always analyze and as asc attach autoincrement before begin between by "
    "cascade case cast check collate column commit conflict constraint create cross current "
    "current_date current_time current_timestamp database default deferrable deferred delete desc "
    "detach distinct do drop each else end escape except exclude exclusive exists explain fail filter "
    "following for foreign from full generated glob group groups having if ignore immediate in index "
    "indexed initially inner insert instead intersect into is isnull join left like limit match "
    "materialized natural no not nothing notnull null nulls of offset on or order others outer over "
    "partition pragma preceding primary raise range recursive references regexp reindex release rename "
    "replace restrict returning right rollback savepoint select set table temp temporary then ties to "
    "transaction trigger unbounded union unique update using vacuum values view virtual when where "
    "window with within without ";

constexpr std::string_view kOthers[] = {"main", "temp", "rowid", "oid", "true", "false"};

}  // namespace

bool is_name(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_inside = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  if (text.empty() || text.size() > kLongest || !is_letter(text.front())) return false;
  if (!std::all_of(text.begin(), text.end(), is_inside)) return false;
  if (text.starts_with("sqlite_") || text.starts_with("pragma_")) return false;
  if (std::find(std::begin(kOthers), std::end(kOthers), text) != std::end(kOthers)) return false;
  return kKeywords.find(" " + std::string(text) + " ") == std::string_view::npos;
}

}  // namespace evidence::query
