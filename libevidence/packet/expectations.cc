#include <algorithm>

#include "expectations.h"

namespace evidence::packet {

namespace {

constexpr std::string_view kNames[] = {"answer", "checkpoint", "class",    "manifest",
                                       "name",   "run",        "standing", "verdict"};

// Absent when any text may be a value of that name.
std::optional<std::string_view> value_fault(std::string_view name, std::string_view value) {
  constexpr std::string_view kPrefix = "sha256:";
  if (name == "answer" && value != "PASS" && value != "HOLD" && value != "STOP")
    return "must be PASS, HOLD or STOP";
  if (name == "class" && value != "native" && value != "offline" && value != "rehearsal")
    return "must be native, offline or rehearsal";
  if (name == "manifest" && (!value.starts_with(kPrefix) || !Digest::parse(value.substr(kPrefix.size()))))
    return "must be sha256: and 64 lower-case hexadecimal digits";
  if (name == "run" && !Digest::parse(value)) return "must be 64 lower-case hexadecimal digits";
  return std::nullopt;
}

}  // namespace

std::pair<std::string, std::string> parse_expectation(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  if (equals == std::string_view::npos || name.empty()) {
    throw UsageError(
        "--expect " + printable(text) +
        ": must be NAME=VALUE, where NAME is one of answer, checkpoint, class, manifest, name, run, "
        "standing, verdict or a reading of the plan");
  }
  std::string value(text.substr(equals + 1));
  if (const auto fault = value_fault(name, value)) {
    throw UsageError("--expect " + std::string(name) + ": " + std::string(*fault) + ", is " +
                     printable(value));
  }
  return {std::string(name), std::move(value)};
}

namespace {

std::string seen_value(std::string_view name, const Outcome& outcome) {
  const Manifest& manifest = outcome.plan.manifest();
  if (name == "answer") return std::string(answer_name(outcome.answer));
  if (name == "checkpoint") return std::string(outcome.checkpoint);
  if (name == "class") return std::string(plan_class_name(manifest.plan_class));
  if (name == "manifest") return "sha256:" + outcome.plan.manifest_digest().render();
  if (name == "name") return manifest.name;
  if (name == "run") return outcome.plan.run();
  if (name == "standing") return manifest.standing;
  if (name == "verdict" && !outcome.readings.empty()) return verdict_of(outcome.readings.front());
  for (const Reading& reading : outcome.readings) {
    if (reading.name == name) return verdict_of(reading);
  }
  return "no such reading";
}

}  // namespace

void refuse_unknown(const Expectations& expectations, const Plan& plan) {
  const auto& readings = plan.manifest().readings;
  for (const auto& [name, expected] : expectations) {
    const bool is_reading =
        std::any_of(readings.begin(), readings.end(),
                    [&, wanted = name](const ReadingPlan& one) { return one.name == wanted; });
    const bool is_known = std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
    if (!is_known && !is_reading)
      throw UsageError("--expect " + printable(name) +
                       ": the plan has no such reading, and it is none of answer, "
                       "checkpoint, class, manifest, name, run, standing and verdict");
  }
}

std::vector<Unmet> unmet_expectations(const Expectations& expectations, const Outcome& outcome) {
  std::vector<Unmet> unmet;
  for (const auto& [name, expected] : expectations) {
    const std::string seen = seen_value(name, outcome);
    if (seen != expected) unmet.push_back({name, expected, seen});
  }
  return unmet;
}

}  // namespace evidence::packet
