#pragma once

// The objects of one opened repository. Each is read under the check that its bytes hash to its name; what is
// missing, damaged, of another type or too large is an Unreadable that says what to do.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/carry.h"
#include "git.h"

namespace evidence::carry {

// A commit's own words. Parents are taken from its bytes, so that no graft and no commit-graph has a say.
struct CommitObject {
  git_oid tree;
  std::vector<git_oid> parents;
  std::int64_t time = 0;  // of the committer, seconds; anybody can write anything there
};

struct BlobHeader {
  std::uint64_t size = 0;  // bytes
};

class Objects {
 public:
  explicit Objects(RepositoryHandle repository);

  git_repository* repository() const { return repository_.get(); }
  git_odb* database() const { return database_.get(); }
  bool shallow() const { return git_repository_is_shallow(repository_.get()) == 1; }

  CommitObject commit(const git_oid& id) const;
  // The same; absent when there is no object of that name.
  std::optional<CommitObject> maybe_commit(const git_oid& id) const;
  TreeHandle tree(const git_oid& id) const;
  // Without its bytes, and so without a check of them.
  BlobHeader blob_header(const git_oid& id) const;
  std::string blob(const git_oid& id) const;

  // An object that is not there: what it is and how to get it.
  [[noreturn]] void missing(std::string_view kind, const git_oid& id) const;

 private:
  // The header of an object of that type and at most that size.
  std::uint64_t header(const git_oid& id, git_object_t type, std::uint64_t limit) const;
  std::string read(const git_oid& id, git_object_t type, std::uint64_t limit) const;

  RepositoryHandle repository_;
  DatabaseHandle database_;
};

// The bytes of a commit object; absent when they do not begin as a commit must.
std::optional<CommitObject> parse_commit(std::string_view bytes);

}  // namespace evidence::carry
