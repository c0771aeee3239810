#include "state.h"

namespace evidence {

namespace {

void put_secret(Attributes& attributes, const MaybeSecret& value) {
  if (const auto* clear = std::get_if<std::string>(&value)) {
    attributes.emplace("value", *clear);
  } else if (const auto* keyed = std::get_if<Keyed>(&value)) {
    attributes.emplace("hmac", keyed->hmac);
  } else {
    attributes.emplace("withheld", "");
  }
}

Sight sight(std::uint64_t sequence, const EnvRecord& env) {
  Sight seen{sequence, env.name, {}};
  if (env.bare) {
    seen.attributes.emplace("bare", "true");
  } else {
    put_secret(seen.attributes, env.value);
  }
  return seen;
}

Sight sight(std::uint64_t sequence, const ArgvRecord& argument) {
  Sight seen{sequence, argument.option, {}};
  if (argument.has_value) {
    put_secret(seen.attributes, argument.value);
  } else {
    seen.attributes.emplace("flag", "true");
  }
  return seen;
}

Sight sight(std::uint64_t sequence, const MountRecord& mount) {
  Sight seen{sequence, mount.target, {{"root", mount.root}, {"fstype", mount.fstype}, {"options", mount.options}}};
  if (mount.digest) seen.attributes.emplace("sha256", mount.digest->render());
  return seen;
}

}  // namespace

std::optional<std::pair<Thing, Sight>> sight_of(std::uint64_t sequence, const RecordBody& body) {
  if (const auto* env = std::get_if<EnvRecord>(&body)) return std::pair(Thing::env, sight(sequence, *env));
  if (const auto* argument = std::get_if<ArgvRecord>(&body)) return std::pair(Thing::argv, sight(sequence, *argument));
  if (const auto* mount = std::get_if<MountRecord>(&body)) return std::pair(Thing::mount, sight(sequence, *mount));
  if (const auto* fact = std::get_if<FactRecord>(&body)) {
    return std::pair(Thing::fact, Sight{sequence, fact->name, {{"value", fact->value}}, fact->evidence});
  }
  return std::nullopt;
}

namespace {

// A value as it may be shown: hidden ones by the beginning of their HMAC, which tells them apart and says nothing else.
std::string shown(std::string_view attribute, const std::string& value) {
  if (attribute == "hmac") return "hidden value " + value.substr(0, 12);
  if (attribute == "withheld") return "value not recorded";
  if (attribute == "sha256") return "sha256:" + value;
  if (attribute == "flag") return "given without a value";
  if (attribute == "bare") return "an entry without =";
  return value.empty() ? "\"\"" : printable(value);
}

}  // namespace

std::string render_attributes(const Attributes& attributes) {
  if (attributes.empty()) return "present";
  if (attributes.size() == 1) {
    const auto& [name, value] = *attributes.begin();
    const bool named = name == "mode" || name == "root" || name == "fstype" || name == "options";
    return (named ? name + " " : "") + shown(name, value);
  }
  std::string text;
  for (const auto& [name, value] : attributes) text += (text.empty() ? "" : " ") + name + "=" + shown(name, value);
  return text;
}

std::string render_place(const SeenStream& stream) {
  if (stream.base) return "the base snapshot";
  return "rank " + stream.key.rank + " at " + stream.key.start + " " + stream.key.moment;
}

}  // namespace evidence
