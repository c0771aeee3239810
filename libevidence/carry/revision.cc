#include "revision.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace evidence::carry {

namespace {

constexpr std::size_t kMaxRevision = 1024;
constexpr std::size_t kMinAbbreviation = 4;

struct Meaning {
  std::string name;  // "refs/heads/a"
  git_oid id;
};

std::string not_resolved(std::string_view revision, std::string_view why) {
  return "revision " + printable(revision) + ": " + std::string(why);
}

// The references that git would look for, in its order.
std::vector<Meaning> references_called(git_repository* repository, const std::string& name) {
  static constexpr std::array<std::array<std::string_view, 2>, 6> kAround = {{{"", ""},
                                                                              {"refs/", ""},
                                                                              {"refs/tags/", ""},
                                                                              {"refs/heads/", ""},
                                                                              {"refs/remotes/", ""},
                                                                              {"refs/remotes/", "/HEAD"}}};
  std::vector<Meaning> found;
  for (const auto& [before, after] : kAround) {
    const std::string full = std::string(before).append(name).append(after);
    git_oid id{};
    if (git_reference_name_to_id(&id, repository, full.c_str()) == 0) found.push_back({full, id});
  }
  return found;
}

bool is_hexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// The object whose id begins so, where one does.
std::vector<Meaning> abbreviated(const Objects& objects, const std::string& name) {
  if (name.size() < kMinAbbreviation || name.size() >= kIdDigits || !is_hexadecimal(name)) return {};
  git_oid prefix{};
  git_oid id{};
  if (git_oid_fromstrn(&prefix, name.data(), name.size()) != 0) return {};
  const int error = git_odb_exists_prefix(&id, objects.database(), &prefix, name.size());
  if (error == GIT_EAMBIGUOUS)
    throw UsageError(not_resolved(name, "is the beginning of several ids; give all 40 digits"));
  if (error != 0) return {};
  return {{"the object " + render_id(id), id}};
}

// git and libgit2 take the first meaning; here two that differ are a question to the user.
std::vector<Meaning> only_meaning(const Objects& objects, const std::string& name) {
  std::vector<Meaning> meanings = references_called(objects.repository(), name);
  for (Meaning& meaning : abbreviated(objects, name)) meanings.push_back(std::move(meaning));
  for (const Meaning& other : meanings) {
    if (!same_id(other.id, meanings.front().id))
      throw UsageError(not_resolved(name, "could mean " + meanings.front().name + " or " + other.name +
                                              "; give all 40 digits of the commit's id"));
  }
  return meanings;
}

[[noreturn]] void cannot_read(std::string_view revision, int error) {
  const char* const why = error == GIT_EMISMATCH
                              ? "is damaged: its bytes do not hash to its name; see git fsck"
                              : "cannot be read; see git fsck";
  throw Unreadable(not_resolved(revision, why), last_git_words());
}

git_oid peel(const Objects& objects, git_object* object, std::string_view revision) {
  git_object* peeled = nullptr;
  const int error = git_object_peel(&peeled, object, GIT_OBJECT_COMMIT);
  const ObjectHandle commit(peeled);
  if (error == 0) return *git_object_id(peeled);
  const char* const type = git_object_type2string(git_object_type(object));
  if (error == GIT_ENOTFOUND)
    objects.missing(std::string("what is named by ") + type, *git_object_id(object));
  if (error == GIT_EPEEL || error == GIT_EINVALIDSPEC || error == GIT_EAMBIGUOUS)
    throw UsageError(not_resolved(revision, std::string("is a ") + type + ", not a commit"));
  cannot_read(revision, error);
}

git_oid resolve_id(const Objects& objects, const git_oid& id, std::string_view revision) {
  git_object* opened = nullptr;
  const int error = git_object_lookup(&opened, objects.repository(), &id, GIT_OBJECT_ANY);
  const ObjectHandle object(opened);
  if (error == GIT_ENOTFOUND) objects.missing("commit", id);
  if (error != 0) cannot_read(revision, error);
  return peel(objects, opened, revision);
}

}  // namespace

git_oid resolve_revision(const Objects& objects, std::string_view revision) {
  if (revision.empty() || revision.size() > kMaxRevision || revision.find('\0') != std::string_view::npos)
    throw UsageError(not_resolved(revision, "is no revision"));
  if (revision.starts_with(":/") || revision.find("^{/") != std::string_view::npos)
    throw UsageError(not_resolved(revision, "a search through messages names no commit"));
  if (const auto id = parse_id(revision)) return resolve_id(objects, *id, revision);
  const std::string text(revision);
  const std::string name = text.substr(0, text.find_first_of("^~@:"));
  const std::vector<Meaning> meanings = name.empty() ? std::vector<Meaning>() : only_meaning(objects, name);
  if (!meanings.empty()) {
    const git_oid commit = resolve_id(objects, meanings.front().id, name);
    if (name == text) return commit;
  }
  git_object* opened = nullptr;
  const int error = git_revparse_single(&opened, objects.repository(), text.c_str());
  const ObjectHandle object(opened);
  if (error == 0) return peel(objects, opened, revision);
  if (error == GIT_EMISMATCH) cannot_read(revision, error);
  throw UsageError(not_resolved(revision, objects.shallow()
                                              ? "is not in this clone, which is shallow: fetch the full "
                                                "history with git fetch --unshallow"
                                              : "there is none"));
}

}  // namespace evidence::carry
