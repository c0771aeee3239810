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

using Order = std::pair<std::uint32_t, std::uint64_t>;

// What a runtime told of the environment is not what the process has.
Sight sight(const Order& order, const EnvRecord& env) {
  Sight seen{order, env.name, {}, env.source == "environ" ? EvidenceKind::process : EvidenceKind::reported};
  if (env.bare) {
    seen.attributes.emplace("bare", "true");
  } else {
    put_secret(seen.attributes, env.value);
  }
  return seen;
}

Sight sight(const Order& order, const ArgvRecord& argument) {
  Sight seen{order, argument.option, {}};
  if (argument.has_value) {
    put_secret(seen.attributes, argument.value);
  } else {
    seen.attributes.emplace("flag", "true");
  }
  return seen;
}

Sight sight(const Order& order, const MountRecord& mount) {
  Sight seen{
      order, mount.target, {{"root", mount.root}, {"fstype", mount.fstype}, {"options", mount.options}}};
  if (mount.digest) seen.attributes.emplace("sha256", mount.digest->render());
  return seen;
}

}  // namespace

std::optional<std::pair<Thing, Sight>> sight_of(std::uint32_t shard, std::uint64_t sequence,
                                                const RecordBody& body) {
  const Order order{shard, sequence};
  if (const auto* env = std::get_if<EnvRecord>(&body)) return std::pair(Thing::env, sight(order, *env));
  if (const auto* argument = std::get_if<ArgvRecord>(&body))
    return std::pair(Thing::argv, sight(order, *argument));
  if (const auto* mount = std::get_if<MountRecord>(&body))
    return std::pair(Thing::mount, sight(order, *mount));
  if (const auto* fact = std::get_if<FactRecord>(&body)) {
    return std::pair(Thing::fact, Sight{order, fact->name, {{"value", fact->value}}, fact->evidence});
  }
  return std::nullopt;
}

namespace {

constexpr std::string_view kAbsent = "absent";
constexpr std::string_view kPresent = "present";
constexpr std::string_view kWithheld = "value not recorded";
constexpr std::string_view kHidden = "hidden value ";
constexpr std::string_view kFlag = "given without a value";
constexpr std::string_view kBare = "an entry without =";
constexpr std::size_t kHiddenShown = 12;

// A value that reads like one of our own words is quoted.
std::string shown_clear(const std::string& value) {
  const bool is_ours = value == kAbsent || value == kPresent || value == kWithheld || value == kFlag ||
                       value == kBare || value.starts_with(kHidden);
  if (value.empty() || value.front() == '"' || is_ours) return '"' + escaped(value) + '"';
  return printable(value);
}

// Hidden values are shown by the beginning of their HMAC, which tells them apart and says nothing else.
std::string shown(std::string_view attribute, const std::string& value) {
  if (attribute == "hmac") return std::string(kHidden) + value.substr(0, kHiddenShown);
  if (attribute == "withheld") return std::string(kWithheld);
  if (attribute == "sha256") return "sha256:" + value;
  if (attribute == "flag") return std::string(kFlag);
  if (attribute == "bare") return std::string(kBare);
  return shown_clear(value);
}

}  // namespace

std::string render_attributes(const Attributes& attributes) {
  if (attributes.empty()) return std::string(kPresent);
  if (attributes.size() == 1) {
    const auto& [name, value] = *attributes.begin();
    const bool named =
        name == "mode" || name == "root" || name == "fstype" || name == "options" || name == "uid";
    return (named ? name + " " : "") + shown(name, value);
  }
  std::string text;
  for (const auto& [name, value] : attributes)
    text += (text.empty() ? "" : " ") + name + "=" + shown(name, value);
  return text;
}

std::string render_value(const Equality::Value& value) {
  return value ? render_attributes(*value) : std::string(kAbsent);
}

std::string render_place(const SeenStream& stream) {
  if (stream.base) return "the base snapshot";
  return "rank " + stream.key.rank + " at " + stream.key.start + " " + stream.key.moment;
}

}  // namespace evidence
