#include <algorithm>

#include "expectations.h"

namespace evidence::packet {

namespace {

constexpr std::string_view kNames[] = {"answer", "checkpoint", "class",   "manifest",
                                       "name",   "run",        "standing"};

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
  if (equals == std::string_view::npos ||
      std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames)) {
    throw UsageError(
        "--expect " + printable(text) +
        ": must be NAME=VALUE with one of answer, checkpoint, class, manifest, name, run, standing");
  }
  std::string value(text.substr(equals + 1));
  if (const auto fault = value_fault(name, value)) {
    throw UsageError("--expect " + std::string(name) + ": " + std::string(*fault) + ", is " +
                     printable(value));
  }
  return {std::string(name), std::move(value)};
}

std::vector<Unmet> unmet_expectations(const Expectations& expectations, const Plan& plan,
                                      std::string_view checkpoint, Answer answer) {
  const std::map<std::string_view, std::string> seen{
      {"answer", std::string(answer_name(answer))},
      {"checkpoint", std::string(checkpoint)},
      {"class", std::string(plan_class_name(plan.manifest().plan_class))},
      {"manifest", "sha256:" + plan.manifest_digest().render()},
      {"name", plan.manifest().name},
      {"run", plan.run()},
      {"standing", plan.manifest().standing},
  };
  std::vector<Unmet> unmet;
  for (const auto& [name, expected] : expectations) {
    const std::string& value = seen.at(name);
    if (value != expected) unmet.push_back({name, expected, value});
  }
  return unmet;
}

}  // namespace evidence::packet
