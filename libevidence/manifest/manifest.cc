#include "evidence/manifest.h"

#include <algorithm>

#include "reader.h"

namespace evidence {

std::string_view plan_class_name(PlanClass plan_class) {
  return kPlanClasses[static_cast<std::size_t>(plan_class)];
}

std::string_view answer_name(Answer answer) {
  switch (answer) {
    case Answer::pass:
      return "PASS";
    case Answer::hold:
      return "HOLD";
    case Answer::stop:
      return "STOP";
  }
  return "STOP";
}

std::string_view thing_name(Thing thing) {
  switch (thing) {
    case Thing::env:
      return "env";
    case Thing::argv:
      return "argv";
    case Thing::file:
      return "files";
    case Thing::mount:
      return "mounts";
    case Thing::fact:
      return "facts";
  }
  return "";
}

Attributes Expectation::for_rank(std::string_view rank) const {
  Attributes all = attributes;
  if (const auto own = by_rank.find(rank); own != by_rank.end()) {
    for (const auto& [name, value] : own->second) all[name] = value;
  }
  return all;
}

const Expectation* Identity::find(Thing thing, std::string_view name) const {
  const auto by_thing = things.find(thing);
  if (by_thing == things.end()) return nullptr;
  const auto found = by_thing->second.find(name);
  return found == by_thing->second.end() ? nullptr : &found->second;
}

namespace {

template <typename Named>
const Named* find_named(const std::vector<Named>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

const Role* Manifest::role(std::string_view role_name) const {
  return find_named(roles, role_name);
}
const Start* Manifest::start(std::string_view start_name) const {
  return find_named(starts, start_name);
}

const ParentPlan* Manifest::parent(std::string_view parent_name) const {
  return find_named(parents, parent_name);
}

const Checkpoint& Manifest::checkpoint(std::string_view checkpoint_name) const {
  if (checkpoint_name.empty()) {
    if (checkpoints.size() == 1) return checkpoints.front();
    throw UsageError("the plan has " + std::to_string(checkpoints.size()) +
                     " checkpoints; name one with --checkpoint");
  }
  if (const Checkpoint* found = find_named(checkpoints, checkpoint_name)) return *found;
  throw UsageError("the plan has no checkpoint " + printable(checkpoint_name));
}

const Identity& Manifest::identity(std::string_view role_name, const std::optional<std::string>& arm) const {
  return identities_.find(role_name)->second.find(arm.value_or(""))->second;
}

std::vector<std::string> Manifest::named_files() const {
  std::vector<std::string> names;
  for (const SumsFile& file : sums) names.push_back(file.path);
  for (const BaseFile& file : base) names.push_back(file.path);
  return names;
}

Manifest Manifest::parse(std::string_view bytes, const Binding& binding, const Fetch& fetch,
                         std::string_view file) {
  const std::string bound = bind(bytes, binding, file);
  json::Document document;
  if (const auto error = document.scan(bound, json::Form::canonical))
    throw FormatError(file, "", error->reason);
  json::Mistakes mistakes;
  Manifest manifest;
  ManifestReader(manifest, fetch, mistakes).read(document.root());
  if (!mistakes.empty()) throw ManifestError(file, mistakes.list());
  return manifest;
}

}  // namespace evidence
