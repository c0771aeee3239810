#include <cmath>

#include "body.h"

namespace evidence::record {

namespace {

// Fields become columns: only booleans, integers, numbers and strings.
bool is_field(json::Kind kind) {
  using enum json::Kind;
  return kind == boolean || kind == integer || kind == number || kind == string;
}

bool is_field(const json::Value& value) {
  // Over 2^53 - 1 a number's canonical form would be refused when it is read.
  if (const auto* number = std::get_if<double>(&value.data())) {
    return std::abs(*number) <= static_cast<double>(json::kMaxInteger);
  }
  return !std::holds_alternative<std::nullptr_t>(value.data()) &&
         !std::holds_alternative<json::Array>(value.data()) &&
         !std::holds_alternative<json::Object>(value.data());
}

void read_field(const json::Place& place, json::Object& fields) {
  const json::Node node = place.node();
  if (!is_label(node.key())) place.mistake("its name must be a label");
  if (is_field(node.kind())) {
    fields.emplace(node.key(), json::to_value(node));
  } else {
    place.mistake("must be a boolean, a number or a string, is " + std::string(json::kind_name(node.kind())));
  }
}

}  // namespace

void write_members(const ObservationRecord& observation, MemberWriter& out) {
  for (const auto& [name, value] : observation.fields) {
    if (!is_field(value))
      throw FormatError("record", "$.fields." + name,
                        "is no boolean, string or number within 2^53 - 1 of zero");
  }
  out.text("evidence", evidence_kind_name(observation.evidence));
  out.raw("fields", json::canonical(observation.fields));
  out.integer("line", observation.line);
  out.text("name", observation.name);
}

ObservationRecord read_observation(Members& members) {
  ObservationRecord observation;
  observation.evidence = members.evidence();
  if (const auto place = members.required("fields")) {
    json::each_member(*place, [&observation](std::string_view, const json::Place& member) {
      read_field(member, observation.fields);
    });
  }
  observation.line = static_cast<std::uint64_t>(members.integer("line", 1, json::kMaxInteger));
  observation.name = members.label("name");
  return observation;
}

}  // namespace evidence::record
