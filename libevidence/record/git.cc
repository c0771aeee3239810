#include <array>

#include "body.h"

namespace evidence::record {

namespace {

constexpr std::array<std::string_view, 3> kNames = {"from", "head", "to"};

}  // namespace

void write_members(const GitRecord& git, MemberWriter& out) {
  out.text("commit", git.commit);
  if (git.descends_from) out.text("descends_from", *git.descends_from);
  if (git.files) out.integer("files", *git.files);
  out.text("name", git.name);
  out.text("tree", git.tree);
}

GitRecord read_git(Members& members) {
  GitRecord git;
  git.commit = members.hex40("commit");
  git.descends_from = members.maybe_hex40("descends_from");
  if (const auto files = members.maybe("files")) git.files = read_count(*files);
  if (const auto name = members.required("name")) git.name = kNames[name->one_of(kNames).value_or(0)];
  git.tree = members.hex40("tree");
  return git;
}

}  // namespace evidence::record
