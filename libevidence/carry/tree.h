#pragma once

// One tree object, strictly: what git would never write is refused, because two readers could take it for two
// things.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "objects.h"

namespace evidence::carry {

// Directories below one another, and what bounds recursion.
inline constexpr std::size_t kMaxDepth = 512;

struct TreeEntry {
  std::string name;  // any bytes
  std::uint32_t mode = 0;
  git_oid id{};

  bool is_directory() const { return (mode & 0170000) == 0040000; }
  bool is_submodule() const { return (mode & 0170000) == 0160000; }
  bool is_symlink() const { return (mode & 0170000) == 0120000; }
  bool is_regular() const { return (mode & 0170000) == 0100000; }
  Entry entry() const { return {mode, render_id(id)}; }
};

// Sorted by the bytes of the names. Throws Unreadable: a name that is not allowed or stands twice, entries
// that are not in git's order, a directory with a mode of its own.
std::vector<TreeEntry> read_tree(const Objects& objects, const git_oid& id);

// Why a name may not stand in a tree: it would mean another place, or git's own folder on some file system.
std::optional<std::string_view> name_fault(std::string_view name);

// `parent`/`name`, or the name alone at the top.
std::string join_path(const std::string& parent, std::string_view name);

// Counts what a walk has done, so that a tree that repeats itself cannot make it endless. Throws Unreadable.
class Effort {
 public:
  // Bytes of what is listed, and 128 for each directory that is entered.
  static constexpr std::uint64_t kMost = 1 << 30;
  explicit Effort(std::uint64_t limit = kMost) : limit_(limit) {}
  // A directory entered, or a path listed that needs so many bytes.
  void spend(std::size_t bytes);
  // Throws when a directory lies too deep.
  static void check_depth(std::size_t depth);

 private:
  std::uint64_t limit_;
  std::uint64_t spent_ = 0;
};

}  // namespace evidence::carry
