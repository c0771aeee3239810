#include "identity.h"

#include <algorithm>
#include <set>

#include "pins.h"
#include "reader.h"

namespace evidence {

using json::ObjectReader;
using json::Place;

namespace {

constexpr Verb kAllVerbs[] = {Verb::set,     Verb::remove, Verb::add,
                              Verb::replace, Verb::forbid, Verb::may_differ};

void put(NamedDeltas& deltas, std::string_view name, Delta delta, const Place& place) {
  if (!deltas.emplace(name, std::move(delta)).second) {
    place.mistake(printable(name) + " stands under two verbs of this arm");
  }
}

void read_names(const Place& place, Thing thing, Verb verb, NamedDeltas& deltas) {
  json::each_element(place, [&](const Place& element) {
    const auto name = element.string();
    if (name && check_name(element, thing, *name))
      put(deltas, *name, Delta{verb, {}, {}, element.path().substr(2)}, element);
  });
}

void read_valued(const Place& place, Thing thing, Verb verb, const Role& role, NamedDeltas& deltas) {
  json::each_member(place, [&](std::string_view name, const Place& value) {
    if (!check_name(value, thing, name)) return;
    Delta delta{verb, {}, {}, value.path().substr(2)};
    if (verb == Verb::replace) {
      ObjectReader reader(value);
      if (const auto from = reader.required("from")) delta.from = read_pin(*from, thing, role);
      if (const auto to = reader.required("to"))
        delta.to = read_pin(*to, thing, role).value_or(Expectation{});
      read_note(reader);
      reader.finish();
    } else {
      delta.to = read_pin(value, thing, role).value_or(Expectation{});
    }
    delta.to.allowance = true;
    put(deltas, name, std::move(delta), value);
  });
}

NamedDeltas read_verbs(const Place& place, Thing thing, const Role& role) {
  NamedDeltas deltas;
  ObjectReader reader(place);
  for (const Verb verb : kAllVerbs) {
    const auto said = reader.maybe(kVerbs[static_cast<std::size_t>(verb)]);
    if (!said) continue;
    if (verb == Verb::remove || verb == Verb::forbid || verb == Verb::may_differ) {
      read_names(*said, thing, verb, deltas);
    } else {
      read_valued(*said, thing, verb, role, deltas);
    }
  }
  read_note(reader);
  reader.finish();
  return deltas;
}

RoleDeltas read_role(const Place& place, const Role& role) {
  RoleDeltas deltas;
  ObjectReader reader(place);
  for (const Thing thing : kThings) {
    const auto said = reader.maybe(thing_name(thing));
    if (!said) continue;
    if (role.life == Life::none && (thing == Thing::env || thing == Thing::argv || thing == Thing::mount)) {
      said->mistake("the role " + role.name + " has no process");
    }
    deltas.emplace(thing, read_verbs(*said, thing, role));
  }
  read_note(reader);
  reader.finish();
  return deltas;
}

// True when following `like` from the arm comes back to it.
bool is_like_itself(const Arms& arms, const Arm& arm) {
  std::set<std::string, std::less<>> seen;
  for (const Arm* at = &arm; at->like && seen.insert(at->name).second;) {
    const auto next = arms.find(*at->like);
    if (next == arms.end()) return false;
    if (next->first == arm.name) return true;
    at = &next->second;
  }
  return false;
}

// Leaves no `like` that leads nowhere or round, so that every chain ends.
void check_likes(const Place& place, Arms& arms) {
  std::vector<Arm*> wrong;
  json::each_member(place, [&](std::string_view name, const Place& said) {
    const auto found = arms.find(name);
    if (found == arms.end() || !found->second.like) return;
    Arm& arm = found->second;
    const Place like(*said.node().member("like"), said, 0);
    if (arms.find(*arm.like) == arms.end()) {
      like.mistake("there is no arm " + *arm.like);
    } else if (is_like_itself(arms, arm)) {
      like.mistake("the arm " + arm.name + " is like itself in the end");
    } else {
      return;
    }
    wrong.push_back(&arm);
  });
  for (Arm* arm : wrong) arm->like.reset();
}

Expectation from_delta(const Delta& delta) {
  Expectation expectation = delta.to;
  switch (delta.verb) {
    case Verb::set:
    case Verb::add:
    case Verb::replace:
      expectation.kind = Expectation::Kind::pinned;
      break;
    case Verb::remove:
    case Verb::forbid:
      expectation.kind = Expectation::Kind::absent;
      break;
    case Verb::may_differ:
      expectation.kind = Expectation::Kind::any;
      break;
  }
  expectation.allowance = delta.verb != Verb::forbid;
  expectation.origin = delta.origin;
  return expectation;
}

// What a delta says of the base, which is what an arm without a delta on that name owes to it.
Expectation said_of_base(const Delta& delta) {
  Expectation expectation;
  if (delta.verb == Verb::add) expectation.kind = Expectation::Kind::absent;
  if (delta.verb == Verb::replace && delta.from) {
    expectation = *delta.from;
    expectation.kind = Expectation::Kind::pinned;
  }
  expectation.origin = delta.origin;
  return expectation;
}

// Do they pin the same for every rank? Where a pin is by rank, it names all of them.
bool same_pin(const Expectation& left, const Expectation& right) {
  const auto& ranks = left.by_rank.empty() ? right.by_rank : left.by_rank;
  if (ranks.empty()) return left.attributes == right.attributes;
  return std::all_of(ranks.begin(), ranks.end(), [&](const auto& rank) {
    return left.for_rank(rank.first) == right.for_rank(rank.first);
  });
}

void check_against_base(const Delta& delta, const Expectation* base, const Contradiction& contradiction) {
  if (base == nullptr) return;
  if (delta.verb == Verb::add)
    contradiction(delta.origin, "adds what " + base->origin + " pins already; use replace or set");
  if (delta.verb == Verb::replace && delta.from && !same_pin(*delta.from, *base)) {
    contradiction(delta.origin, "replaces another value than " + base->origin + " pins");
  }
}

// Two deltas that say different things of the one base contradict each other; silence (equal) gives way to
// either.
void join_said(Expectation& joined, const Expectation& said, const Contradiction& contradiction) {
  if (said.kind == Expectation::Kind::equal) return;
  if (joined.kind == Expectation::Kind::equal) {
    joined = said;
  } else if (joined.kind != said.kind || !same_pin(joined, said)) {
    contradiction(said.origin, "says something else of the base than " + joined.origin);
  }
}

// What all arms' deltas on one thing say of the base, by name.
std::map<std::string, Expectation, std::less<>> all_said_of_base(const Arms& arms, const std::string& role,
                                                                 Thing thing,
                                                                 const Contradiction& contradiction) {
  std::map<std::string, Expectation, std::less<>> all;
  for (const auto& [name, arm] : arms) {
    const auto by_role = arm.roles.find(role);
    if (by_role == arm.roles.end()) continue;
    const auto by_thing = by_role->second.find(thing);
    if (by_thing == by_role->second.end()) continue;
    for (const auto& [thing_named, delta] : by_thing->second) {
      const auto [found, is_new] = all.emplace(thing_named, said_of_base(delta));
      if (!is_new) join_said(found->second, said_of_base(delta), contradiction);
    }
  }
  return all;
}

}  // namespace

Arms read_arms(const Place& place, const std::vector<Role>& roles) {
  Arms arms;
  json::each_member(place, [&](std::string_view name, const Place& said) {
    if (!is_label(name)) said.mistake("an arm's name must be a label");
    Arm arm{std::string(name), {}, {}};
    ObjectReader reader(said);
    if (const auto like = reader.maybe("like")) arm.like = like->label();
    read_note(reader);
    for (const Role& role : roles) {
      if (const auto deltas = reader.maybe(role.name)) arm.roles.emplace(role.name, read_role(*deltas, role));
    }
    refuse_unknown_roles(reader, roles, {"like", "note"});
    reader.finish();
    arms.emplace(name, std::move(arm));
  });
  check_likes(place, arms);
  return arms;
}

RoleDeltas effective_deltas(const Arms& arms, const std::string& arm, const std::string& role) {
  RoleDeltas effective;
  for (auto at = arms.find(arm); at != arms.end();) {
    if (const auto own = at->second.roles.find(role); own != at->second.roles.end()) {
      for (const auto& [thing, deltas] : own->second) effective[thing].insert(deltas.begin(), deltas.end());
    }
    at = at->second.like ? arms.find(*at->second.like) : arms.end();
  }
  return effective;
}

Identity derive_identity(const Identity& base, const Arms& arms, const std::string& arm,
                         const std::string& role, const Contradiction& contradiction) {
  Identity identity = base;
  const RoleDeltas own = effective_deltas(arms, arm, role);
  for (const Thing thing : kThings) {
    auto& expectations = identity.things[thing];
    const auto deltas = own.find(thing);
    if (deltas != own.end()) {
      for (const auto& [name, delta] : deltas->second) {
        check_against_base(delta, base.find(thing, name), contradiction);
        expectations[name] = from_delta(delta);
      }
    }
    for (auto& [name, said] : all_said_of_base(arms, role, thing, contradiction))
      expectations.emplace(name, std::move(said));
  }
  return identity;
}

}  // namespace evidence
