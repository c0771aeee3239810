#include "working_tree.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "hash_entry.h"
#include "listing.h"

namespace evidence::carry {

namespace {

constexpr std::size_t kDriftBytes = 150;

class Inspection {
 public:
  Inspection(const Objects& objects, const Folder& folder, Progress* progress)
      : objects_(objects), folder_(folder), progress_(progress) {}

  void inspect(const git_oid& tree, const std::string& path, std::size_t depth) {
    enter(depth);
    const std::vector<TreeEntry> expected = read_tree(objects_, tree);
    std::vector<Listed> found = list_folder(folder_.top, path);
    if (path.empty()) std::erase_if(found, [](const Listed& one) { return one.name == ".git"; });
    auto wanted = expected.begin();
    auto there = found.begin();
    while (wanted != expected.end() || there != found.end()) {
      const int order = wanted == expected.end() ? 1
                        : there == found.end()   ? -1
                                                 : wanted->name.compare(there->name);
      if (order < 0) {
        missing(*wanted, join_path(path, wanted->name), depth);
      } else if (order > 0) {
        extra(*there, join_path(path, there->name), depth);
      } else {
        both(*wanted, *there, join_path(path, wanted->name), depth);
      }
      if (order <= 0) ++wanted;
      if (order >= 0) ++there;
    }
  }

  std::vector<Drift> finish() {
    std::ranges::sort(drifts_, {}, &Drift::path);
    return std::move(drifts_);
  }

 private:
  void enter(std::size_t depth) {
    Effort::check_depth(depth);
    effort_.spend(0);
  }

  void add(std::string path, std::string_view reason) {
    if (reason.empty()) return;
    effort_.spend(path.size() + kDriftBytes);
    drifts_.push_back({std::move(path), std::string(reason)});
  }

  void missing(const TreeEntry& entry, const std::string& path, std::size_t depth) {
    if (!entry.is_directory()) return add(path, "missing");
    enter(depth + 1);
    for (const TreeEntry& inner : read_tree(objects_, entry.id))
      missing(inner, join_path(path, inner.name), depth + 1);
  }

  void extra(const Listed& there, const std::string& path, std::size_t depth) {
    if (there.kind != Kind::directory) return add(path, "not in the commit");
    enter(depth + 1);
    for (const Listed& inner : list_folder(folder_.top, path))
      extra(inner, join_path(path, inner.name), depth + 1);
  }

  void both(const TreeEntry& entry, const Listed& there, const std::string& path, std::size_t depth) {
    if (entry.is_directory()) {
      if (there.kind == Kind::directory) return inspect(entry.id, path, depth + 1);
      add(path, "not a directory");
      return missing(entry, path, depth);
    }
    if (entry.is_submodule()) return submodule(entry, there, path);
    if (entry.is_symlink()) {
      add(path,
          there.kind == Kind::symlink ? symlink_drift(folder_.top, path, entry) : "not a symbolic link");
    } else if (entry.is_regular() && there.kind == Kind::regular) {
      add(path, file_drift(objects_, folder_.top, path, entry, progress_));
    } else {
      add(path, "not a regular file");
    }
    if (there.kind == Kind::directory) extra(there, path, depth);
  }

  // A submodule that is checked out is a repository of its own, held against the commit that this one names.
  void submodule(const TreeEntry& entry, const Listed& there, const std::string& path) {
    if (there.kind != Kind::directory) return add(path, "not a directory");
    if (list_folder(folder_.top, path).empty()) return;
    try {
      const Repository inner = Repository::open(join_path(folder_.path, path));
      for (Drift& drift : inner.working_tree(inner.resolve(render_id(entry.id)), progress_))
        add(join_path(path, drift.path), drift.reason);
    } catch (const Error&) {
      add(path, "submodule that cannot be judged");
    }
  }

  const Objects& objects_;
  const Folder& folder_;
  Progress* progress_;
  Effort effort_;
  std::vector<Drift> drifts_;
};

}  // namespace

std::vector<Drift> find_drift(const Objects& objects, const git_oid& tree, const Folder& folder,
                              Progress* progress) {
  Inspection inspection(objects, folder, progress);
  inspection.inspect(tree, "", 1);
  return inspection.finish();
}

}  // namespace evidence::carry
