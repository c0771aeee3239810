// File pins: compared as they come, so that nothing is kept a rank and file but one bit.

#include "state.h"

namespace evidence {

namespace {

Finding about_file(Result result, std::string_view rule, const SeenStream& stream, std::string_view path) {
  return {result, std::string(rule), stream.key.role, {}, std::string(thing_name(Thing::file)), printable(path)};
}

using Expectations = std::map<std::string, Expectation, std::less<>>;

const Expectations& file_expectations(const SeenStream& stream) {
  static const Expectations kNone;
  const auto found = stream.identity->things.find(Thing::file);
  return found == stream.identity->things.end() ? kNone : found->second;
}

// Marks a path as looked at; false when the stream had it before.
bool cover(SeenStream& stream, Expectations::const_iterator at) {
  const Expectations& all = file_expectations(stream);
  stream.files_covered.resize(all.size());
  const auto position = static_cast<std::size_t>(std::distance(all.begin(), at));
  const bool first = !stream.files_covered[position];
  stream.files_covered[position] = true;
  return first;
}

std::string mode_text(std::uint32_t mode) {
  std::string text = "0000";
  for (int digit = 3; digit >= 0; --digit, mode >>= 3) text[static_cast<std::size_t>(digit)] = static_cast<char>('0' + (mode & 7));
  return text;
}

bool kind_suffices(const JudgeState& state, const SeenStream& stream, const Expectation& pin, EvidenceKind seen) {
  const Role* role = state.plan.manifest().role(stream.key.role);
  const EvidenceKind strongest = role->life == Life::none ? EvidenceKind::file : EvidenceKind::process;
  return pin.evidence.value_or(strongest) == EvidenceKind::file || seen == EvidenceKind::process;
}

void judge_pinned(JudgeState& state, SeenStream& stream, const FileRecord& file, const Expectation& pin) {
  const Attributes wanted = pin.for_rank(stream.key.rank);
  const Attributes seen{{"sha256", file.digest.render()}, {"mode", mode_text(file.mode)}};
  for (const auto& [attribute, value] : seen) {
    const auto expected = wanted.find(attribute);
    if (expected != wanted.end()) {
      if (expected->second == value) continue;
      Finding finding = about_file(Result::stop, "pin", stream, file.path);
      finding.expected = render_attributes({{attribute, expected->second}});
      finding.seen = render_attributes({{attribute, value}});
      finding.origin = printable(pin.origin);
      if (file.changed_after_start) finding.detail = "the file changed after the process started";
      state.add(std::move(finding), stream);
      continue;
    }
    const std::string text = render_attributes({{attribute, value}});
    const auto [entry, fresh] = state.file_equality.try_emplace({stream.key.role, file.path, attribute}, FileEquality{text, render_place(stream)});
    if (fresh || entry->second.value == text) continue;
    Finding finding = about_file(Result::stop, "differs", stream, file.path);
    finding.expected = entry->second.value + " as " + entry->second.first + " has it";
    finding.seen = text;
    finding.detail = "nothing in the plan allows a difference";
    state.add(std::move(finding), stream);
  }
  if (!stream.base && !kind_suffices(state, stream, pin, file.evidence)) {
    Finding finding = about_file(Result::hold, "evidence-kind", stream, file.path);
    finding.expected = "seen through the live process";
    finding.seen = "seen as a file";
    finding.origin = printable(pin.origin);
    state.add(std::move(finding), stream);
  }
}

}  // namespace

void JudgeState::take_file(SeenStream& stream, const FileRecord& file) {
  if (!stream.planned) return;
  const Expectations& all = file_expectations(stream);
  const auto found = all.find(file.path);
  if (found == all.end()) {
    Finding finding = about_file(Result::note, "not-asked", stream, file.path);
    finding.detail = "recorded, and nothing in the plan asks for it";
    if (!stream.base) add(std::move(finding), stream);
    return;
  }
  if (!cover(stream, found)) {
    add(about_file(Result::stop, "twice", stream, file.path), stream);
    return;
  }
  if (found->second.kind == Expectation::Kind::pinned) {
    judge_pinned(*this, stream, file, found->second);
  } else if (found->second.kind == Expectation::Kind::absent) {
    Finding finding = about_file(Result::stop, "forbidden", stream, file.path);
    finding.expected = "absent";
    finding.seen = "sha256:" + file.digest.render();
    finding.origin = printable(found->second.origin);
    add(std::move(finding), stream);
  } else if (found->second.kind == Expectation::Kind::equal) {
    judge_pinned(*this, stream, file, Expectation{Expectation::Kind::pinned, {}, {}, false, {}, found->second.origin});
  }
}

void JudgeState::take_absent(SeenStream& stream, const AbsentRecord& absent) {
  if (!stream.planned || absent.thing != "file") return;
  const Expectations& all = file_expectations(stream);
  const auto found = all.find(absent.name);
  if (found == all.end()) return;
  cover(stream, found);
  const Expectation& said = found->second;
  if (said.kind == Expectation::Kind::pinned) {
    Finding finding = about_file(Result::stop, "missing", stream, absent.name);
    finding.expected = render_attributes(said.for_rank(stream.key.rank));
    finding.seen = "absent";
    finding.origin = printable(said.origin);
    add(std::move(finding), stream);
  } else if (said.kind == Expectation::Kind::equal) {
    const auto [entry, fresh] = file_equality.try_emplace({stream.key.role, absent.name, "sha256"}, FileEquality{"absent", render_place(stream)});
    if (fresh || entry->second.value == "absent") return;
    Finding finding = about_file(Result::stop, "differs", stream, absent.name);
    finding.expected = entry->second.value + " as " + entry->second.first + " has it";
    finding.seen = "absent";
    add(std::move(finding), stream);
  }
}

void judge_file_coverage(JudgeState& state) {
  for (auto& [key, stream] : state.streams) {
    if (!stream.planned || stream.base || !stream.whole) continue;
    const Expectations& all = file_expectations(stream);
    stream.files_covered.resize(all.size());
    std::size_t position = 0;
    for (const auto& [path, said] : all) {
      const bool covered = stream.files_covered[position++];
      if (covered || said.kind == Expectation::Kind::any) continue;
      Finding finding = about_file(Result::hold, "not-recorded", stream, path);
      finding.expected = said.kind == Expectation::Kind::absent ? "absent" : render_attributes(said.for_rank(key.rank));
      finding.origin = printable(said.origin);
      finding.detail = "the stream says nothing about this file";
      state.add(std::move(finding), stream);
    }
  }
}

}  // namespace evidence
