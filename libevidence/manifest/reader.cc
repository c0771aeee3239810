#include "reader.h"

#include <set>

#include "parameters.h"
#include "pins.h"

namespace evidence {

using json::ObjectReader;
using json::Place;

namespace {

// What is sealed where the plan has no checkpoints.
Checkpoint whole_plan(const Manifest& manifest) {
  Checkpoint all{"complete", {}, manifest.moments, {}, {}};
  for (const Start& start : manifest.starts) all.starts.push_back(start.name);
  for (const CheckPlan& check : manifest.checks) all.checks.push_back(check.name);
  for (const ReadingPlan& reading : manifest.readings) all.readings.push_back(reading.name);
  return all;
}

}  // namespace

void ManifestReader::read(json::Node root) {
  ObjectReader reader(Place(root, mistakes_));
  read_head(reader);
  if (const auto place = reader.maybe("signers")) read_signers(*place);
  if (const auto place = reader.maybe("parameters")) {
    for (const auto& [name, parameter] : read_parameters(*place)) manifest_.parameters.push_back(name);
  }
  if (const auto place = reader.required("roles")) read_roles(*place);
  if (const auto place = reader.required("moments")) read_moments(*place);
  const auto arms = reader.maybe("arms");
  if (arms) arms_ = read_arms(*arms, manifest_.roles);
  if (const auto place = reader.required("starts")) read_starts(*place);
  if (const auto place = reader.maybe("public")) read_public(*place);
  for (const Role& role : manifest_.roles) base_identity_[role.name] = Identity{};
  if (const auto place = reader.maybe("identity")) read_identity(*place);
  if (const auto place = reader.maybe("base")) read_base(*place);
  if (const auto place = reader.maybe("observations")) read_observations(*place);
  if (const auto place = reader.maybe("artifacts")) read_artifacts(*place);
  if (const auto place = reader.maybe("parents")) read_parents(*place);
  if (const auto place = reader.maybe("carry")) read_carry(*place);
  if (const auto place = reader.maybe("views")) read_views(*place);
  if (const auto place = reader.maybe("gate")) read_checks(*place, manifest_.gate);
  if (const auto place = reader.maybe("checks")) read_checks(*place, manifest_.checks);
  if (const auto place = reader.maybe("readings")) read_readings(*place);
  if (const auto place = reader.maybe("checkpoints")) read_checkpoints(*place);
  if (manifest_.checkpoints.empty()) manifest_.checkpoints.push_back(whole_plan(manifest_));
  reader.finish();
  derive_identities();
  check_public();
}

void ManifestReader::read_head(ObjectReader& reader) {
  if (const auto place = reader.required("name")) {
    if (auto name = place->label()) manifest_.name = std::move(*name);
  }
  if (const auto place = reader.required("class")) {
    if (const auto index = place->one_of(kPlanClasses)) manifest_.plan_class = static_cast<PlanClass>(*index);
  }
  if (const auto place = reader.required("standing")) {
    if (auto standing = place->label()) manifest_.standing = std::move(*standing);
  }
  read_note(reader);
  if (const auto place = reader.maybe("$schema")) place->string();
}

void ManifestReader::read_identity(const Place& place) {
  ObjectReader reader(place);
  for (const Role& role : manifest_.roles) {
    if (const auto said = reader.maybe(role.name)) read_role_identity(*said, role);
  }
  read_note(reader);
  refuse_unknown_roles(reader, manifest_.roles, {"note"});
  reader.finish();
}

void ManifestReader::read_role_identity(const Place& place, const Role& role) {
  Identity& identity = base_identity_[role.name];
  ObjectReader reader(place);
  for (const Thing thing : {Thing::env, Thing::argv, Thing::file, Thing::fact}) {
    const auto said = reader.maybe(thing_name(thing));
    if (!said) continue;
    if (role.life == Life::none && (thing == Thing::env || thing == Thing::argv)) {
      said->mistake("the role " + role.name + " has no process");
    }
    json::each_member(*said, [&](std::string_view name, const Place& value) {
      if (!check_name(value, thing, name)) return;
      if (auto pin = read_pin(value, thing, role)) identity.things[thing].emplace(name, std::move(*pin));
    });
  }
  if (const auto mounts = reader.maybe("mounts")) read_mounts(*mounts, role, identity);
  if (const auto sums = reader.maybe("sums")) {
    json::each_element(*sums, [&](const Place& element) { read_sums(element, role, identity); });
  }
  read_note(reader);
  reader.finish();
}

namespace {

// A sums file's root is the root of all that it lists.
bool is_below(std::string_view path) {
  if (path.empty() || path.front() == '/') return false;
  return ("/" + std::string(path) + "/").find("/../") == std::string::npos;
}

}  // namespace

void ManifestReader::read_sums(const Place& place, const Role& role, Identity& identity) {
  ObjectReader reader(place);
  const auto path = reader.required("path");
  const auto digest = reader.required("sha256");
  const auto count = reader.required_integer("count", 1, 10'000'000);
  const auto root = reader.required("root");
  read_note(reader);
  reader.finish();
  const auto path_text = path ? path->string_where(is_plan_path, kPlanPathForm) : std::nullopt;
  const auto digest_text =
      digest ? digest->string_where(is_prefixed_digest, kPrefixedDigestForm) : std::nullopt;
  const auto root_text = root ? root->string() : std::nullopt;
  const bool good_root = root_text && check_name(*root, Thing::file, *root_text);
  if (!path_text || !digest_text || !count || !good_root) return;
  manifest_.sums.push_back(SumsFile{role.name, *path_text, *parse_prefixed_digest(*digest_text),
                                    static_cast<std::uint64_t>(*count), *root_text});
  expand_sums(place, manifest_.sums.back(), identity);
}

void ManifestReader::expand_sums(const Place& place, const SumsFile& sums, Identity& identity) {
  std::vector<SumsEntry> entries;
  try {
    const std::string bytes = fetch_(sums.path);
    const Digest seen = sha256(bytes);
    if (seen != sums.digest) {
      place.mistake(sums.path + " has sha256 " + seen.render() + ", the manifest says " +
                    sums.digest.render());
      return;
    }
    entries = parse_sums(bytes, sums.path);
  } catch (const Error& error) {
    place.mistake(error.what());
    return;
  }
  if (entries.size() != sums.count) {
    place.mistake(sums.path + " lists " + std::to_string(entries.size()) + " files, the manifest says " +
                  std::to_string(sums.count));
  }
  const std::string root = sums.root.back() == '/' ? sums.root : sums.root + "/";
  auto& files = identity.things[Thing::file];
  for (const SumsEntry& entry : entries) {
    if (!is_below(entry.path)) {
      place.mistake(sums.path + ": " + printable(entry.path) + " is not a path below " +
                    printable(sums.root));
      continue;
    }
    Expectation pin;
    pin.kind = Expectation::Kind::pinned;
    pin.attributes.emplace("sha256", entry.digest.render());
    pin.origin = place.path().substr(2) + " (" + sums.path + ")";
    if (!files.emplace(root + entry.path, std::move(pin)).second) {
      place.mistake(sums.path + ": " + printable(root + entry.path) + " is pinned already");
    }
  }
}

void ManifestReader::read_mounts(const Place& place, const Role& role, Identity& identity) {
  if (role.life == Life::none) place.mistake("the role " + role.name + " has no process");
  ObjectReader reader(place);
  MountScope scope;
  if (const auto under = reader.maybe("under")) {
    json::each_element(*under, [&](const Place& element) {
      const auto prefix = element.string();
      if (prefix && check_name(element, Thing::mount, *prefix)) scope.under.push_back(*prefix);
    });
  }
  if (const auto patterns = reader.maybe("volatile")) {
    json::each_element(*patterns, [&](const Place& element) {
      const auto pattern = element.string();
      if (pattern && check_name(element, Thing::mount, *pattern)) scope.volatile_.push_back(*pattern);
    });
  }
  if (const auto pins = reader.maybe("pins")) {
    json::each_member(*pins, [&](std::string_view name, const Place& value) {
      if (!check_name(value, Thing::mount, name)) return;
      if (auto pin = read_pin(value, Thing::mount, role))
        identity.things[Thing::mount].emplace(name, std::move(*pin));
    });
  }
  read_note(reader);
  reader.finish();
  manifest_.mount_scopes[role.name] = std::move(scope);
}

void ManifestReader::derive_identities() {
  std::set<std::pair<std::string, std::string>> contradictions;
  const Contradiction contradiction = [&](const std::string& origin, const std::string& reason) {
    if (contradictions.emplace(origin, reason).second) mistakes_.add("$." + origin, reason);
  };
  for (const auto& [role, base] : base_identity_) {
    auto& by_arm = manifest_.identities_[role];
    by_arm[""] = derive_identity(base, arms_, "", role, contradiction);
    for (const auto& [name, arm] : arms_)
      by_arm[name] = derive_identity(base, arms_, name, role, contradiction);
  }
}

namespace {

bool lists(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_clear_value(const Expectation& pin) {
  const auto clear = [](const Attributes& attributes) { return attributes.count("value") > 0; };
  return clear(pin.attributes) || std::any_of(pin.by_rank.begin(), pin.by_rank.end(),
                                              [&](const auto& rank) { return clear(rank.second); });
}

}  // namespace

void ManifestReader::check_public() {
  std::set<std::string> said;
  for (const auto& [role, by_arm] : manifest_.identities_) {
    for (const auto& [arm, identity] : by_arm) {
      for (const Thing thing : {Thing::env, Thing::argv}) {
        const auto by_thing = identity.things.find(thing);
        if (by_thing == identity.things.end()) continue;
        const auto& names = thing == Thing::env ? manifest_.public_env : manifest_.public_argv;
        for (const auto& [name, pin] : by_thing->second) {
          if (thing == Thing::env && name == "EVIDENCE_RUN" && said.insert(pin.origin).second) {
            mistakes_.add("$." + pin.origin, "is about EVIDENCE_RUN, which is judged by itself");
          } else if (has_clear_value(pin) && !lists(names, name) && said.insert(pin.origin).second) {
            mistakes_.add("$." + pin.origin, "gives a clear value, so public." +
                                                 std::string(thing_name(thing)) + " must list " +
                                                 printable(name));
          }
        }
      }
    }
  }
}

}  // namespace evidence
