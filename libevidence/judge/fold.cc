#include "fold.h"

#include <algorithm>

namespace evidence {

namespace {

// STOP first.
int rank_of(Result result) {
  return 3 - static_cast<int>(result);
}
Result result_of(int rank) {
  return static_cast<Result>(3 - rank);
}

}  // namespace

void FindingFold::drop(Result result) {
  worst_dropped_ = std::max(worst_dropped_, result);
}

FindingFold::Places* FindingFold::entry(const Finding& what) {
  ++said_;
  const auto [found, fresh] =
      all_.try_emplace(Identity{rank_of(what.result), what.rule, what.role, what.thing, what.name,
                                what.expected, what.seen, what.origin, what.detail});
  ++found->second.said;
  if (!fresh || all_.size() <= kMaxFindings) return &found->second.places;
  const auto last = std::prev(all_.end());
  const bool is_last = last == found;
  drop(result_of(std::get<0>(last->first)));
  all_.erase(last);
  return is_last ? nullptr : &found->second.places;
}

void FindingFold::add(const Finding& what, const StreamKey& key, const PlaceInPlan& place) {
  if (what.result >= Result::hold) faulted_.emplace(key.role, key.start, key.moment, key.rank);
  if (Places* places = entry(what)) places->emplace(place, std::make_tuple(key.start, key.moment, key.rank));
}

void FindingFold::add(const Finding& what) {
  entry(what);
}

bool FindingFold::faulted(const StreamKey& key) const {
  return faulted_.count({key.role, key.start, key.moment, key.rank}) > 0;
}

// What was dropped came after what is kept.
Result FindingFold::worst() const {
  return all_.empty() ? Result::note : result_of(std::get<0>(all_.begin()->first));
}

std::vector<Finding> FindingFold::take() {
  std::vector<Finding> findings;
  std::uint64_t kept = 0;
  for (const auto& [identity, entry] : all_) {
    kept += entry.said;
    Finding finding;
    int rank = 0;
    std::tie(rank, finding.rule, finding.role, finding.thing, finding.name, finding.expected, finding.seen,
             finding.origin, finding.detail) = identity;
    finding.result = result_of(rank);
    for (const auto& [place, labels] : entry.places) {
      const auto& [start, moment, rank_label] = labels;
      if (finding.where.empty() || finding.where.back().start != start ||
          finding.where.back().moment != moment) {
        finding.where.push_back({start, moment, {}});
      }
      finding.where.back().ranks.push_back(rank_label);
    }
    findings.push_back(std::move(finding));
  }
  if (kept < said_) {
    Finding more{worst_dropped_, "too-many"};
    more.detail = std::to_string(said_ - kept) + " further statements are not listed";
    findings.insert(std::find_if(findings.begin(), findings.end(),
                                 [&](const Finding& one) { return one.result < more.result; }),
                    std::move(more));
  }
  return findings;
}

}  // namespace evidence
