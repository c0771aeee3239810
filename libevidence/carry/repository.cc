#include "repository.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "ancestry.h"
#include "compare.h"
#include "revision.h"
#include "unverified.h"
#include "working_tree.h"

namespace evidence::carry {

namespace {

git_oid id_of(const Commit& commit) {
  const auto id = parse_id(commit.id);
  if (!id) throw UsageError("commit " + printable(commit.id) + ": is no id of 40 hexadecimal digits");
  return *id;
}

Commit read_commit(const Objects& objects, const git_oid& id) {
  return {render_id(id), render_id(objects.commit(id).tree)};
}

git_oid tree_of(const Objects& objects, const Commit& commit) {
  return objects.commit(id_of(commit)).tree;
}

}  // namespace

Repository::Repository(std::unique_ptr<State> state) : state_(std::move(state)) {}
Repository::~Repository() = default;
Repository::Repository(Repository&&) noexcept = default;
Repository& Repository::operator=(Repository&&) noexcept = default;

Commit Repository::resolve(std::string_view revision) const {
  return read_commit(state_->objects, resolve_revision(state_->objects, revision));
}

Comparison Repository::compare(const Commit& from, const Commit& to) const {
  const Objects& objects = state_->objects;
  const git_oid before = id_of(from);
  const git_oid after = id_of(to);
  Comparison comparison{.from = read_commit(objects, before),
                        .to = read_commit(objects, after),
                        .ancestry_unknown = {},
                        .changes = {}};
  const git_oid tree = *parse_id(comparison.to.tree);
  comparison.changes = compare_trees(objects, *parse_id(comparison.from.tree), tree);
  comparison.files = count_files(objects, tree);
  const Ancestry relation = ancestry(objects, before, after);
  comparison.descends = relation == Ancestry::descends;
  if (relation == Ancestry::unknown)
    comparison.ancestry_unknown =
        objects.shallow() ? "this clone is shallow: fetch the full history with git fetch --unshallow"
                          : "commits are missing from this repository: make a full clone";
  return comparison;
}

std::vector<Unverified> Repository::unverified(const Commit& commit) const {
  return find_unverified(state_->objects, tree_of(state_->objects, commit));
}

std::vector<Drift> Repository::working_tree(const Commit& commit, Progress* progress) const {
  const git_oid tree = tree_of(state_->objects, commit);
  if (faccessat(state_->top.get(), ".git", F_OK, AT_SYMLINK_NOFOLLOW) != 0)
    throw UsageError(printable(state_->path) + ": has no working tree; give the folder that holds .git");
  return find_drift(state_->objects, tree, {state_->path, state_->top}, progress);
}

bool Repository::has(const Commit& commit, std::string_view rule) const {
  git_oid tree = tree_of(state_->objects, commit);
  while (true) {
    const std::size_t slash = rule.find('/');
    const std::vector<TreeEntry> entries = read_tree(state_->objects, tree);
    const auto entry = std::ranges::find(entries, rule.substr(0, slash), &TreeEntry::name);
    if (entry == entries.end()) return false;
    if (slash == std::string_view::npos) return !entry->is_directory();
    if (!entry->is_directory()) return false;
    rule.remove_prefix(slash + 1);
    if (rule.empty()) return true;
    tree = entry->id;
  }
}

bool Repository::replaces_objects() const {
  git_repository* const repository = state_->objects.repository();
  const std::string grafts = std::string(git_repository_commondir(repository)) + "info/grafts";
  if (access(grafts.c_str(), F_OK) == 0) return true;
  const int found = git_reference_foreach_glob(
      repository, "refs/replace/*", [](const char*, void*) { return 1; }, nullptr);
  return found == 1;
}

}  // namespace evidence::carry
