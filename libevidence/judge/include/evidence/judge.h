#pragma once

// manifest + records → findings and one answer. Pure: no I/O, no clock, no environment.
//
// This is the one place where PASS comes from. verify-runtime, seal-packet and check-packet all hand it the
// plan and the records and print, publish or compare what it derives; nothing accepts a result from outside.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/json.h"
#include "evidence/manifest.h"
#include "evidence/record.h"

namespace evidence {

// The meaning of rules; raised whenever the same input could give another answer.
inline constexpr std::string_view kSemantics = "1";

// STOP outranks HOLD outranks PASS. `note` findings carry no weight.
enum class Answer { pass, hold, stop };
std::string_view answer_name(Answer answer);  // PASS HOLD STOP

enum class Result { note, pass, hold, stop };
std::string_view result_name(Result result);  // NOTE PASS HOLD STOP

// Where something was seen: one start and moment, and the ranks that agree in it.
struct Where {
  std::string start{};  // "base" for the base snapshot
  std::string moment{};
  std::vector<std::string> ranks{};
  bool operator==(const Where&) const = default;
};

// One statement that follows from the evidence.
struct Finding {
  Result result = Result::note;
  std::string rule{};  // id, see evidence-findings(5): "pin", "differs", "stream-missing" …
  std::string role{};  // empty when it is about no role
  std::vector<Where> where{};
  std::string thing{};     // "env", "files" …; empty when it is about no thing
  std::string name{};      // of the thing, any bytes made printable
  std::string expected{};  // for people; empty when there is nothing to expect
  std::string seen{};
  std::string origin{};  // JSON path in the manifest that demands or allows it
  std::string detail{};  // one sentence without a full stop
  bool operator==(const Finding&) const = default;
};

json::Value to_json(const Finding& finding);
// Strict inverse; mistakes are recorded at `place`.
std::optional<Finding> finding_from_json(const json::Place& place);

// The process of one rank at one start, as the receipt binds it.
struct ProcessIdentity {
  std::string role;
  std::string rank;
  std::string start;
  std::string boot_id;
  std::int64_t pid = 0;
  std::int64_t start_ticks = 0;
  std::string exec;
  std::string executable;  // SHA-256
  std::string container;
  bool operator==(const ProcessIdentity&) const = default;
};
json::Value to_json(const ProcessIdentity& identity);

// What is asked: starts × moments of the plan. All of their streams must be there.
struct Question {
  std::string checkpoint;  // name, for the receipt; empty for a preflight
  std::vector<std::string> starts;
  std::vector<std::string> moments;
};
// Everything of a checkpoint.
Question ask_checkpoint(const Checkpoint& checkpoint);
// Chosen starts and moments (all when empty). Throws UsageError for names that the plan does not have.
Question ask(const Manifest& manifest, const std::vector<std::string>& starts,
             const std::vector<std::string>& moments);

struct Judgement {
  Answer answer = Answer::hold;
  std::vector<Finding> findings;           // STOP first, then HOLD, PASS, NOTE; then by rule, role, name
  std::vector<ProcessIdentity> processes;  // sorted by start, role, rank
  std::optional<Timestamp> time;           // the latest close
};

// A file of evidence beside the streams, as sealed: its artifact name and whether it was supplied.
struct Supplied {
  std::string name;
  bool is_private = false;
};

struct JudgeState;

// Takes records in any order, then judges. Memory grows with ranks × starts and with the plan, not with ranks
// × files.
class Judge final : public RecordSink {
 public:
  Judge(const Plan& plan, Question question);
  ~Judge() override;
  void record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) override;
  // Judges what was taken. `artifacts` is absent in a preflight, where none are asked for.
  Judgement finish(const ReadOutcome& outcome, const std::optional<std::vector<Supplied>>& artifacts);

 private:
  std::unique_ptr<JudgeState> state_;
};

}  // namespace evidence
