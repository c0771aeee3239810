#include "tree.h"

#include <algorithm>

namespace evidence::carry {

namespace {

constexpr std::size_t kStep = 128;
constexpr std::uint32_t kDirectoryMode = 0040000;

[[noreturn]] void refuse(const git_oid& tree, const TreeEntry& entry, std::string_view fault) {
  throw Unreadable("tree " + render_id(tree) + ": entry " + printable(entry.name) + ": " +
                   std::string(fault));
}

// git sorts a directory as if its name ended in '/'.
int compare_as_git(const TreeEntry& a, const TreeEntry& b) {
  const std::size_t common = std::min(a.name.size(), b.name.size());
  if (const int order = a.name.compare(0, common, b.name, 0, common); order != 0) return order;
  const auto next = [common](const TreeEntry& entry) -> unsigned char {
    if (entry.name.size() > common) return static_cast<unsigned char>(entry.name[common]);
    return entry.is_directory() ? '/' : '\0';
  };
  return int{next(a)} - int{next(b)};
}

void check(const git_oid& tree, const std::vector<TreeEntry>& entries) {
  for (std::size_t at = 0; at < entries.size(); ++at) {
    const TreeEntry& entry = entries[at];
    if (const auto fault = name_fault(entry.name)) refuse(tree, entry, *fault);
    if (entry.is_directory() && entry.mode != kDirectoryMode)
      refuse(tree, entry, "a directory has no mode of its own");
    if (at > 0 && entries[at - 1].name != entry.name && compare_as_git(entries[at - 1], entry) > 0)
      refuse(tree, entry, "is not in git's order");
  }
}

}  // namespace

std::vector<TreeEntry> read_tree(const Objects& objects, const git_oid& id) {
  const TreeHandle tree = objects.tree(id);
  const std::size_t count = git_tree_entrycount(tree.get());
  std::vector<TreeEntry> entries;
  entries.reserve(count);
  for (std::size_t at = 0; at < count; ++at) {
    const git_tree_entry* const entry = git_tree_entry_byindex(tree.get(), at);
    entries.push_back({git_tree_entry_name(entry),
                       static_cast<std::uint32_t>(git_tree_entry_filemode_raw(entry)),
                       *git_tree_entry_id(entry)});
  }
  check(id, entries);
  std::ranges::sort(entries, {}, &TreeEntry::name);
  const auto twice = std::ranges::adjacent_find(entries, {}, &TreeEntry::name);
  if (twice != entries.end()) refuse(id, *twice, "stands twice");
  return entries;
}

std::string join_path(const std::string& parent, std::string_view name) {
  if (parent.empty()) return std::string(name);
  std::string path;
  path.reserve(parent.size() + 1 + name.size());
  return path.append(parent).append(1, '/').append(name);
}

void Effort::spend(std::size_t bytes) {
  spent_ += bytes + kStep;
  if (spent_ > limit_) throw Unreadable("the trees are too large, or repeat themselves, to be compared");
}

void Effort::check_depth(std::size_t depth) {
  if (depth > kMaxDepth) throw Unreadable("directories are nested deeper than " + std::to_string(kMaxDepth));
}

}  // namespace evidence::carry
