#pragma once

// One role of a plan to begin with: what was seen of it, written down as what must be.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "state.h"

namespace evidence {

// What one stream shows of a role, as a manifest can say it.
struct Look {
  std::string role;
  std::string rank;
  std::string start;
  std::string moment;
  std::optional<Timestamp> time{};
  std::optional<ProcessRecord> process{};
  SeenStream seen{};
  std::map<std::string, Attributes> files{};
};

// One name of one thing of a role, over starts and ranks: by start, then by rank; absent where it was not
// seen.
using RankValues = std::map<std::string, Attributes>;
using History = std::map<std::string, RankValues>;

// Names whose values stand in the draft in clear.
struct PublicNames {
  std::set<std::string> env;
  std::set<std::string> argv;
};

class RoleDraft {
 public:
  RoleDraft(std::string role, const std::vector<Look>& looks);

  json::Value role() const;
  bool has_process() const { return !processes_.empty(); }
  // What is the same at every start.
  json::Object identity(PublicNames& names) const;
  // What tells one start from another: two starts with equal ones can have one arm.
  History signature(const std::string& start) const;
  // What an arm that `start` belongs to allows beside the arm of `first`.
  json::Object deltas(const std::string& first, const std::string& start, PublicNames& names) const;
  // What differs in a way that no arm can say.
  json::Object loose() const;

 private:
  using Name = std::pair<Thing, std::string>;
  void take(const Look& look);
  void take_mounts(const Look& look);
  std::string life() const;
  const RankValues& at(const History& history, const std::string& start) const;
  bool is_steady(const History& history) const;
  bool is_an_arms(const History& history) const;
  std::optional<Attributes> common_at(const History& history, const std::string& start) const;
  std::optional<json::Value> pin_over_ranks(Thing thing, const RankValues& values) const;

  std::string role_;
  std::vector<std::string> ranks_;
  std::vector<std::string> starts_;
  std::map<Name, History> histories_;
  std::set<std::string> mounts_;
  std::map<std::string, std::set<std::tuple<std::string, std::int64_t, std::string>>> processes_;  // by rank
  std::map<std::string, std::string> boots_;  // boot id → the first rank that had it
  bool colocated_ = false;
};

}  // namespace evidence
