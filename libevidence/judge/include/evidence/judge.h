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

// Results of findings, of which the answer is the worst. `note` findings carry no weight.
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

// How much is asked of the starts and moments in question.
enum class Depth {
  identity,    // are they what the plan says?
  everything,  // also its gate, checks, readings and what it carries
};

// What is asked: starts × moments of the plan. All of their streams must be there.
struct Question {
  std::string checkpoint{};  // name, for the receipt; empty for a preflight
  std::vector<std::string> starts{};
  std::vector<std::string> moments{};
  Depth depth = Depth::identity;
  std::vector<std::string> checks{};
  std::vector<std::string> readings{};  // in the plan's order
};
// Everything of a checkpoint.
Question ask_checkpoint(const Checkpoint& checkpoint);
// The identity at chosen starts and moments (all when empty), or everything when none are chosen. Throws
// UsageError for names that the plan does not have.
Question ask(const Manifest& manifest, const std::vector<std::string>& starts,
             const std::vector<std::string>& moments);

// What became of a check that a verdict needs.
enum class CheckState { pass, fail, not_run };
std::string_view check_state_name(CheckState state);  // PASS, FAIL, NOT RUN

// A reading as it came out, with everything that its verdict rests on.
struct Reading {
  std::string name;
  Answer answer = Answer::hold;
  std::string verdict{};  // empty: there is none
  std::string why_none{};
  std::string meaning{};  // of the verdict
  std::string next{};
  std::vector<std::pair<std::string, json::Value>> quantities{};  // null, an integer, a number or text
  std::vector<std::pair<std::string, CheckState>> needs{};        // by name; "identity" stands first
  std::vector<std::pair<std::string, std::uint64_t>> tables{};    // that its quantities read → rows
  bool operator==(const Reading&) const = default;
};
json::Value to_json(const Reading& reading);
// The verdict, or "no verdict".
std::string verdict_of(const Reading& reading);
// Strict inverse; mistakes are recorded at `place`.
Reading reading_from_json(const json::Place& place);

// An earlier packet as it was found to be, by the parent's name in the plan.
struct ParentView {
  std::string name;
  std::string digest{};  // 64 hexadecimal digits: of the packet's file
  std::string plan{};
  std::string manifest{};  // likewise, of its manifest
  std::string run{};
  std::string plan_class{};
  std::string standing{};
  std::string checkpoint{};
  Answer answer = Answer::stop;
  std::string commit{};  // that ran, as carry-qualification recorded it; empty where it did not
  std::vector<Reading> readings{};
  // Packets that it rests on itself and that nobody supplied, as --parent would name them below it.
  std::vector<std::string> unseen{};
};
json::Value to_json(const ParentView& view);
// Strict inverse; mistakes are recorded at `place`.
ParentView parent_from_json(const json::Place& place);
// What it shows under a name of --expect's: answer, class …, verdict or a reading; "no such reading"
// otherwise.
std::string shown_by(const ParentView& view, std::string_view name);

struct Judgement {
  Answer answer = Answer::hold;
  std::string commit{};                    // that ran, as carry-qualification recorded it
  std::vector<Reading> readings;           // in the plan's order
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

// Takes records in any order, then judges. Memory grows with ranks × starts, with the plan and with the rows
// of observations that checks or readings are asked about, not with ranks × files.
class Judge final : public RecordSink {
 public:
  Judge(const Plan& plan, Question question);
  ~Judge() override;
  void record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) override;
  // Judges what was taken. `artifacts` is absent in a preflight, where none are asked for.
  Judgement finish(const ReadOutcome& outcome, const std::optional<std::vector<Supplied>>& artifacts,
                   const std::vector<ParentView>& parents = {});

 private:
  std::unique_ptr<JudgeState> state_;
};

// The gate alone: may we begin? No records are asked for.
Judgement judge_gate(const Plan& plan, const std::vector<ParentView>& parents);

// Records kept as they were read, to be judged more than once.
class Recording final : public RecordSink {
 public:
  void record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) override;
  // Hands all of them to `sink` in the order in which they came.
  void replay(RecordSink& sink) const;

 private:
  struct Taken {
    StreamKey key;
    std::uint64_t sequence;
    RecordBody body;
  };
  std::vector<Taken> taken_;
};

// Are the plan's queries fit to be asked? PASS, or a STOP for everything that is wrong with them. No evidence
// is needed.
Judgement lint(const Plan& plan);
// The same, and of records that pass: would it be noticed if the rows of one type were missing from one
// stream?
Judgement lint(const Plan& plan, const Recording& records, const ReadOutcome& outcome,
               const std::vector<ParentView>& parents = {});

// A manifest to edit, from streams of any plan or none: what is the same everywhere as pins, what differs
// from start to start as arms, and what differs otherwise as allowances. Values that the records hide are
// left unsaid, or pinned by their HMAC where ranks or starts differ. Throws UsageError where there are no
// streams.
std::string draft_manifest(const Recording& records);

// The version of the SQL engine that answered, for the receipt.
std::string query_engine();

}  // namespace evidence
