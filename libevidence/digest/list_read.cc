#include <algorithm>
#include <numeric>

#include "evidence/digest.h"
#include "list_mtree.h"
#include "list_sums.h"
#include "list_text.h"

namespace evidence {
namespace {

bool is_blank_or_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#';
}

// Returns whether any line held more than blanks or a comment.
bool read_sums(ListText& text, ListEnd end, DigestList& list) {
  SumsLines lines(end);
  bool meant_something = false;
  while (const std::optional<ListLine> line = text.next()) {
    meant_something = meant_something || !is_blank_or_comment(line->text);
    ReadLine read = lines.read(line->text);
    if (auto* const entry = std::get_if<ListedEntry>(&read)) {
      entry->line = line->number;
      list.entries.push_back(std::move(*entry));
    } else {
      list.faults.push_back(
          {ListFault::Kind::malformed, line->number, std::get<std::string>(std::move(read))});
    }
  }
  list.format = lines.format();
  const std::vector<std::string> oddities = lines.oddities();
  list.oddities.insert(list.oddities.end(), oddities.begin(), oddities.end());
  return meant_something;
}

ListFault twin_fault(const ListedEntry& first, const ListedEntry& again) {
  std::string reason = "names the file of line " + std::to_string(first.line) + " again";
  if (first.digest != again.digest) reason += " with another digest";
  return {ListFault::Kind::doubled, again.line, std::move(reason)};
}

// Keeps the first of the entries that name the same, and tells the others. By sorting, as an attacker may
// choose names that a hash table has no good place for.
void leave_out_twins(DigestList& list) {
  const std::vector<ListedEntry>& entries = list.entries;
  std::vector<std::string> plain;
  for (const ListedEntry& entry : entries) plain.push_back(plain_path(entry.path));
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t at) -> const std::string& { return plain[at]; });
  std::vector<bool> again(entries.size(), false);
  std::size_t first = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (plain[order[i]] != plain[order[first]]) {
      first = i;
      continue;
    }
    again[order[i]] = true;
    list.faults.push_back(twin_fault(entries[order[first]], entries[order[i]]));
  }
  std::vector<ListedEntry> kept;
  for (std::size_t i = 0; i < again.size(); ++i) {
    if (!again[i]) kept.push_back(std::move(list.entries[i]));
  }
  list.entries = std::move(kept);
  std::ranges::stable_sort(list.faults, {}, &ListFault::line);
}

}  // namespace

DigestList read_list(std::string_view bytes, std::string_view name, ListEnd end) {
  DigestList list;
  ListText text(bytes, name, end);
  const bool mtree = end == ListEnd::line_feed && looks_like_mtree(text.rest());
  list.oddities = text.oddities();
  list.carriage_returns = text.carriage_returns();
  bool meant_something = true;
  if (mtree) {
    list.format = ListFormat::mtree;
    MtreeReader(text, bytes.size(), name).read(list);
    meant_something = !list.faults.empty();
  } else {
    meant_something = read_sums(text, end, list);
  }
  if (list.entries.empty()) {
    if (!meant_something) throw FormatError(name, "", "lists nothing");
    throw FormatError(name, "line " + std::to_string(list.faults.front().line), list.faults.front().reason);
  }
  leave_out_twins(list);
  return list;
}

}  // namespace evidence
