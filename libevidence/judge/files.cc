// File pins: compared as they come, so that little more is kept a rank and file than one bit.

#include <algorithm>

#include "state.h"

namespace evidence {

namespace {

constexpr std::string_view kDigest = "sha256";
constexpr std::string_view kMode = "mode";

Finding about_file(Result result, std::string_view rule, const SeenStream& stream, std::string_view path) {
  return {result,         std::string(rule), stream.key.role, {}, std::string(thing_name(Thing::file)),
          printable(path)};
}

std::string mode_text(std::uint32_t mode) {
  std::string text = "0000";
  for (std::size_t digit = 4; digit-- > 0; mode >>= 3) text[digit] = static_cast<char>('0' + (mode & 7));
  return text;
}

// Marks a path as looked at, and says so where a stream has it twice.
void cover(JudgeState& state, SeenStream& stream, std::size_t position) {
  stream.files_covered.resize(stream.files->size());
  if (!stream.files_covered[position]) {
    stream.files_covered[position] = true;
    return;
  }
  stream.files_twice.insert(position);
  Finding finding = about_file(Result::stop, "twice", stream, stream.files->path(position));
  finding.expected = "exactly once";
  finding.seen = "stands more than once";
  finding.origin = printable(stream.files->said(position).origin);
  state.add(std::move(finding), stream);
}

// Is the attribute neither pinned nor one that must differ?
bool is_unsaid(const Expectation& said, std::string_view rank, std::string_view attribute) {
  if (said.kind == Expectation::Kind::equal) return true;
  if (said.kind != Expectation::Kind::pinned || (said.distinct && attribute == kDigest)) return false;
  return said.for_rank(rank).count(attribute) == 0;
}

void take_unsaid(JudgeState& state, const SeenStream& stream, const std::string& path,
                 std::string_view attribute, Equality::Value value) {
  const auto [entry, fresh] =
      state.file_equality.try_emplace({stream.key.role, path, std::string(attribute)});
  if (fresh) entry->second.common = value;
  if (entry->second.common != value) entry->second.others[std::move(value)].push_back(&stream);
}

void judge_pin(JudgeState& state, const SeenStream& stream, const FileRecord& file, const Expectation& pin,
               const Attributes& seen) {
  const Attributes wanted = pin.for_rank(stream.key.rank);
  for (const auto& [attribute, value] : wanted) {
    const auto found = seen.find(attribute);
    if (found != seen.end() && found->second == value) continue;
    Finding finding = about_file(Result::stop, "pin", stream, file.path);
    finding.expected = render_attributes({{attribute, value}});
    finding.seen = found == seen.end() ? "not recorded" : render_attributes({*found});
    finding.origin = printable(pin.origin);
    if (file.changed_after_start) finding.detail = "the file changed after the process started";
    state.add(std::move(finding), stream);
  }
  if (pin.distinct) {
    state.file_distinct[{stream.key.role, file.path}].add(stream,
                                                          {{std::string(kDigest), file.digest.render()}});
  }
}

// The base may have been read in another way than the starts.
void judge_kind(JudgeState& state, const SeenStream& stream, const FileRecord& file,
                const Expectation& said) {
  const bool has_process = state.plan.manifest().role(stream.key.role)->life != Life::none;
  const EvidenceKind needed =
      said.evidence.value_or(has_process ? EvidenceKind::process : EvidenceKind::file);
  const bool suffices = file.evidence == EvidenceKind::process ||
                        (needed == EvidenceKind::file && file.evidence == EvidenceKind::file);
  if (stream.base || suffices) return;
  Finding finding = about_file(Result::hold, "evidence-kind", stream, file.path);
  finding.expected = needed == EvidenceKind::process ? "seen through the live process" : "seen as a file";
  finding.seen =
      file.evidence == EvidenceKind::file ? "seen as a file" : std::string(evidence_kind_name(file.evidence));
  finding.origin = printable(said.origin);
  state.add(std::move(finding), stream);
}

void judge_expected(JudgeState& state, const SeenStream& stream, const FileRecord& file,
                    const Expectation& said) {
  const Attributes seen{{std::string(kDigest), file.digest.render()},
                        {std::string(kMode), mode_text(file.mode)}};
  if (said.kind == Expectation::Kind::pinned) judge_pin(state, stream, file, said, seen);
  for (const auto& [attribute, value] : seen) {
    if (is_unsaid(said, stream.key.rank, attribute)) {
      take_unsaid(state, stream, file.path, attribute, Attributes{{attribute, value}});
    }
  }
  judge_kind(state, stream, file, said);
  if (!file.changed_after_start) return;
  Finding finding = about_file(Result::note, "changed-after-start", stream, file.path);
  finding.detail = "the file changed after the process started, which may have read other bytes";
  state.add(std::move(finding), stream);
}

}  // namespace

void JudgeState::take_file(SeenStream& stream, const FileRecord& file) {
  if (!stream.planned) return;
  const auto position = stream.files->position(file.path);
  if (!position) {
    Finding finding = about_file(Result::note, "not-asked", stream, file.path);
    finding.detail = "recorded, and nothing in the plan asks for it";
    if (!stream.base) add(std::move(finding), stream);
    return;
  }
  cover(*this, stream, *position);
  const Expectation& said = stream.files->said(*position);
  switch (said.kind) {
    case Expectation::Kind::any:
      return;
    case Expectation::Kind::pinned:
    case Expectation::Kind::equal:
      return judge_expected(*this, stream, file, said);
    case Expectation::Kind::absent:
      break;
  }
  Finding finding = about_file(Result::stop, "forbidden", stream, file.path);
  finding.expected = "absent";
  finding.seen = "sha256:" + file.digest.render();
  finding.origin = printable(said.origin);
  add(std::move(finding), stream);
}

namespace {

// What a pin says of the bytes; nothing where it says nothing.
std::optional<std::string> pinned_digest(const SeenStream& stream, std::size_t position) {
  const Expectation& said = stream.files->said(position);
  if (said.kind != Expectation::Kind::pinned) return std::nullopt;
  const Attributes wanted = said.for_rank(stream.key.rank);
  const auto found = wanted.find(kDigest);
  return found != wanted.end() ? std::optional(found->second) : std::nullopt;
}

void add_mapped(JudgeState& state, const SeenStream& stream, std::size_t position, const MappedRecord& mapped,
                Result result, std::string detail) {
  Finding finding = about_file(Result::stop, "mapped", stream, mapped.listed);
  finding.result = result;
  finding.expected = "sha256:" + pinned_digest(stream, position).value_or("");
  finding.seen = "sha256:" + mapped.digest->render();
  finding.detail = std::move(detail);
  finding.origin = printable(stream.files->said(position).origin);
  state.add(std::move(finding), stream);
}

// What the process runs under a pinned name: after a replacement by rename the path has other bytes. By
// another path than the pinned one it may be something else of that name; then nothing is claimed.
void judge_mapped(JudgeState& state, const SeenStream& stream, std::size_t position,
                  const std::vector<MappedRecord>& all) {
  const auto pinned = pinned_digest(stream, position);
  if (!pinned) return;
  const auto is_right = [&](const MappedRecord& one) { return one.digest->render() == *pinned; };
  const bool some_right = std::any_of(all.begin(), all.end(), is_right);
  for (const MappedRecord& mapped : all) {
    if (is_right(mapped)) continue;
    if (mapped.path == mapped.listed) {
      add_mapped(state, stream, position, mapped, Result::stop,
                 mapped.deleted ? "the process runs a file that is no longer at this path"
                                : "the process runs other code than the pin says");
    } else if (!some_right) {
      add_mapped(
          state, stream, position, mapped, Result::hold,
          "the process runs " + printable(mapped.path) +
              ", which has this file's last name and other bytes, and nothing that has the pinned ones");
    }
  }
}

}  // namespace

void JudgeState::take_mapped(SeenStream& stream, const MappedRecord& mapped) {
  if (!stream.planned || stream.base || mapped.listed.empty()) return;
  const auto position = stream.files->position(mapped.listed);
  if (!position) return;
  if (mapped.digest) stream.mapped[*position].push_back(mapped);
  if (mapped.changed_pages.value_or(0) == 0) return;
  Finding finding = about_file(Result::note, "memory-changed", stream, mapped.listed);
  finding.detail = std::to_string(*mapped.changed_pages) + " of " + std::to_string(mapped.pages.value_or(0)) +
                   " pages of its code in memory differ from the file";
  add(std::move(finding), stream);
}

void JudgeState::take_absent(SeenStream& stream, const AbsentRecord& absent) {
  if (!stream.planned || absent.found > 0) return;
  stream.absent.emplace(absent.thing, absent.name);
  if (absent.thing != "file") return;
  const auto position = stream.files->position(absent.name);
  if (!position) return;
  cover(*this, stream, *position);
  stream.files_absent.insert(*position);
  const Expectation& said = stream.files->said(*position);
  if (said.kind == Expectation::Kind::equal) take_unsaid(*this, stream, absent.name, kDigest, std::nullopt);
  if (said.kind != Expectation::Kind::pinned) return;
  Finding finding = about_file(Result::stop, "missing", stream, absent.name);
  finding.expected = render_attributes(said.for_rank(stream.key.rank));
  finding.seen = "absent";
  finding.origin = printable(said.origin);
  add(std::move(finding), stream);
}

namespace {

void judge_coverage(JudgeState& state, SeenStream& stream) {
  if (!stream.planned || !stream.whole) return;
  const FileIndex& files = *stream.files;
  stream.files_covered.resize(files.size());
  for (std::size_t position = 0; position < files.size(); ++position) {
    const Expectation& said = files.said(position);
    if (stream.files_covered[position] || said.kind == Expectation::Kind::any) continue;
    Finding finding = about_file(Result::hold, "not-recorded", stream, files.path(position));
    if (said.kind == Expectation::Kind::absent) finding.expected = "absent";
    if (said.kind == Expectation::Kind::pinned) {
      finding.expected = render_attributes(said.for_rank(stream.key.rank));
    }
    finding.origin = printable(said.origin);
    finding.detail = "the stream says nothing about this file";
    state.add(std::move(finding), stream);
  }
}

// Does the stream have the value that came first? Such streams are not remembered one by one.
bool has_common(const SeenStream& stream, const std::string& path, std::string_view attribute) {
  const auto position = stream.files->position(path);
  if (!position || *position >= stream.files_covered.size() || !stream.files_covered[*position]) return false;
  const Expectation& said = stream.files->said(*position);
  if (!is_unsaid(said, stream.key.rank, attribute)) return false;
  if (stream.files_absent.count(*position) == 0) return true;
  return said.kind == Expectation::Kind::equal && attribute == kDigest;
}

void judge_equality(JudgeState& state, const std::string& role, const std::string& path,
                    const std::string& attribute, const FileEquality& seen) {
  Equality equality;
  std::set<const SeenStream*> placed;
  for (const auto& [value, streams] : seen.others) {
    for (const SeenStream* stream : streams) {
      if (placed.insert(stream).second && stream->files_twice.count(*stream->files->position(path)) == 0) {
        equality.add(*stream, value);
      }
    }
  }
  for (const SeenStream* stream : state.of_role(role)) {
    if (!has_common(*stream, path, attribute) || placed.count(stream) > 0) continue;
    if (stream->files_twice.count(*stream->files->position(path)) == 0) equality.add(*stream, seen.common);
  }
  equality.judge(state, role, Thing::file, path);
}

}  // namespace

void judge_files(JudgeState& state) {
  for (auto& [key, stream] : state.base_streams) judge_coverage(state, stream);
  for (auto& [key, stream] : state.streams) judge_coverage(state, stream);
  for (const auto& [key, stream] : state.streams) {
    for (const auto& [position, all] : stream.mapped) judge_mapped(state, stream, position, all);
  }
  for (const auto& [file, seen] : state.file_equality) {
    const auto& [role, path, attribute] = file;
    if (!seen.others.empty()) judge_equality(state, role, path, attribute, seen);
  }
  for (const auto& [file, distinct] : state.file_distinct) {
    distinct.judge(state, file.first, Thing::file, file.second);
  }
}

}  // namespace evidence
