// Rows about what the engine did: declared, typed, and from whom the plan accepts them.

#include <algorithm>

#include "state.h"
#include "tables.h"

namespace evidence {

namespace {

std::optional<std::string> row_mistake(const ObservationRecord& row, const ObservationType& type) {
  for (const auto& [name, field] : type.fields) {
    const auto value = row.fields.find(name);
    if (value == row.fields.end()) {
      if (!field.optional) return "the field " + name + " is missing";
    } else if (const auto mistake = field_mistake(value->second, field)) {
      return name + ": " + *mistake;
    }
  }
  for (const auto& [name, value] : row.fields) {
    if (type.fields.count(name) == 0) return "the field " + printable(name) + " is not declared";
  }
  return std::nullopt;
}

}  // namespace

void JudgeState::take_observation(SeenStream& stream, std::pair<std::uint32_t, std::uint64_t> order,
                                  const ObservationRecord& row) {
  if (!stream.planned || stream.base) return;
  Finding finding{Result::stop, "observation", stream.key.role, {}, "observations", printable(row.name)};
  const auto& declared = plan.manifest().observations;
  const auto found = declared.find(row.name);
  if (found == declared.end() || !contains(found->second.roles, stream.key.role) ||
      !contains(found->second.moments, stream.key.moment)) {
    finding.detail = "the plan does not declare such rows for this role and moment";
    add(std::move(finding), stream);
    return;
  }
  if (const auto mistake = row_mistake(row, found->second.type)) {
    finding.seen = "line " + std::to_string(row.line);
    finding.detail = printable(*mistake);
    add(std::move(finding), stream);
    return;
  }
  if (row.evidence != EvidenceKind::process) {
    finding.result = found->second.accepts_declared ? Result::note : Result::hold;
    finding.rule = found->second.accepts_declared ? "operators-word" : "evidence-kind";
    finding.expected = found->second.accepts_declared ? "" : "rows from a file that the process holds open";
    finding.seen = "declared rows";
    add(std::move(finding), stream);
  }
  SeenRows& rows = stream.rows[row.name];
  ++rows.count;
  const bool accepted = row.evidence == EvidenceKind::process || found->second.accepts_declared;
  if (accepted && question.depth == Depth::everything)
    rows.kept.emplace(order, table_row(row, found->second.type));
}

void judge_observations(JudgeState& state) {
  for (const auto& [name, declared] : state.plan.manifest().observations) {
    for (const auto& [key, stream] : state.streams) {
      if (!stream.planned || !stream.whole || !state.asked(key)) continue;
      if (!contains(declared.roles, key.role) || !contains(declared.moments, key.moment)) continue;
      const auto rows = stream.rows.find(name);
      Finding finding{Result::note, "rows", key.role, {}, "observations", name};
      finding.seen = std::to_string(rows == stream.rows.end() ? 0 : rows->second.count) + " rows";
      state.add(std::move(finding), stream);
    }
  }
}

}  // namespace evidence
