#pragma once

// Carrying a qualification from one commit to another: which files are the same bytes under the same mode,
// and which are not.
//
//   repository (git objects only) + two commits ─► Comparison ─► carry records
//
// Trees are compared by our own recursion over raw entries (name, mode, object id), so that no attribute,
// configuration, replacement, graft, rename guess or commit-graph file of the repository has a say. Nothing
// is executed and nothing is fetched. What cannot be read is an Unreadable, never "the same". Everything in a
// repository may be an attacker's.
//
// An id stands for bytes: large blobs that are the same on both sides are not read. Not thread-safe; a
// repository belongs to one thread.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/base.h"
#include "evidence/record.h"

namespace evidence::carry {

// The repository, or something in it, cannot be judged: what is missing or unsupported, and what to do.
// what() names nothing of this machine and may stand in a record.
class Unreadable : public Error {
 public:
  using Error::Error;
  Unreadable(const std::string& reason, std::string detail) : Error(reason), detail_(std::move(detail)) {}
  // git's own words, for a terminal and never for a record: they may name paths of this machine. May be
  // empty.
  const std::string& detail() const { return detail_; }

 private:
  std::string detail_;
};

struct Commit {
  std::string id;    // 40 hexadecimal digits
  std::string tree;  // likewise
  bool operator==(const Commit&) const = default;
};

// One side of a path. Modes are raw: 100644, 100755, 120000, 160000 (a submodule), also odd ones such as
// 100664.
struct Entry {
  std::uint32_t mode = 0;
  std::string id;
  bool operator==(const Entry&) const = default;
};

// A path that is not the same on both sides.
struct Change {
  std::string path;  // any bytes, from the top of the tree
  std::optional<Entry> before{};
  std::optional<Entry> after{};
  bool operator==(const Change&) const = default;
};

struct Comparison {
  Commit from;
  Commit to;
  bool descends = false;         // `from` is `to` or an ancestor of it
  std::string ancestry_unknown;  // why that could not be told; empty where it could
  std::vector<Change> changes;   // sorted by path; a directory that one side lacks is listed file by file
  std::uint64_t files = 0;       // entries that are no directories, at `to`
};

// A file whose content git does not hold.
struct Unverified {
  std::string path;
  std::string reason;  // "submodule", "Git LFS pointer"
  Entry entry;
};

// What a path of a working tree is not, compared with the commit.
struct Drift {
  std::string path;
  // "content differs", "mode differs", "missing", "not in the commit", "not a regular file", "not a symbolic
  // link", "not a directory", "changed while it was read", "submodule that cannot be judged"
  std::string reason;
};

class Repository {
 public:
  // Exactly this path: a working tree's top or a bare repository. Parents are not searched, and the
  // environment is not asked. Throws UsageError (there is no repository), Unreadable (another owner, a format
  // that is not supported) and SystemError (there is no such folder).
  static Repository open(const std::string& path);
  ~Repository();
  Repository(Repository&&) noexcept;
  Repository& operator=(Repository&&) noexcept;

  // A revision as a user writes it, peeled to a commit. A full id is that object; a name that could mean two
  // things (a branch that is called like the beginning of an id) means none. Throws UsageError when there is
  // none, Unreadable when it is there and cannot be read, and for a full id that is not in the repository.
  Commit resolve(std::string_view revision) const;
  // `tree` of the commits is not used. Throws UsageError for an id that is not one, Unreadable.
  Comparison compare(const Commit& from, const Commit& to) const;
  // Files of a commit whose bytes are not in the repository, sorted by path. Looks at every file's object and
  // reads those under 1 KiB. Throws Unreadable, also for an object that is missing.
  std::vector<Unverified> unverified(const Commit& commit) const;
  // Hashes every file of the working tree itself and holds it against the commit; any other file is a drift.
  // The folder that was opened counts, not the one in the repository's configuration; a submodule's folder
  // must be empty or hold its commit likewise; folders without files do not count. Sorted by path. Throws
  // UsageError for a bare repository, Unreadable, SystemError (naming the path from the top).
  std::vector<Drift> working_tree(const Commit& commit, Progress* progress) const;
  // Whether the commit has a file at a rule's path, or a directory at a prefix that ends in '/'. Throws
  // Unreadable.
  bool has(const Commit& commit, std::string_view rule) const;
  // Whether objects are replaced or grafted for the git command, so that it may show another history than
  // this.
  bool replaces_objects() const;

 private:
  struct State;
  explicit Repository(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// ---- records ----

// `name` is "head", "from" or "to".
GitRecord commit_record(std::string name, const Commit& commit);
// The commits (`from`, then `to` with files and descent), then one record a path that changed or is
// unverified, by path.
std::vector<RecordBody> comparison_records(const Comparison& comparison,
                                           const std::vector<Unverified>& unverified);
CarryRecord drift_record(const Drift& drift);

}  // namespace evidence::carry
