#pragma once

// What the judge remembers of each stream, and the rules over it. Each rule file adds findings to the fold and touches nothing else.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/judge.h"
#include "fold.h"

namespace evidence {

// One thing as seen in one stream. A value that is known by name only has the attribute "withheld".
struct Sight {
  std::uint64_t sequence = 0;  // orders what stands twice
  std::string name{};
  Attributes attributes{};
  EvidenceKind evidence = EvidenceKind::process;
};

struct SeenStream {
  StreamKey key;
  PlaceInPlan place;
  const Identity* identity = nullptr;  // of its role and arm
  bool planned = false;                // run, role, rank, start and moment are the plan's
  bool base = false;
  bool whole = false;
  std::vector<OpenRecord> opens;
  std::vector<ProcessRecord> processes;
  std::map<Thing, std::vector<Sight>> sights;  // all things but files
  std::vector<bool> files_covered;             // by the position among the identity's file expectations
  std::map<std::string, std::uint64_t> rows;   // observation type → number
  std::set<std::string> errors;                // ErrorRecord::about
  std::optional<Timestamp> closed;
};

// Attributes of files that must be equal everywhere: the first value seen, and who has others.
struct FileEquality {
  std::string value;
  std::string first;  // where, for people
};

struct JudgeState {
  JudgeState(const Plan& the_plan, Question the_question);
  // The stream of a key (shards of one key are one stream), made when it is new.
  SeenStream& stream(const StreamKey& key);
  // Where a key stands in the plan, without remembering it.
  SeenStream locate(const StreamKey& key) const;
  // Is this start and moment asked for?
  bool asked(const StreamKey& key) const;
  void add(Finding what, const SeenStream& stream);

  void take_file(SeenStream& stream, const FileRecord& file);
  void take_absent(SeenStream& stream, const AbsentRecord& absent);
  void take_observation(SeenStream& stream, const ObservationRecord& row);
  void take_error(SeenStream& stream, const ErrorRecord& error);
  void read_base();

  const Plan& plan;
  Question question;
  std::map<StreamKey, SeenStream> streams;  // by shardless key
  std::map<std::tuple<std::string, std::string, std::string>, FileEquality> file_equality;  // role, path, attribute
  FindingFold fold;
  ReadOutcome base_outcome;
  bool in_base = false;
  SeenStream* last = nullptr;
};

// ---- rules, in the order in which they run ----
void judge_presence(JudgeState& state, const ReadOutcome& outcome);
void judge_runs(JudgeState& state);
void judge_things(JudgeState& state);
void judge_file_coverage(JudgeState& state);
void judge_processes(JudgeState& state);
void judge_observations(JudgeState& state);
void judge_artifacts(JudgeState& state, const std::vector<Supplied>& artifacts);
void judge_class(JudgeState& state);

// ---- text for people ----
std::string render_attributes(const Attributes& attributes);
// "rank 0 at s1 ready"
std::string render_place(const SeenStream& stream);

// ---- sights ----
std::optional<std::pair<Thing, Sight>> sight_of(std::uint64_t sequence, const RecordBody& body);

// Values of one thing over the streams of one role, and the finding for each value that is not the expected one.
class Equality {
 public:
  void add(const SeenStream& stream, std::string value);
  // Adds a "differs" finding for every stream whose value is not the reference: the base's, or what most have, or the first.
  void judge(JudgeState& state, const std::string& role, Thing thing, const std::string& name) const;

 private:
  std::map<std::string, std::vector<const SeenStream*>> by_value_;
};

}  // namespace evidence
