#include "campaign.h"

#include <algorithm>

#include "evidence/digest.h"

namespace evidence {

namespace {

std::string boot_of(std::string_view rank) {
  return "boot-" + std::string(rank);
}

std::int64_t pid_of(std::string_view start) {
  return 1000 + static_cast<std::int64_t>(start.size() < 2 ? 0 : start.back() - '0');
}

ProcessRecord process_of(const StreamKey& key) {
  return {.boot_id = boot_of(key.rank),
          .pid = pid_of(key.start),
          .start_ticks = 5000,
          .pidfd_inode = std::nullopt,
          .exec = sha256(key.start + key.rank + key.role).render(),
          .exe_path = "/usr/bin/engine",
          .exe_digest = sha256("engine"),
          .exe_size = 6,
          .exe_deleted = false,
          .uid = 1000,
          .namespaces = {{"mnt", 4026531840}},
          .container = "",
          .ancestors = {}};
}

StreamMaker stream_of(StreamKey key) {
  OpenRecord open{.tool = "pin-hash test",
                  .host = "node",
                  .boot_id = boot_of(key.rank),
                  .machine = "",
                  .time = kOpened,
                  .boottime_ns = 1,
                  .key_id = std::nullopt};
  std::optional<ProcessRecord> process = process_of(key);
  return {.key = std::move(key), .open = std::move(open), .process = std::move(process), .bodies = {}};
}

template <typename Record>
std::uint32_t count_of(const std::vector<RecordBody>& bodies) {
  return static_cast<std::uint32_t>(std::count_if(bodies.begin(), bodies.end(), [](const RecordBody& one) {
    return std::holds_alternative<Record>(one);
  }));
}

}  // namespace

StreamMaker& StreamMaker::add(RecordBody body) {
  bodies.push_back(std::move(body));
  return *this;
}

StreamMaker& StreamMaker::env(std::string_view name, MaybeSecret value) {
  return add(EnvRecord{count_of<EnvRecord>(bodies), std::string(name), std::move(value), false, "environ"});
}

StreamMaker& StreamMaker::arg(std::string_view option, MaybeSecret value) {
  return add(ArgvRecord{count_of<ArgvRecord>(bodies), std::string(option), true, std::move(value)});
}

StreamMaker& StreamMaker::flag(std::string_view option) {
  return add(ArgvRecord{count_of<ArgvRecord>(bodies), std::string(option), false, std::string()});
}

StreamMaker& StreamMaker::file(std::string_view path, std::string_view content, std::uint32_t mode) {
  return add(FileRecord{.path = std::string(path),
                        .digest = sha256(content),
                        .size = content.size(),
                        .mode = mode,
                        .modified_ns = 1,
                        .changed_ns = 2,
                        .evidence = process ? EvidenceKind::process : EvidenceKind::file,
                        .changed_after_start = false});
}

StreamMaker& StreamMaker::absent(std::string_view path) {
  return add(AbsentRecord{"file", std::string(path)});
}

StreamMaker& StreamMaker::mount(std::string_view target, std::string_view root,
                                std::optional<std::string> content) {
  MountRecord mount{std::string(target), std::string(root), "ext4", "/dev/sda1", "ro", std::nullopt};
  if (content) mount.digest = sha256(*content);
  return add(std::move(mount));
}

StreamMaker& StreamMaker::fact(std::string_view name, std::string_view value, EvidenceKind kind) {
  return add(FactRecord{std::string(name), std::string(value), kind});
}

StreamMaker& StreamMaker::row(std::string_view type, json::Object fields, EvidenceKind kind) {
  return add(
      ObservationRecord{std::string(type), count_of<ObservationRecord>(bodies) + 1, std::move(fields), kind});
}

StreamMaker& StreamMaker::error(std::string_view about, std::string_view name) {
  return add(ErrorRecord{std::string(about), std::string(name), "permission denied"});
}

std::vector<std::string> StreamMaker::lines() const {
  std::vector<std::string> lines;
  StreamWriter writer(key, [&](std::string_view line) { lines.emplace_back(line); });
  writer.write(open);
  if (process) writer.write(*process);
  for (const RecordBody& body : bodies) writer.write(body);
  writer.close(closed);
  return lines;
}

Keyed hidden(std::string_view value) {
  return {hmac_sha256("campaign key", value).render()};
}

Campaign::Campaign(const Plan& plan) : plan_(plan) {}

Campaign& Campaign::all() {
  const Manifest& manifest = plan_.manifest();
  for (const Role& role : manifest.roles) {
    for (const Start& start : manifest.starts) {
      for (const std::string& moment : manifest.moments) {
        for (const std::string& rank : role.ranks) at(rank, start.name, moment, role.name);
      }
    }
  }
  return *this;
}

Campaign& Campaign::each(const std::function<void(StreamMaker&)>& change) {
  std::for_each(streams_.begin(), streams_.end(), change);
  return *this;
}

StreamMaker& Campaign::at(std::string_view rank, std::string_view start, std::string_view moment,
                          std::string_view role) {
  const StreamKey key{plan_.run(), std::string(role), std::string(rank), std::string(start),
                      std::string(moment)};
  const auto found =
      std::find_if(streams_.begin(), streams_.end(), [&](const StreamMaker& one) { return one.key == key; });
  if (found != streams_.end()) return *found;
  streams_.push_back(stream_of(key));
  const Role* planned = plan_.manifest().role(role);
  if (planned != nullptr && planned->life == Life::none) streams_.back().process.reset();
  if (planned != nullptr && planned->life == Life::same) {
    streams_.back().process = process_of({key.run, key.role, key.rank, "s0", key.moment});
  }
  return streams_.back();
}

Campaign& Campaign::drop(std::string_view rank, std::string_view start, std::string_view moment) {
  streams_.erase(std::remove_if(streams_.begin(), streams_.end(),
                                [&](const StreamMaker& one) {
                                  return one.key.rank == rank && one.key.start == start &&
                                         one.key.moment == moment;
                                }),
                 streams_.end());
  return *this;
}

std::string Campaign::text() const {
  std::string text;
  for (const StreamMaker& stream : streams_) text += text_of(stream);
  return text;
}

Judgement Campaign::judge(const std::optional<std::vector<Supplied>>& artifacts) const {
  return judge_text(plan_, text(), {}, artifacts);
}

Judgement Campaign::judge(const Question& question) const {
  return judge_text(plan_, text(), question);
}

Judgement judge_text(const Plan& plan, std::string_view text, std::optional<Question> question,
                     const std::optional<std::vector<Supplied>>& artifacts) {
  Judge judge(plan, question ? *question : ask(plan.manifest(), {}, {}));
  RecordReader reader(judge);
  reader.feed(text, "in");
  reader.end_of_input("in");
  return judge.finish(reader.finish(), artifacts);
}

StreamMaker base_stream(std::string_view rank) {
  return stream_of({std::string(kNoLabel), "engine", std::string(rank), "none", "none"});
}

std::string text_of(const StreamMaker& stream) {
  std::string text;
  for (const std::string& line : stream.lines()) text += line;
  return text;
}

std::string render(const Finding& finding) {
  std::string text = std::string(result_name(finding.result)) + " " + finding.rule;
  if (!finding.role.empty()) text += " " + finding.role;
  for (const Where& where : finding.where) {
    std::string ranks;
    for (const std::string& rank : where.ranks) ranks += (ranks.empty() ? "" : ",") + rank;
    text += " " + where.start + " " + where.moment + " " + ranks;
  }
  if (!finding.thing.empty()) text += " " + finding.thing;
  if (!finding.name.empty()) text += " " + finding.name;
  if (!finding.expected.empty()) text += ": expected " + finding.expected;
  if (!finding.seen.empty()) text += (finding.expected.empty() ? ": seen " : ", seen ") + finding.seen;
  if (!finding.detail.empty()) text += "; " + finding.detail;
  if (!finding.origin.empty()) text += " (" + finding.origin + ")";
  return text;
}

std::vector<std::string> faults(const Judgement& judgement) {
  std::vector<std::string> texts;
  for (const Finding& finding : judgement.findings) {
    if (finding.result >= Result::hold) texts.push_back(render(finding));
  }
  return texts;
}

std::vector<std::string> notes(const Judgement& judgement) {
  std::vector<std::string> texts;
  for (const Finding& finding : judgement.findings) {
    const bool is_usual = finding.rule == "rows" || finding.rule == "run-variable";
    if (finding.result == Result::note && !is_usual) texts.push_back(render(finding));
  }
  return texts;
}

std::string rendered(const Judgement& judgement) {
  std::string text(answer_name(judgement.answer));
  for (const Finding& finding : judgement.findings) text += "\n" + render(finding);
  return text;
}

std::string summary(const Judgement& judgement) {
  std::string text(answer_name(judgement.answer));
  std::vector<std::string> rules;
  for (const Finding& finding : judgement.findings) {
    if (finding.result >= Result::hold && std::count(rules.begin(), rules.end(), finding.rule) == 0) {
      rules.push_back(finding.rule);
    }
  }
  for (const std::string& rule : rules) text += " " + rule;
  return text;
}

}  // namespace evidence
