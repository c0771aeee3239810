#include "objects.h"

#include <limits>
#include <utility>

namespace evidence::carry {

namespace {

// A commit is read for its first lines, and no tree comes near this: a million entries are 40 MiB.
constexpr std::uint64_t kMaxStructure = 128 << 20;
constexpr std::uint64_t kAnySize = std::numeric_limits<std::uint64_t>::max();

std::string name_of(std::string_view kind, const git_oid& id) {
  return std::string(kind) + " " + render_id(id);
}

[[noreturn]] void throw_unreadable(const Objects& objects, int error, std::string_view kind,
                                   const git_oid& id) {
  if (error == GIT_ENOTFOUND) objects.missing(kind, id);
  const std::string why = error == GIT_EMISMATCH
                              ? " is damaged: its bytes do not hash to its name; see git fsck"
                              : " cannot be read; see git fsck";
  throw Unreadable(name_of(kind, id) + why, last_git_words());
}

}  // namespace

Objects::Objects(RepositoryHandle repository) : repository_(std::move(repository)) {
  git_odb* database = nullptr;
  if (git_repository_odb(&database, repository_.get()) != 0)
    throw Unreadable("the repository's objects cannot be opened", last_git_words());
  database_.reset(database);
}

void Objects::missing(std::string_view kind, const git_oid& id) const {
  throw Unreadable(name_of(kind, id) +
                   (shallow() ? " is not in this clone, which is shallow: fetch the full history with "
                                "git fetch --unshallow"
                              : " is not in this repository: fetch it, or make a full clone"));
}

std::uint64_t Objects::header(const git_oid& id, git_object_t type, std::uint64_t limit) const {
  const char* const kind = git_object_type2string(type);
  std::size_t size = 0;
  git_object_t found = GIT_OBJECT_INVALID;
  const int error = git_odb_read_header(&size, &found, database_.get(), &id);
  if (error != 0) throw_unreadable(*this, error, kind, id);
  if (found != type)
    throw Unreadable(name_of(kind, id) + " is no " + kind + " but a " + git_object_type2string(found));
  if (size > limit)
    throw Unreadable(name_of(kind, id) + " has more than " + std::to_string(limit) + " bytes");
  return size;
}

std::string Objects::read(const git_oid& id, git_object_t type, std::uint64_t limit) const {
  header(id, type, limit);
  git_odb_object* opened = nullptr;
  const int error = git_odb_read(&opened, database_.get(), &id);
  const BytesHandle object(opened);
  if (error != 0) throw_unreadable(*this, error, git_object_type2string(type), id);
  if (git_odb_object_type(opened) != type || git_odb_object_size(opened) > limit)
    throw Unreadable(name_of(git_object_type2string(type), id) +
                     " is not what its header says; see git fsck");
  return {static_cast<const char*>(git_odb_object_data(opened)), git_odb_object_size(opened)};
}

CommitObject Objects::commit(const git_oid& id) const {
  auto parsed = parse_commit(read(id, GIT_OBJECT_COMMIT, kMaxStructure));
  if (!parsed) throw Unreadable(name_of("commit", id) + " is not in the form of a commit; see git fsck");
  return *std::move(parsed);
}

std::optional<CommitObject> Objects::maybe_commit(const git_oid& id) const {
  if (git_odb_exists(database_.get(), &id) == 0) return std::nullopt;
  return commit(id);
}

TreeHandle Objects::tree(const git_oid& id) const {
  header(id, GIT_OBJECT_TREE, kMaxStructure);
  git_tree* opened = nullptr;
  const int error = git_tree_lookup(&opened, repository_.get(), &id);
  if (error != 0) throw_unreadable(*this, error, "tree", id);
  return TreeHandle(opened);
}

BlobHeader Objects::blob_header(const git_oid& id) const {
  return {header(id, GIT_OBJECT_BLOB, kAnySize)};
}

std::string Objects::blob(const git_oid& id) const {
  return read(id, GIT_OBJECT_BLOB, kAnySize);
}

}  // namespace evidence::carry
