#pragma once

// What the judge remembers of each stream, and the rules over it. Each rule file adds findings to the fold
// and touches nothing else.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "evidence/judge.h"
#include "evidence/query.h"
#include "file_index.h"
#include "fold.h"

namespace evidence {

// One thing as seen in one stream. A value that is known by name only has the attribute "withheld".
struct Sight {
  std::pair<std::uint32_t, std::uint64_t> order{};  // shard and sequence: orders what stands twice
  std::string name{};
  Attributes attributes{};
  EvidenceKind evidence = EvidenceKind::process;
};

// A record of which every shard of a stream has its own.
template <typename Record>
struct Sharded {
  std::uint32_t shard;
  Record record;
};

// Rows of one observation type.
struct SeenRows {
  std::uint64_t count = 0;
  // What their table has beside where they were seen (see table_row), by shard and sequence; empty when
  // nothing is asked that reads them.
  std::map<std::pair<std::uint32_t, std::uint64_t>, query::Row> kept;
};

struct SeenStream {
  StreamKey key;
  PlaceInPlan place;
  const Identity* identity = nullptr;  // of its role and arm
  const FileIndex* files = nullptr;    // of that identity
  bool planned = false;                // run, role, rank, start and moment are the plan's
  bool base = false;
  bool whole = false;
  bool other_key = false;    // hides its values under another key than the others do
  std::uint32_t shards = 1;  // that make up the stream
  std::vector<Sharded<OpenRecord>> opens;
  std::vector<Sharded<ProcessRecord>> processes;
  const ProcessRecord* process = nullptr;      // the one that every shard saw; null where there is no such
  std::map<Thing, std::vector<Sight>> sights;  // all things but files
  std::vector<bool> files_covered;             // by the position in `files`
  std::set<std::size_t> files_absent;
  std::set<std::size_t> files_twice;
  std::map<std::string, SeenRows> rows;                     // by observation type
  std::set<std::pair<std::string, std::string>> absent;     // thing and name, as records have them
  std::map<std::size_t, std::vector<MappedRecord>> mapped;  // by the position in `files`
  std::vector<GitRecord> commits;
  std::vector<CarryRecord> carried;
  std::set<std::string> errors;  // ErrorRecord::about
  std::optional<Timestamp> closed;
};

using Streams = std::vector<const SeenStream*>;

inline bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Values of one thing over streams, as they are and not as they are shown: two that look alike may differ.
class Equality {
 public:
  // No attributes at all: absent.
  using Value = std::optional<Attributes>;
  void add(const SeenStream& stream, Value value);
  bool has(const Value& value) const { return by_value_.count(value) > 0; }
  bool empty() const { return by_value_.empty(); }
  // Adds a "differs" finding for every stream whose value is not the reference: the base's, or what most
  // have, or the first.
  void judge(JudgeState& state, const std::string& role, Thing thing, const std::string& name) const;

 private:
  std::map<Value, Streams> by_value_;
};

// Values that no two ranks of a start may share, and that stay what they are through a start.
class Distinct {
 public:
  void add(const SeenStream& stream, const Attributes& value);
  void judge(JudgeState& state, const std::string& role, Thing thing, const std::string& name) const;

 private:
  std::map<std::size_t, std::map<Attributes, Streams>> by_start_;
  std::map<std::pair<std::size_t, std::string>, Equality> by_rank_;  // start and rank
};

// One attribute of one file that must be equal over the streams of a role. Only streams with another value
// than the one that came first are kept; who has that one is told by what each stream covers.
struct FileEquality {
  Equality::Value common;
  std::map<Equality::Value, Streams> others;
};

struct JudgeState {
  JudgeState(const Plan& the_plan, Question the_question);
  // The stream of a key (shards of one key are one stream), made when it is new.
  SeenStream& stream(const StreamKey& key);
  // Where a key stands in the plan, without remembering it.
  SeenStream locate(const StreamKey& key);
  // Is this start and moment asked for?
  bool asked(const StreamKey& key) const;
  // One for each stream that is asked for, in the plan's order.
  std::vector<StreamKey> asked_keys() const;
  // The key of the stream that carry-qualification writes.
  StreamKey carry_key() const;
  // The planned streams of a role: the base's first, then in the plan's order.
  Streams of_role(const std::string& role) const;
  void add(Finding what, const SeenStream& stream);

  void take_file(SeenStream& stream, const FileRecord& file);
  void take_absent(SeenStream& stream, const AbsentRecord& absent);
  void take_mapped(SeenStream& stream, const MappedRecord& mapped);
  void take_observation(SeenStream& stream, std::pair<std::uint32_t, std::uint64_t> order,
                        const ObservationRecord& row);
  void take_error(SeenStream& stream, const ErrorRecord& error);
  void read_base();

  const Plan& plan;
  Question question;
  std::vector<ParentView> parents;
  std::map<const Identity*, FileIndex> file_indexes;
  // By shardless key. The base's are kept apart: nothing that comes in may add to them.
  std::map<StreamKey, SeenStream> streams;
  std::map<StreamKey, SeenStream> base_streams;
  std::map<std::tuple<std::string, std::string, std::string>, FileEquality>
      file_equality;                                                      // role, path, attribute
  std::map<std::pair<std::string, std::string>, Distinct> file_distinct;  // role, path
  FindingFold fold;
  ReadOutcome base_outcome;
  bool in_base = false;
  SeenStream* last = nullptr;
};

// ---- rules, in the order in which they run ----
void judge_presence(JudgeState& state, const ReadOutcome& outcome);
void judge_base(JudgeState& state);
void judge_question(JudgeState& state);
void judge_runs(JudgeState& state);
void judge_things(JudgeState& state);
void judge_files(JudgeState& state);
void judge_processes(JudgeState& state);
void judge_observations(JudgeState& state);
void judge_artifacts(JudgeState& state, const std::vector<Supplied>& artifacts);
void judge_class(JudgeState& state);
void judge_carry(JudgeState& state);
// The commit that carry-qualification recorded as the one that runs; empty where there is none or not one.
std::string commit_that_ran(const JudgeState& state);
void note_unused_allowances(JudgeState& state);

// What comes after, when everything is asked: gate, checks and readings. `identity` is what the rules above
// say. Returns the readings.
std::vector<Reading> judge_queries(JudgeState& state, Answer identity);

// What the plan demands of one rank's streams: pins and things that must not be there.
std::size_t count_pins(const Identity& identity);

// ---- processes ----
// The one process that every shard of a stream saw, or null.
const ProcessRecord* find_process(const SeenStream& stream);

// ---- text for people ----
std::string render_attributes(const Attributes& attributes);
std::string render_value(const Equality::Value& value);
// "rank 0 at s1 ready"
std::string render_place(const SeenStream& stream);

// ---- sights ----
std::optional<std::pair<Thing, Sight>> sight_of(std::uint32_t shard, std::uint64_t sequence,
                                                const RecordBody& body);

}  // namespace evidence
