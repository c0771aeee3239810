#pragma once

// Findings that say the same of several places become one that names them all.

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "evidence/judge.h"

namespace evidence {

// Where a stream stands in the plan's order; what findings are sorted and folded by.
struct PlaceInPlan {
  std::size_t start = 0;
  std::size_t moment = 0;
  std::size_t rank = 0;
  auto operator<=>(const PlaceInPlan&) const = default;
};

class FindingFold {
 public:
  // `what` without `where`; `key` and `place` say where. Beyond kMaxFindings distinct ones only their number is kept.
  void add(const Finding& what, const StreamKey& key, const PlaceInPlan& place);
  // A finding that is about no stream.
  void add(const Finding& what);
  // Findings in the order of Judgement.
  std::vector<Finding> take();

  static constexpr std::size_t kMaxFindings = 10000;

 private:
  using Identity = std::tuple<int, std::string, std::string, std::string, std::string, std::string, std::string, std::string, std::string>;
  // (start, moment, rank) in plan order → their labels
  using Places = std::map<PlaceInPlan, std::tuple<std::string, std::string, std::string>>;
  Places* entry(const Finding& what);
  std::map<Identity, Places> all_;
  std::size_t dropped_ = 0;
  Result worst_dropped_ = Result::note;
};

}  // namespace evidence
