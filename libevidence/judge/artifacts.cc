// Are the evidence files beside the streams those that the plan declares?

#include <algorithm>

#include "state.h"

namespace evidence {

namespace {

Finding about_artifact(Result result, std::string_view rule, const std::string& name) {
  return {result, std::string(rule), "", {}, "artifacts", printable(name)};
}

Finding judge_declared(const Artifact& artifact, const std::vector<const Supplied*>& supplied) {
  if (supplied.empty()) {
    Finding finding = about_artifact(Result::hold, "artifact-missing", artifact.name);
    finding.detail = "the plan requires this evidence file";
    return finding;
  }
  if (supplied.size() > 1) {
    Finding finding = about_artifact(Result::stop, "artifact-twice", artifact.name);
    finding.detail = "the evidence file was given more than once";
    return finding;
  }
  if (supplied.front()->is_private != artifact.is_private) {
    Finding finding = about_artifact(Result::stop, "artifact-kind", artifact.name);
    finding.expected = artifact.is_private ? "private" : "opaque";
    finding.seen = artifact.is_private ? "in the packet" : "private";
    return finding;
  }
  Finding finding = about_artifact(Result::pass, "artifact", artifact.name);
  finding.detail = artifact.is_private ? "bound by digest, kept outside" : "in the packet";
  return finding;
}

}  // namespace

void judge_artifacts(JudgeState& state, const std::vector<Supplied>& artifacts) {
  const auto& declared = state.plan.manifest().artifacts;
  for (const Artifact& artifact : declared) {
    std::vector<const Supplied*> supplied;
    for (const Supplied& one : artifacts) {
      if (one.name == artifact.name) supplied.push_back(&one);
    }
    if (!supplied.empty() || artifact.required) state.fold.add(judge_declared(artifact, supplied));
  }
  for (const Supplied& one : artifacts) {
    const auto is_it = [&](const Artifact& artifact) { return artifact.name == one.name; };
    if (std::any_of(declared.begin(), declared.end(), is_it)) continue;
    Finding finding = about_artifact(Result::stop, "artifact-undeclared", one.name);
    finding.detail = "the plan declares no such evidence file";
    state.fold.add(finding);
  }
}

}  // namespace evidence
