#pragma once

// Streams of a plan, made by StreamWriter, read by RecordReader, judged by Judge.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/judge.h"

namespace evidence {

inline const Timestamp kOpened = Timestamp::from_nanoseconds(1'790'000'000'000'000'000);
inline const Timestamp kClosed = Timestamp::from_nanoseconds(1'790'000'001'000'000'000);

// One stream: an open record, a process (unless its role has none) and what a test adds.
struct StreamMaker {
  StreamKey key;
  OpenRecord open;
  std::optional<ProcessRecord> process;
  std::vector<RecordBody> bodies;
  Timestamp closed = kClosed;

  StreamMaker& add(RecordBody body);
  StreamMaker& env(std::string_view name, MaybeSecret value);
  StreamMaker& env(std::string_view name, const char* value) { return env(name, std::string(value)); }
  StreamMaker& arg(std::string_view option, MaybeSecret value);
  StreamMaker& arg(std::string_view option, const char* value) { return arg(option, std::string(value)); }
  StreamMaker& flag(std::string_view option);
  StreamMaker& file(std::string_view path, std::string_view content, std::uint32_t mode = 0644);
  StreamMaker& absent(std::string_view path);
  StreamMaker& mount(std::string_view target, std::string_view root, std::optional<std::string> content = {});
  StreamMaker& fact(std::string_view name, std::string_view value,
                    EvidenceKind kind = EvidenceKind::reported);
  StreamMaker& row(std::string_view type, json::Object fields, EvidenceKind kind = EvidenceKind::process);
  StreamMaker& error(std::string_view about, std::string_view name = "");

  // The first record of a kind that is the `at`-th of it.
  template <typename Record>
  Record& body(std::size_t at = 0) {
    for (RecordBody& body : bodies) {
      if (std::holds_alternative<Record>(body) && at-- == 0) return std::get<Record>(body);
    }
    throw std::out_of_range("no such record");
  }
  std::vector<std::string> lines() const;
};

// "0011…": a hidden value under the campaign's key.
Keyed hidden(std::string_view value);

class Campaign {
 public:
  explicit Campaign(const Plan& plan);
  explicit Campaign(Plan&&) = delete;

  // One stream for each rank, start and moment of the plan.
  Campaign& all();
  Campaign& each(const std::function<void(StreamMaker&)>& change);
  // The stream of that rank; of role engine, start s1 and moment ready unless told otherwise. Made when it is
  // new.
  StreamMaker& at(std::string_view rank, std::string_view start = "s1", std::string_view moment = "ready",
                  std::string_view role = "engine");
  Campaign& drop(std::string_view rank, std::string_view start = "s1", std::string_view moment = "ready");

  std::vector<StreamMaker>& streams() { return streams_; }
  std::string text() const;
  Judgement judge(const std::optional<std::vector<Supplied>>& artifacts = {}) const;
  Judgement judge(const Question& question) const;

 private:
  const Plan& plan_;
  std::vector<StreamMaker> streams_;
};

// The plan's answer to lines as they stand.
Judgement judge_text(const Plan& plan, std::string_view text, std::optional<Question> question = {},
                     const std::optional<std::vector<Supplied>>& artifacts = {});

// A stream of the base snapshot: rank `rank` of the engine in production.
StreamMaker base_stream(std::string_view rank = "0");
std::string text_of(const StreamMaker& stream);

// Findings as lines: "STOP pin engine s1 ready 0,1 env MODE: expected slow, seen fast; detail (origin)".
std::string render(const Finding& finding);
std::vector<std::string> faults(const Judgement& judgement);  // STOP and HOLD
std::vector<std::string> notes(const Judgement& judgement);   // NOTE but "rows" and "run-variable"
std::string rendered(const Judgement& judgement);             // all, answer first
// "STOP pin": the answer, and rule ids of its faults, each once.
std::string summary(const Judgement& judgement);

}  // namespace evidence
