#include "stream_state.h"

namespace evidence::record {

SequenceSet::Added StreamState::add_number(std::uint64_t sequence, Budget& budget) {
  return numbers_.insert(sequence, budget);
}

bool StreamState::close(const CloseRecord& close) {
  if (close_) return false;
  close_ = close;
  return true;
}

std::optional<StreamState::Fault> StreamState::missing_lines() const {
  // The close has the last number, so one more than that is how many lines there should be.
  const std::uint64_t expected = close_ ? close_->lines + 1 : numbers_.end();
  const std::uint64_t missing = expected - (numbers_.size() - numbers_.count_from(expected));
  if (missing == 0) return std::nullopt;
  return Fault{Damage::Kind::incomplete, std::to_string(missing) + " of " + std::to_string(expected) +
                                             " lines are missing, the first is number " +
                                             std::to_string(numbers_.first_missing())};
}

std::vector<StreamState::Fault> StreamState::faults() const {
  using enum Damage::Kind;
  std::vector<Fault> faults;
  if (!opened_) faults.push_back({incomplete, "has no open record"});
  if (!close_) faults.push_back({incomplete, "has no close record"});
  const std::optional<Fault> missing = missing_lines();
  if (missing) faults.push_back(*missing);
  const std::uint64_t beyond = close_ ? numbers_.count_from(close_->lines + 1) : 0;
  if (beyond > 0)
    faults.push_back({mismatch, std::to_string(beyond) + " lines have numbers after the close"});
  if (parts_.open() > 0) {
    const PartSets::Open open = parts_.first_open();
    faults.push_back({incomplete, "record " + std::to_string(open.whole) + " has " +
                                      std::to_string(open.present) + " of " + std::to_string(open.count) +
                                      " parts"});
  }
  // With other lines than were summed the sum says nothing new.
  if (close_ && !missing && beyond == 0 && close_->sum != sum_.value()) {
    faults.push_back({mismatch, "the sum of its lines is not what its close says"});
  }
  return faults;
}

StreamSummary StreamState::summary() const {
  return StreamSummary{.key = key_,
                       .whole = !spoiled_ && faults().empty(),
                       .lines = numbers_.size(),
                       .closed = close_ ? std::optional(close_->time) : std::nullopt};
}

}  // namespace evidence::record
