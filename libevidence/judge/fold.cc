#include "fold.h"

#include <algorithm>

namespace evidence {

namespace {

// STOP first.
int rank_of(Result result) { return 3 - static_cast<int>(result); }
Result result_of(int rank) { return static_cast<Result>(3 - rank); }

}  // namespace

FindingFold::Places* FindingFold::entry(const Finding& what) {
  Identity identity{rank_of(what.result), what.rule,     what.role, what.thing, what.name,
                    what.expected,        what.seen,     what.origin, what.detail};
  if (all_.size() >= kMaxFindings && all_.find(identity) == all_.end()) {
    ++dropped_;
    worst_dropped_ = std::max(worst_dropped_, what.result);
    return nullptr;
  }
  return &all_[std::move(identity)];
}

void FindingFold::add(const Finding& what, const StreamKey& key, const PlaceInPlan& place) {
  if (Places* places = entry(what)) places->emplace(place, std::make_tuple(key.start, key.moment, key.rank));
}

void FindingFold::add(const Finding& what) { entry(what); }

std::vector<Finding> FindingFold::take() {
  std::vector<Finding> findings;
  for (const auto& [identity, places] : all_) {
    Finding finding;
    int rank = 0;
    std::tie(rank, finding.rule, finding.role, finding.thing, finding.name, finding.expected, finding.seen, finding.origin,
             finding.detail) = identity;
    finding.result = result_of(rank);
    for (const auto& [place, labels] : places) {
      const auto& [start, moment, rank_label] = labels;
      if (finding.where.empty() || finding.where.back().start != start || finding.where.back().moment != moment) {
        finding.where.push_back({start, moment, {}});
      }
      finding.where.back().ranks.push_back(rank_label);
    }
    findings.push_back(std::move(finding));
  }
  if (dropped_ > 0) {
    Finding more{worst_dropped_, "too-many"};
    more.detail = std::to_string(dropped_) + " further findings are not listed";
    findings.insert(std::find_if(findings.begin(), findings.end(), [&](const Finding& one) { return one.result < more.result; }),
                    std::move(more));
  }
  return findings;
}

}  // namespace evidence
