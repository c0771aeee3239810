#include "unverified.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "pointer.h"

namespace evidence::carry {

namespace {

constexpr std::size_t kUnverifiedBytes = 250;

class Finder {
 public:
  Finder(const Objects& objects, Effort effort) : objects_(objects), effort_(effort) {}

  void look(const git_oid& tree, const std::string& path, std::size_t depth) {
    Effort::check_depth(depth);
    if (clean_.contains(tree)) return;
    effort_.spend(0);
    const std::size_t before = found_.size();
    for (const TreeEntry& entry : read_tree(objects_, tree)) {
      if (entry.is_directory()) {
        look(entry.id, join_path(path, entry.name), depth + 1);
      } else if (entry.is_submodule()) {
        add(path, entry, "submodule");
      } else if (is_pointer(entry.id) && entry.is_regular()) {
        add(path, entry, "Git LFS pointer");
      }
    }
    if (found_.size() == before) clean_.insert(tree);
  }

  std::vector<Unverified> finish() {
    std::ranges::sort(found_, {}, &Unverified::path);
    return std::move(found_);
  }

 private:
  void add(const std::string& parent, const TreeEntry& entry, const char* reason) {
    std::string path = join_path(parent, entry.name);
    effort_.spend(path.size() + kUnverifiedBytes);
    found_.push_back({std::move(path), reason, entry.entry()});
  }

  bool is_pointer(const git_oid& blob) {
    const auto [known, is_new] = pointers_.try_emplace(blob, false);
    if (is_new && objects_.blob_header(blob).size < kPointerLimit)
      known->second = is_lfs_pointer(objects_.blob(blob));
    return known->second;
  }

  const Objects& objects_;
  Effort effort_;
  std::set<git_oid, IdOrder> clean_;  // trees below which nothing was found
  std::map<git_oid, bool, IdOrder> pointers_;
  std::vector<Unverified> found_;
};

}  // namespace

std::vector<Unverified> find_unverified(const Objects& objects, const git_oid& tree, Effort effort) {
  Finder finder(objects, effort);
  finder.look(tree, "", 1);
  return finder.finish();
}

}  // namespace evidence::carry
