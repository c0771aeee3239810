#pragma once

// Plans from a few words of JSON: whatever a test does not say is a small plan that a small campaign fits.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/manifest.h"

namespace evidence {

// Two ranks of one role on two machines, one start, one moment, nothing pinned, class native.
class PlanMaker {
 public:
  PlanMaker();
  // A top-level member of the manifest, as JSON; replaces what was there. An empty text takes it away.
  PlanMaker& with(const std::string& member, std::string_view json);
  // The identity of the role engine, its arms and its starts, as JSON.
  PlanMaker& engine(std::string_view json);
  PlanMaker& arms(std::string_view json) { return with("arms", json); }
  PlanMaker& roles(std::string_view json) { return with("roles", json); }
  // Starts by name and arm: "s1" or "s1:off".
  PlanMaker& starts(const std::vector<std::string>& starts);
  PlanMaker& moments(const std::vector<std::string>& moments);
  PlanMaker& ranks(const std::vector<std::string>& ranks);
  // A stream of the base, bound by its digest.
  PlanMaker& base(const std::string& lines);
  Plan make() const;

 private:
  std::map<std::string, std::string> members_;
  std::vector<PlanFile> files_;
};

}  // namespace evidence
