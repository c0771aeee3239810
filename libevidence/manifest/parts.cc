#include <algorithm>
#include <set>

#include "pins.h"
#include "reader.h"

namespace evidence {

using json::Kind;
using json::ObjectReader;
using json::Place;

namespace {

constexpr std::string_view kLives[] = {"fresh", "same", "none"};
constexpr std::string_view kFieldTypes[] = {"integer", "number",      "boolean", "time",
                                            "digest",  "enumeration", "keyed"};
constexpr std::size_t kMaxFields = 200;  // of one observation type
constexpr std::string_view kArtifactTypes[] = {"opaque", "private"};
// Words that stand beside role names in `arms` and in streams.
constexpr std::string_view kReserved[] = {"like", "note", "also", "carry", "none", "base"};

// The columns that every table of rows has beside the declared fields.
bool is_reserved_field(std::string_view name) {
  constexpr std::string_view kColumns[] = {"type", "run", "start", "role", "rank", "arm", "moment", "line"};
  return std::find(std::begin(kColumns), std::end(kColumns), name) != std::end(kColumns);
}

FieldType read_field(const Place& place) {
  FieldType field{FieldType::Kind::integer, {}, false, {}};
  ObjectReader reader(place);
  if (const auto type = reader.required("type")) {
    if (const auto index = type->one_of(kFieldTypes)) field.kind = static_cast<FieldType::Kind>(*index);
  }
  if (const auto domain = reader.maybe("domain")) field.domain = domain->label().value_or("none");
  if (const auto labels = reader.maybe("labels")) field.labels = read_labels(*labels, nullptr, "");
  if (const auto optional = reader.maybe("optional")) field.optional = optional->boolean().value_or(false);
  read_note(reader);
  reader.finish();
  if ((field.kind == FieldType::Kind::enumeration) == field.labels.empty()) {
    place.mistake("an enumeration, and nothing else, lists its labels");
  }
  if ((field.kind == FieldType::Kind::keyed) == field.domain.empty()) {
    place.mistake("a keyed field, and nothing else, names its domain");
  }
  return field;
}

template <typename Named>
std::function<bool(std::string_view)> is_one_of(const std::vector<Named>& all) {
  return [&all](std::string_view name) {
    return std::any_of(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
  };
}

}  // namespace

std::optional<std::string> read_lines(const Place& place) {
  if (!place.node().is(Kind::array)) return place.string();
  std::string text;
  json::each_element(place, [&](const Place& line) { text += line.string().value_or("") + "\n"; });
  return text;
}

void read_note(ObjectReader& reader) {
  if (const auto note = reader.maybe("note")) read_lines(*note);
}

void refuse_unknown_roles(ObjectReader& reader, const std::vector<Role>& roles,
                          std::initializer_list<std::string_view> others) {
  const Place place = reader.place();
  if (!place.node().is(Kind::object)) return;
  for (const json::Node member : place.node()) {
    const std::string_view name = member.key();
    if (is_one_of(roles)(name) || std::find(others.begin(), others.end(), name) != others.end()) continue;
    reader.maybe(name)->mistake("there is no role " + printable(name));
  }
}

std::vector<std::string> read_labels(const Place& place, const std::function<bool(std::string_view)>& known,
                                     std::string_view what) {
  std::vector<std::string> labels;
  json::each_element(place, [&](const Place& element) {
    const auto label = element.label();
    if (!label) return;
    if (std::find(labels.begin(), labels.end(), *label) != labels.end())
      element.mistake(*label + " stands twice");
    if (known && !known(*label)) element.mistake("there is no " + std::string(what) + " " + *label);
    labels.push_back(*label);
  });
  if (labels.empty() && place.node().is(Kind::array)) place.mistake("must not be empty");
  return labels;
}

bool is_field_name(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos &&
         (text.front() < '0' || text.front() > '9');
}

bool is_plan_path(std::string_view text) {
  return is_packet_path(text) && text != "manifest.json" && text != "binding.json" && text.size() <= 200;
}

void ManifestReader::read_signers(const Place& place) {
  ObjectReader reader(place);
  if (const auto keys = reader.required("keys")) {
    json::each_element(*keys, [&](const Place& key) {
      if (auto pem = read_lines(key)) manifest_.signers.keys.push_back(std::move(*pem));
    });
    const auto count = static_cast<std::int64_t>(manifest_.signers.keys.size());
    if (count == 0) keys->mistake("must not be empty");
    if (reader.has("threshold")) {
      manifest_.signers.threshold =
          reader.required_integer("threshold", 1, std::max<std::int64_t>(count, 1)).value_or(1);
    }
  }
  read_note(reader);
  reader.finish();
}

void ManifestReader::read_roles(const Place& place) {
  json::each_member(place, [&](std::string_view name, const Place& said) {
    if (!is_label(name) ||
        std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved)) {
      said.mistake(
          "a role's name must be a label and none of the reserved words like, note, also, carry, none, base");
    }
    Role role;
    role.name = std::string(name);
    ObjectReader reader(said);
    if (const auto life = reader.required("life")) {
      if (const auto index = life->one_of(kLives)) role.life = static_cast<Life>(*index);
    }
    if (const auto ranks = reader.required("ranks")) role.ranks = read_labels(*ranks, nullptr, "");
    if (const auto colocated = reader.maybe("colocated"))
      role.colocated = colocated->boolean().value_or(false);
    read_note(reader);
    reader.finish();
    manifest_.roles.push_back(std::move(role));
  });
  if (manifest_.roles.empty()) place.mistake("must not be empty");
}

void ManifestReader::read_moments(const Place& place) {
  manifest_.moments = read_labels(place, nullptr, "");
}

void ManifestReader::read_starts(const Place& place) {
  json::each_element(place, [&](const Place& element) {
    Start start;
    ObjectReader reader(element);
    if (const auto name = reader.required("name")) start.name = name->label().value_or("");
    if (const auto arm = reader.maybe("arm")) {
      start.arm = arm->label();
      if (start.arm && arms_.find(*start.arm) == arms_.end()) arm->mistake("there is no arm " + *start.arm);
    }
    read_note(reader);
    reader.finish();
    if (!start.name.empty() && manifest_.start(start.name) != nullptr)
      element.mistake("the start " + start.name + " stands twice");
    if (start.name == "base" || start.name == kNoLabel)
      element.mistake("the start names base and none are reserved");
    manifest_.starts.push_back(std::move(start));
  });
  if (manifest_.starts.empty()) place.mistake("must not be empty");
}

void ManifestReader::read_checkpoints(const Place& place) {
  json::each_element(place, [&](const Place& element) {
    Checkpoint checkpoint;
    ObjectReader reader(element);
    if (const auto name = reader.required("name")) checkpoint.name = name->label().value_or("");
    if (const auto starts = reader.required("starts")) {
      checkpoint.starts = read_labels(*starts, is_one_of(manifest_.starts), "start");
    }
    if (const auto moments = reader.required("moments")) {
      checkpoint.moments = read_labels(
          *moments,
          [&](std::string_view name) {
            return std::count(manifest_.moments.begin(), manifest_.moments.end(), name) > 0;
          },
          "moment");
    }
    const auto read_names = [&](std::string_view member, const auto& all, std::string_view what) {
      std::vector<std::string> names;
      const auto listed = reader.maybe(member);
      if (listed) {
        json::each_element(*listed, [&](const Place& one) {
          const auto label = one.label();
          if (!label) return;
          if (!is_one_of(all)(*label)) one.mistake("there is no " + std::string(what) + " " + *label);
          if (std::count(names.begin(), names.end(), *label) > 0) one.mistake(*label + " stands twice");
          names.push_back(*label);
        });
        return names;
      }
      for (const auto& one : all) names.push_back(one.name);
      return names;
    };
    checkpoint.checks = read_names("checks", manifest_.checks, "check");
    checkpoint.readings = read_names("readings", manifest_.readings, "reading");
    read_note(reader);
    reader.finish();
    if (!checkpoint.name.empty() && is_one_of(manifest_.checkpoints)(checkpoint.name))
      element.mistake("the checkpoint " + checkpoint.name + " stands twice");
    manifest_.checkpoints.push_back(std::move(checkpoint));
  });
}

void ManifestReader::read_public(const Place& place) {
  ObjectReader reader(place);
  const auto read = [&](Thing thing, std::vector<std::string>& names) {
    const auto said = reader.maybe(thing_name(thing));
    if (!said) return;
    json::each_element(*said, [&](const Place& element) {
      auto name = element.string();
      if (name && check_name(element, thing, *name)) names.push_back(std::move(*name));
    });
    std::sort(names.begin(), names.end());
  };
  read(Thing::env, manifest_.public_env);
  read(Thing::argv, manifest_.public_argv);
  read_note(reader);
  reader.finish();
}

void ManifestReader::read_base(const Place& place) {
  json::each_element(place, [&](const Place& element) {
    ObjectReader reader(element);
    const auto path = reader.required("path");
    const auto digest = reader.required("sha256");
    read_note(reader);
    reader.finish();
    const auto path_text = path ? path->string_where(is_plan_path, kPlanPathForm) : std::nullopt;
    const auto digest_text =
        digest ? digest->string_where(is_prefixed_digest, kPrefixedDigestForm) : std::nullopt;
    if (!path_text || !digest_text) return;
    BaseFile file{*path_text, *parse_prefixed_digest(*digest_text)};
    const auto same = [&](const BaseFile& other) { return other.path == file.path; };
    if (std::any_of(manifest_.base.begin(), manifest_.base.end(), same))
      element.mistake(file.path + " stands twice");
    try {
      const Digest seen = sha256(fetch_(file.path));
      if (seen != file.digest)
        element.mistake(file.path + " has sha256 " + seen.render() + ", the manifest says " +
                        file.digest.render());
    } catch (const Error& error) {
      element.mistake(error.what());
    }
    manifest_.base.push_back(std::move(file));
  });
}

void ManifestReader::read_observations(const Place& place) {
  json::each_member(place, [&](std::string_view name, const Place& said) {
    if (!is_field_name(name))
      said.mistake("an observation's name must be a lower-case word of letters, digits and _");
    for (const std::string_view taken : kPlanTables) {
      if (name == taken) said.mistake("the name " + std::string(name) + " is a table of the plan's own");
    }
    ObservationPlan plan;
    plan.type.name = std::string(name);
    ObjectReader reader(said);
    if (const auto roles = reader.required("roles"))
      plan.roles = read_labels(*roles, is_one_of(manifest_.roles), "role");
    if (const auto moments = reader.required("moments")) {
      plan.moments = read_labels(
          *moments,
          [&](std::string_view moment) {
            return std::count(manifest_.moments.begin(), manifest_.moments.end(), moment) > 0;
          },
          "moment");
    }
    if (const auto accepts = reader.maybe("accepts")) {
      plan.accepts_declared = accepts->string() == "declared";
      if (!plan.accepts_declared) accepts->mistake("must be \"declared\" where it is given");
    }
    if (const auto fields = reader.required("fields")) {
      if (fields->node().is(Kind::object) && fields->node().size() > kMaxFields)
        fields->mistake("must not be more than " + std::to_string(kMaxFields));
      json::each_member(*fields, [&](std::string_view field, const Place& declared) {
        if (!is_field_name(field) || is_reserved_field(field)) {
          declared.mistake(
              "a field's name must be a lower-case word of letters, digits and _, and none of type, run, "
              "start, "
              "role, rank, arm, moment and line, which every row has");
        }
        plan.type.fields.emplace(field, read_field(declared));
      });
    }
    read_note(reader);
    reader.finish();
    manifest_.observations.emplace(name, std::move(plan));
  });
}

void ManifestReader::read_artifacts(const Place& place) {
  json::each_member(place, [&](std::string_view name, const Place& said) {
    if (!is_packet_path(name) || name.size() > 150)
      said.mistake("an artifact's name must be a path of letters, digits and ._+@-/");
    Artifact artifact;
    artifact.name = std::string(name);
    ObjectReader reader(said);
    if (const auto type = reader.required("type"))
      artifact.is_private = type->one_of(kArtifactTypes) == std::size_t{1};
    if (const auto required = reader.maybe("required"))
      artifact.required = required->boolean().value_or(true);
    read_note(reader);
    reader.finish();
    manifest_.artifacts.push_back(std::move(artifact));
  });
}

}  // namespace evidence
