#pragma once

// Findings that say the same of several places become one that names them all.

#include <cstdint>
#include <map>
#include <set>
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

// The outcome depends on what is added, never on the order of adding.
class FindingFold {
 public:
  // `what` without `where`; `key` and `place` say where. Of more than kMaxFindings distinct ones the first in
  // the order of Judgement are kept, so that no number of notes can hide a STOP.
  void add(const Finding& what, const StreamKey& key, const PlaceInPlan& place);
  // A finding that is about no stream.
  void add(const Finding& what);
  // Was something worse than a PASS said of this stream?
  bool faulted(const StreamKey& key) const;
  // The worst that was said; a note when nothing was.
  Result worst() const;
  // Findings in the order of Judgement.
  std::vector<Finding> take();

  static constexpr std::size_t kMaxFindings = 10000;

 private:
  using Identity = std::tuple<int, std::string, std::string, std::string, std::string, std::string,
                              std::string, std::string, std::string>;
  // The plan's order, then start, moment and rank as they are called: what the plan does not have stands at
  // one place.
  using Places = std::set<std::pair<PlaceInPlan, std::tuple<std::string, std::string, std::string>>>;
  struct Entry {
    Places places;
    std::uint64_t said = 0;
  };
  Places* entry(const Finding& what);
  void drop(Result result);
  std::map<Identity, Entry> all_;
  std::set<std::tuple<std::string, std::string, std::string, std::string>>
      faulted_;  // role, start, moment, rank
  std::uint64_t said_ = 0;
  Result worst_dropped_ = Result::note;
};

}  // namespace evidence
