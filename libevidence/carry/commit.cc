#include <charconv>

#include "objects.h"

namespace evidence::carry {

namespace {

// The rest of a line that begins with `word` and a space, taken off with its line feed; absent, and nothing
// is taken, when it begins otherwise.
std::optional<std::string_view> take_line(std::string_view& bytes, std::string_view word) {
  const std::size_t end = bytes.find('\n');
  if (end == std::string_view::npos || end <= word.size() || bytes.substr(0, word.size()) != word ||
      bytes[word.size()] != ' ')
    return std::nullopt;
  const std::string_view rest = bytes.substr(word.size() + 1, end - word.size() - 1);
  bytes.remove_prefix(end + 1);
  return rest;
}

// "Name <address> 1700000000 +0000"; 0 for anything else.
std::int64_t time_of(std::string_view committer) {
  const std::size_t address_end = committer.rfind("> ");
  if (address_end == std::string_view::npos) return 0;
  const std::string_view digits = committer.substr(address_end + 2);
  std::int64_t time = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), time);
  return time;
}

}  // namespace

std::optional<CommitObject> parse_commit(std::string_view bytes) {
  const auto tree = take_line(bytes, "tree");
  const auto tree_id = tree ? parse_id(*tree) : std::nullopt;
  if (!tree_id) return std::nullopt;
  CommitObject commit{.tree = *tree_id, .parents = {}};
  while (const auto parent = take_line(bytes, "parent")) {
    const auto id = parse_id(*parent);
    if (!id) return std::nullopt;
    commit.parents.push_back(*id);
  }
  if (!take_line(bytes, "author")) return std::nullopt;
  const auto committer = take_line(bytes, "committer");
  if (!committer) return std::nullopt;
  commit.time = time_of(*committer);
  return commit;
}

}  // namespace evidence::carry
