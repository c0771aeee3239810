#pragma once

// One name of one thing (a variable, an argument, a mount, a fact) over all streams of a role.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sight_index.h"
#include "state.h"

namespace evidence {

class ThingJudge {
 public:
  ThingJudge(JudgeState& state, std::string role, Thing thing, const Occurrence& occurrence)
      : state_(state), role_(std::move(role)), thing_(thing), name_(render_occurrence(occurrence)) {}

  // What one stream has under that name (null: nothing). `times` counts the things that it has under it.
  void take(const SeenStream& stream, const Sight* sight, std::size_t times);
  // Judges what must be equal or distinct over the streams that were taken.
  void finish();
  const std::string& name() const { return name_; }
  // Streams whose value cannot be held against the others'.
  const Streams& withheld_by() const { return withheld_by_; }

 private:
  void report(const SeenStream& stream, Result result, std::string_view rule, std::string expected,
              std::string seen, const std::string& origin, std::string_view detail = "");
  void take_pinned(const SeenStream& stream, const Expectation& pin, const Sight* sight, std::size_t times);
  void report_missing(const SeenStream& stream, const Expectation& pin);
  void judge_kind(const SeenStream& stream, const Sight& sight, const Expectation* said);
  void judge_pin(const SeenStream& stream, const Expectation& pin, const Sight& sight);
  void finish_equal();
  void finish_unsaid();

  JudgeState& state_;
  std::string role_;
  Thing thing_;
  std::string name_;
  std::vector<std::pair<const SeenStream*, const Sight*>> equal_;  // null: absent
  std::vector<std::pair<const SeenStream*, const Sight*>>
      pinned_;  // for the attributes that the pin does not say
  Distinct distinct_;
  Streams withheld_by_;
};

}  // namespace evidence
