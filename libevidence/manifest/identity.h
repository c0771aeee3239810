#pragma once

// How the base identity and the arms' deltas make up the identity of each role under each arm.

#include <map>
#include <string>
#include <vector>

#include "evidence/manifest.h"

namespace evidence {

enum class Verb { set, remove, add, replace, forbid, may_differ };
inline constexpr std::string_view kVerbs[] = {"set", "remove", "add", "replace", "forbid", "may_differ"};

// One allowed difference of one arm.
struct Delta {
  Verb verb = Verb::set;
  Expectation to{};                   // set, add, replace: the new pin
  std::optional<Expectation> from{};  // replace
  std::string origin{};
};

using NamedDeltas = std::map<std::string, Delta, std::less<>>;
using RoleDeltas = std::map<Thing, NamedDeltas>;

struct Arm {
  std::string name;
  std::optional<std::string> like;
  std::map<std::string, RoleDeltas, std::less<>> roles;
};
using Arms = std::map<std::string, Arm, std::less<>>;

// Reads `arms`; mistakes are recorded at their places.
Arms read_arms(const json::Place& place, const std::vector<Role>& roles);

// The arm's own deltas laid over those of the arms it is like; the more specific wins. Precondition: no
// cycle.
RoleDeltas effective_deltas(const Arms& arms, const std::string& arm, const std::string& role);

// The identity of one role under `arm` ("" for none), given the pins of the base identity. `contradiction` is
// called with the origin and reason of a delta that does not fit the base pins, or what another arm's delta
// says of the base.
using Contradiction = std::function<void(const std::string& origin, const std::string& reason)>;
Identity derive_identity(const Identity& base, const Arms& arms, const std::string& arm,
                         const std::string& role, const Contradiction& contradiction);

}  // namespace evidence
