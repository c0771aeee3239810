#include "pins.h"

#include <algorithm>

#include "reader.h"

namespace evidence {

using json::Kind;
using json::ObjectReader;
using json::Place;

namespace {

constexpr std::string_view kDigestPrefix = "sha256:";

bool is_hmac(std::string_view text) {
  return Digest::parse(text).has_value();
}

bool is_mode(std::string_view text) {
  return text.size() == 4 && text.find_first_not_of("01234567") == std::string_view::npos;
}

bool is_anything(std::string_view text) {
  return text.size() <= 65536;
}

struct AttributeRule {
  std::string_view name;
  bool (*valid)(std::string_view);
  std::string_view what;
};

std::vector<AttributeRule> rules_for(Thing thing) {
  const AttributeRule value{"value", is_anything, "at most 65,536 bytes"};
  const AttributeRule hmac{"hmac", is_hmac, "64 lower-case hexadecimal digits"};
  const AttributeRule sha256{"sha256", is_prefixed_digest, kPrefixedDigestForm};
  switch (thing) {
    case Thing::env:
    case Thing::argv:
      return {value, hmac};
    case Thing::file:
      return {sha256, {"mode", is_mode, "four octal digits such as 0644"}};
    case Thing::mount:
      return {{"root", is_anything, "a path"},
              {"fstype", is_anything, "a type"},
              {"options", is_anything, "options"},
              sha256};
    case Thing::fact:
      return {value};
  }
  return {};
}

std::string_view main_attribute(Thing thing) {
  return thing == Thing::file || thing == Thing::mount ? "sha256" : "value";
}

// Digests are kept as 64 digits, as records have them.
std::string stored(std::string_view attribute, const std::string& text) {
  return attribute == "sha256" ? text.substr(kDigestPrefix.size()) : text;
}

Attributes read_text(const Place& place, Thing thing) {
  Attributes attributes;
  const std::string_view main = main_attribute(thing);
  for (const AttributeRule& rule : rules_for(thing)) {
    if (rule.name != main) continue;
    if (auto text = place.string_where(rule.valid, rule.what)) attributes.emplace(main, stored(main, *text));
  }
  return attributes;
}

Attributes read_attributes(ObjectReader& reader, Thing thing) {
  Attributes attributes;
  for (const AttributeRule& rule : rules_for(thing)) {
    const auto place = reader.maybe(rule.name);
    if (!place) continue;
    if (auto text = place->string_where(rule.valid, rule.what)) {
      attributes.emplace(rule.name, stored(rule.name, *text));
    }
  }
  if (thing == Thing::argv) {
    if (const auto flag = reader.maybe("flag")) {
      if (flag->boolean() == true)
        attributes.emplace("flag", "true");
      else
        flag->mistake("must be true where it is given");
    }
  }
  if ((thing == Thing::env || thing == Thing::argv) && attributes.size() > 1) {
    reader.place().mistake("value, hmac and flag exclude each other");
  }
  return attributes;
}

bool names_attribute(const ObjectReader& reader, Thing thing) {
  const std::vector<AttributeRule> rules = rules_for(thing);
  return (thing == Thing::argv && reader.has("flag")) ||
         std::any_of(rules.begin(), rules.end(),
                     [&](const AttributeRule& rule) { return reader.has(rule.name); });
}

void read_by_rank(const Place& place, Thing thing, const Role& role, Expectation& pin) {
  json::each_member(place, [&](std::string_view rank, const Place& value) {
    if (std::find(role.ranks.begin(), role.ranks.end(), rank) == role.ranks.end()) {
      value.mistake("the role " + role.name + " has no rank " + printable(rank));
    }
    Attributes attributes;
    if (value.node().is(Kind::string)) {
      attributes = read_text(value, thing);
    } else {
      ObjectReader reader(value);
      attributes = read_attributes(reader, thing);
      read_note(reader);
      reader.finish();
      if (value.node().is(Kind::object) && !names_attribute(reader, thing)) value.mistake("asks for nothing");
    }
    Attributes both = attributes;
    both.insert(pin.attributes.begin(), pin.attributes.end());
    if ((thing == Thing::env || thing == Thing::argv) &&
        both.size() > std::max<std::size_t>(attributes.size(), 1)) {
      value.mistake("value, hmac and flag exclude each other, also between by_rank and what all ranks share");
    }
    pin.by_rank.emplace(rank, std::move(attributes));
  });
  for (const std::string& rank : role.ranks) {
    if (pin.by_rank.count(rank) == 0)
      place.mistake("must name every rank of the role; " + rank + " is missing");
  }
}

void read_kind(const Place& place, Thing thing, const Role& role, Expectation& pin) {
  const auto text = place.string();
  if (!text) return;
  pin.evidence = parse_evidence_kind(*text);
  const bool possible =
      thing == Thing::fact ? pin.evidence == EvidenceKind::reported || pin.evidence == EvidenceKind::declared
      : thing == Thing::file ? pin.evidence == EvidenceKind::file || pin.evidence == EvidenceKind::process
                             : pin.evidence == EvidenceKind::process;
  if (!possible)
    place.mistake("cannot be known as " + printable(*text) + " for " + std::string(thing_name(thing)));
  if (pin.evidence == EvidenceKind::process && role.life == Life::none)
    place.mistake("the role " + role.name + " has no process");
}

}  // namespace

std::optional<Digest> parse_prefixed_digest(std::string_view text) {
  if (text.substr(0, kDigestPrefix.size()) != kDigestPrefix) return std::nullopt;
  return Digest::parse(text.substr(kDigestPrefix.size()));
}

bool is_prefixed_digest(std::string_view text) {
  return parse_prefixed_digest(text).has_value();
}

std::optional<Expectation> read_pin(const Place& place, Thing thing, const Role& role) {
  Expectation pin;
  pin.kind = Expectation::Kind::pinned;
  pin.origin = place.path().substr(2);
  if (place.node().is(Kind::string)) {
    pin.attributes = read_text(place, thing);
    return pin;
  }
  if (!place.node().is(Kind::object)) {
    place.mistake("must be a string or an object, is " + std::string(kind_name(place.node().kind())));
    return std::nullopt;
  }
  ObjectReader reader(place);
  pin.attributes = read_attributes(reader, thing);
  if (const auto by_rank = reader.maybe("by_rank")) read_by_rank(*by_rank, thing, role, pin);
  if (const auto distinct = reader.maybe("distinct")) pin.distinct = distinct->boolean().value_or(false);
  if (const auto kind = reader.maybe("kind")) read_kind(*kind, thing, role, pin);
  read_note(reader);
  reader.finish();
  if (!names_attribute(reader, thing) && !reader.has("by_rank") && !pin.distinct) {
    place.mistake("asks for nothing: give a value, by_rank or distinct");
  }
  return pin;
}

bool check_name(const Place& place, Thing thing, std::string_view name) {
  bool good = !name.empty() && name.size() <= 4096 && name.find('\0') == std::string_view::npos;
  std::string_view what = "a name";
  switch (thing) {
    case Thing::env:
      good = good && name.find('=') == std::string_view::npos;
      what = "a variable's name";
      break;
    case Thing::argv:
      good = good && ((name.front() == '-' && name.find('=') == std::string_view::npos) ||
                      (name.front() == '#' && name.size() > 1 &&
                       name.find_first_not_of("0123456789", 1) == std::string_view::npos));
      what = "an option's spelling or #n";
      break;
    case Thing::file:
    case Thing::mount:
      good = good && name.front() == '/';
      what = "an absolute path";
      break;
    case Thing::fact:
      good = is_label(name);
      what = "a label";
      break;
  }
  if (!good) place.mistake(printable(name) + " is not " + std::string(what));
  return good;
}

}  // namespace evidence
