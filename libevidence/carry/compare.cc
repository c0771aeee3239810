#include "compare.h"

#include <algorithm>
#include <map>
#include <utility>

namespace evidence::carry {

namespace {

// Integers in records.
constexpr std::uint64_t kMaxFiles = (std::uint64_t{1} << 53) - 1;
// What a change needs beside its path.
constexpr std::size_t kChangeBytes = 400;

using MaybeTree = std::optional<git_oid>;

MaybeTree subtree(const TreeEntry* entry) {
  return entry != nullptr && entry->is_directory() ? MaybeTree(entry->id) : std::nullopt;
}

std::optional<Entry> file(const TreeEntry* entry) {
  return entry != nullptr && !entry->is_directory() ? std::optional(entry->entry()) : std::nullopt;
}

class Comparer {
 public:
  Comparer(const Objects& objects, Effort effort) : objects_(objects), effort_(effort) {}

  void compare(const MaybeTree& before, const MaybeTree& after, const std::string& path, std::size_t depth) {
    Effort::check_depth(depth);
    effort_.spend(0);
    const std::vector<TreeEntry> old = before ? read_tree(objects_, *before) : std::vector<TreeEntry>();
    const std::vector<TreeEntry> now = after ? read_tree(objects_, *after) : std::vector<TreeEntry>();
    auto left = old.begin();
    auto right = now.begin();
    while (left != old.end() || right != now.end()) {
      const bool take_left = right == now.end() || (left != old.end() && left->name <= right->name);
      const bool take_right = left == old.end() || (right != now.end() && right->name <= left->name);
      const TreeEntry* const one = take_left ? &*left++ : nullptr;
      const TreeEntry* const other = take_right ? &*right++ : nullptr;
      hold_against(one, other, path, depth);
    }
  }

  std::vector<Change> finish() {
    std::ranges::sort(changes_, {}, &Change::path);
    return std::move(changes_);
  }

 private:
  // The entries of one name, of which at least one is there.
  void hold_against(const TreeEntry* before, const TreeEntry* after, const std::string& parent,
                    std::size_t depth) {
    if (before != nullptr && after != nullptr && before->mode == after->mode &&
        same_id(before->id, after->id))
      return;
    const std::string path = join_path(parent, before != nullptr ? before->name : after->name);
    Change change{path, file(before), file(after)};
    if (change.before || change.after) {
      effort_.spend(path.size() + kChangeBytes);
      changes_.push_back(std::move(change));
    }
    const MaybeTree old = subtree(before);
    const MaybeTree now = subtree(after);
    if (old || now) compare(old, now, path, depth + 1);
  }

  const Objects& objects_;
  Effort effort_;
  std::vector<Change> changes_;
};

class Counter {
 public:
  explicit Counter(const Objects& objects) : objects_(objects) {}

  // Each tree is counted once, however often it stands in others.
  std::uint64_t count(const git_oid& tree, std::size_t depth) {
    Effort::check_depth(depth);
    if (const auto known = known_.find(tree); known != known_.end()) return known->second;
    effort_.spend(0);
    std::uint64_t files = 0;
    for (const TreeEntry& entry : read_tree(objects_, tree)) {
      files += entry.is_directory() ? count(entry.id, depth + 1) : 1;
      if (files > kMaxFiles) throw Unreadable("tree " + render_id(tree) + " repeats itself without bound");
    }
    known_.emplace(tree, files);
    return files;
  }

 private:
  const Objects& objects_;
  Effort effort_;
  std::map<git_oid, std::uint64_t, IdOrder> known_;
};

}  // namespace

std::vector<Change> compare_trees(const Objects& objects, const git_oid& before, const git_oid& after,
                                  Effort effort) {
  if (same_id(before, after)) return {};
  Comparer comparer(objects, effort);
  comparer.compare(before, after, "", 1);
  return comparer.finish();
}

std::uint64_t count_files(const Objects& objects, const git_oid& tree) {
  return Counter(objects).count(tree, 1);
}

}  // namespace evidence::carry
