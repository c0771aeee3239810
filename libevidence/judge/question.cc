#include <algorithm>

#include "state.h"

namespace evidence {

namespace {

std::vector<std::string> chosen(const std::vector<std::string>& all, const std::vector<std::string>& wanted,
                                std::string_view what) {
  if (wanted.empty()) return all;
  std::vector<std::string> in_order;
  for (const std::string& name : all) {
    if (std::find(wanted.begin(), wanted.end(), name) != wanted.end()) in_order.push_back(name);
  }
  for (const std::string& name : wanted) {
    if (std::find(all.begin(), all.end(), name) == all.end()) {
      throw UsageError("the plan has no " + std::string(what) + " " + printable(name));
    }
  }
  return in_order;
}

}  // namespace

Question ask_checkpoint(const Checkpoint& checkpoint) {
  return {checkpoint.name,   checkpoint.starts, checkpoint.moments,
          Depth::everything, checkpoint.checks, checkpoint.readings};
}

Question ask(const Manifest& manifest, const std::vector<std::string>& starts,
             const std::vector<std::string>& moments) {
  std::vector<std::string> all;
  for (const Start& start : manifest.starts) all.push_back(start.name);
  Question question{"", chosen(all, starts, "start"), chosen(manifest.moments, moments, "moment")};
  if (!starts.empty() || !moments.empty()) return question;
  question.depth = Depth::everything;
  for (const CheckPlan& check : manifest.checks) question.checks.push_back(check.name);
  for (const ReadingPlan& reading : manifest.readings) question.readings.push_back(reading.name);
  return question;
}

std::size_t count_pins(const Identity& identity) {
  std::size_t pins = 0;
  for (const auto& [thing, expectations] : identity.things) {
    pins += static_cast<std::size_t>(
        std::count_if(expectations.begin(), expectations.end(), [](const auto& entry) {
          return entry.second.kind == Expectation::Kind::pinned ||
                 entry.second.kind == Expectation::Kind::absent;
        }));
  }
  return pins;
}

namespace {

// Does the plan ask anything of the streams of a role at the starts and moments in question? What is not said
// must be equal, which one stream by itself always is.
bool asks_of(const JudgeState& state, const Role& role) {
  const Manifest& manifest = state.plan.manifest();
  const auto pins_at = [&](const std::string& name) {
    const Start* start = manifest.start(name);
    return start != nullptr && count_pins(manifest.identity(role.name, start->arm)) > 0;
  };
  const std::size_t streams =
      state.question.starts.size() * state.question.moments.size() * role.ranks.size();
  return (role.life != Life::none && streams > 1) ||
         std::any_of(state.question.starts.begin(), state.question.starts.end(), pins_at);
}

}  // namespace

// Where nothing was asked nothing holds.
void judge_question(JudgeState& state) {
  const Manifest& manifest = state.plan.manifest();
  Finding finding{Result::hold, "nothing-asked"};
  if (state.question.starts.empty() || state.question.moments.empty()) {
    finding.detail = "the question names no start and moment";
    state.fold.add(finding);
    return;
  }
  const bool some_required = std::any_of(manifest.artifacts.begin(), manifest.artifacts.end(),
                                         [](const Artifact& artifact) { return artifact.required; });
  const bool asks_queries = !state.question.checks.empty() || !state.question.readings.empty();
  const bool some_asked = std::any_of(manifest.roles.begin(), manifest.roles.end(),
                                      [&](const Role& role) { return asks_of(state, role); });
  if (some_asked || some_required || !manifest.base.empty() || asks_queries) return;
  finding.detail = "the plan pins nothing, and one stream by itself can be compared with nothing";
  state.fold.add(finding);
}

}  // namespace evidence
