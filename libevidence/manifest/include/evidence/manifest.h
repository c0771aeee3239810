#pragma once

// The plan: what was decided before the run, as values.
//
//   manifest.json ─┐
//   binding.json ──┼─► bind ─► Manifest ─► Plan (with run id, sums files, base) ─► WatchList for one rank
//   sums, base ────┘
//
// A manifest is read whole or not at all: every mistake is reported at once with its JSON path. Parameters
// are put in before anything is read, so no reader ever sees a placeholder. Everything here is immutable once
// built.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "evidence/base.h"
#include "evidence/digest.h"
#include "evidence/json.h"
#include "evidence/record.h"

namespace evidence {

// A manifest that cannot be used. what() has the first mistake and how many more there are, lines() has all.
class ManifestError : public FormatError {
 public:
  ManifestError(std::string_view file, std::vector<json::Mistake> mistakes);
  const std::vector<json::Mistake>& mistakes() const { return mistakes_; }
  std::vector<std::string> lines() const override;

 private:
  std::string file_;
  std::vector<json::Mistake> mistakes_;
};

enum class PlanClass { native, offline, rehearsal };
std::string_view plan_class_name(PlanClass plan_class);

// What is said of a whole. STOP outranks HOLD outranks PASS.
enum class Answer { pass, hold, stop };
std::string_view answer_name(Answer answer);  // PASS HOLD STOP

// How long the processes of a role live.
enum class Life {
  fresh,  // a new process at every start
  same,   // one process throughout
  none,   // evidence without a process
};

struct Role {
  std::string name;
  Life life = Life::fresh;
  std::vector<std::string> ranks;  // in the plan's order
  bool colocated = false;          // ranks may share a machine
};

struct Start {
  std::string name;
  std::optional<std::string> arm;
};

// A part of the plan that is sealed on its own.
struct Checkpoint {
  std::string name;
  std::vector<std::string> starts;
  std::vector<std::string> moments;
  std::vector<std::string> checks;    // all of the plan's where the manifest does not list them
  std::vector<std::string> readings;  // likewise, in the plan's order
};

// Tables that every query can read beside those of the observation types, whose names they cannot be.
inline constexpr std::string_view kPlanTables[] = {
    "starts", "arms", "ranks", "facts", "absent", "parents", "parent_readings", "parent_quantities"};

// Queries are text here: the judge compiles and runs them.
struct ViewPlan {
  std::string name;
  std::string sql;
};

// A value of a case: an integer or text.
using CaseValue = std::variant<std::int64_t, std::string>;

// The cases that a check must judge: each is one value for every column.
struct Cases {
  std::vector<std::string> columns{};            // sorted; none: the check judges one thing
  std::vector<std::vector<CaseValue>> listed{};  // in `columns`' order, each once, in the plan's order
  std::string sql{};                             // instead of a list: a query over the plan's own tables
};

// A named question over observations: one row for each thing judged, with its case columns and `ok`.
struct CheckPlan {
  std::string name;
  std::string asks;  // the question, for people
  Cases cases;
  std::int64_t min_rows = 1;  // of each case
  std::int64_t max_rows = 1;
  std::string sql;
};

struct Quantity {
  std::string name;
  std::string sql;
};

struct VerdictPlan {
  std::string name;
  Answer answer = Answer::hold;
  std::string when{};                               // empty: otherwise
  std::optional<std::vector<std::string>> needs{};  // checks; absent: all of the checkpoint and the gate
  std::string meaning{};
  std::string next{};
};

// A registered table that turns quantities into one verdict: the first row that is true.
struct ReadingPlan {
  std::string name;
  std::vector<Quantity> quantities;
  std::vector<VerdictPlan> verdicts;
};

// An earlier packet that this plan rests on.
struct ParentPlan {
  std::string name;
  // What it must show, as --expect has it: answer, class, standing, checkpoint, name, manifest, run, verdict,
  // or the verdict of a reading by its name. Without `answer`, that is PASS.
  std::map<std::string, std::string, std::less<>> shows;
  bool optional = false;
};

// What must be the same code as at the commit where it was qualified.
struct CarryPlan {
  std::string from{};  // full commit ids; empty: nothing is carried, the commit that runs is only recorded
  std::string to{};
  std::string admission{};               // the parent whose commit is `from`; empty: on the operator's word
  bool descends = true;                  // `to` must descend from `from`
  std::vector<std::string> identical{};  // paths from the top of the tree, or prefixes that end in '/'
  std::vector<std::string> may_change{};

  // The longest rule that covers a path decides about it; what none covers must be identical. .gitattributes,
  // .gitignore and .gitmodules change what other files mean: only a rule that names such a file itself may
  // let it change.
  struct Decision {
    std::string_view rule;  // empty when none covers it
    bool may_change = false;
  };
  Decision decide(std::string_view path) const;
};

// What is compared, by name, between ranks, starts and the base.
enum class Thing { env, argv, file, mount, fact };
inline constexpr Thing kThings[] = {Thing::env, Thing::argv, Thing::file, Thing::mount, Thing::fact};
std::string_view thing_name(Thing thing);  // as in the manifest: env argv files mounts facts

// The attributes of one thing: "value" or "hmac" (env, argv, fact), "flag" (argv), "sha256", "mode" (file),
// "root", "fstype", "options", "sha256" (mount). Values are text; bytes that are not UTF-8 never equal a pin.
using Attributes = std::map<std::string, std::string, std::less<>>;

// What the plan says of one thing of one arm.
struct Expectation {
  enum class Kind {
    pinned,  // present, with these attributes; attributes that are not given must be equal everywhere
    absent,  // must not be there
    any,     // may be anything, or missing
    equal,   // only listed so that a delta of another arm can be told from silence: must be equal in all arms
             // like it
  };
  Kind kind = Kind::equal;
  Attributes attributes{};
  std::map<std::string, Attributes, std::less<>> by_rank{};
  bool distinct = false;  // no two ranks of a start may share it
  std::optional<EvidenceKind>
      evidence{};        // what it takes to meet the pin; absent: the strongest that the role can give
  std::string origin{};  // JSON path without the "$.": identity.engine.env.MODE
  // An allowance (a delta verb) as opposed to a pin; reported when no start made use of it.
  bool allowance = false;

  // The pinned attributes of one rank.
  Attributes for_rank(std::string_view rank) const;
};

// One role's identity under one arm: everything said, by thing and name. What is not in it must be equal
// everywhere.
struct Identity {
  std::map<Thing, std::map<std::string, Expectation, std::less<>>> things;
  const Expectation* find(Thing thing, std::string_view name) const;
};

struct MountScope {
  std::vector<std::string> under;      // prefixes of targets that are judged
  std::vector<std::string> volatile_;  // globs of targets that every container gets anew
};

// A sums file that stands for as many file pins.
struct SumsFile {
  std::string role;
  std::string path;  // manifest-relative
  Digest digest;
  std::uint64_t count = 0;
  std::string root;  // put before every listed path
};

// A stream of an earlier look that the arms are deltas on.
struct BaseFile {
  std::string path;  // manifest-relative
  Digest digest;
};

struct ObservationPlan {
  ObservationType type;
  std::vector<std::string> roles;
  std::vector<std::string> moments;
  bool accepts_declared = false;
};

struct Artifact {
  std::string name;
  bool is_private = false;  // stays outside the packet
  bool required = true;
};

struct Signers {
  std::vector<std::string> keys;  // PEM
  std::int64_t threshold = 1;
};

// The values that only the run knows.
class Binding {
 public:
  Binding() = default;
  // A flat JSON object of strings, integers and lists of strings. Throws ManifestError.
  static Binding parse(std::string_view bytes, std::string_view file);
  // Adds one value given on a command line, typed by the manifest that it is bound to. Throws UsageError when
  // it stands twice.
  void set(std::string_view name, json::Value value);
  const json::Object& values() const { return values_; }
  std::string render() const;  // canonical, with a line feed

 private:
  json::Object values_;
};

// A sums file or base stream as read: manifest-relative path and bytes.
struct PlanFile {
  std::string path;
  std::string bytes;
};

class Manifest {
 public:
  // Reads the manifest with its parameters put in. `fetch` supplies the bytes of a sums file by its
  // manifest-relative path, and may throw. Throws ManifestError with all mistakes; among them a sums file
  // whose digest or count differs.
  using Fetch = std::function<std::string(const std::string& path)>;
  static Manifest parse(std::string_view bytes, const Binding& binding, const Fetch& fetch,
                        std::string_view file);
  // The manifest-relative files that it names.
  std::vector<std::string> named_files() const;

  std::string name;
  PlanClass plan_class = PlanClass::native;
  std::string standing;
  Signers signers;
  std::vector<Role> roles;
  std::vector<Start> starts;
  std::vector<std::string> moments;
  std::vector<Checkpoint> checkpoints;
  std::vector<SumsFile> sums;
  std::vector<BaseFile> base;
  std::map<std::string, MountScope, std::less<>> mount_scopes;  // by role
  std::vector<std::string> public_env;
  std::vector<std::string> public_argv;
  std::map<std::string, ObservationPlan, std::less<>> observations;
  std::vector<Artifact> artifacts;
  std::vector<std::string> parameters;  // names, sorted
  std::vector<ViewPlan> views;          // sorted by name
  std::vector<CheckPlan> checks;        // sorted by name
  std::vector<CheckPlan> gate;          // sorted by name; judged before anything starts
  std::vector<ReadingPlan> readings;
  std::optional<CarryPlan> carry;
  std::vector<ParentPlan> parents;  // sorted by name

  const Role* role(std::string_view role_name) const;
  const Start* start(std::string_view start_name) const;
  const ParentPlan* parent(std::string_view parent_name) const;
  // Throws UsageError for an unknown name; without one, the only checkpoint there is.
  const Checkpoint& checkpoint(std::string_view checkpoint_name) const;
  // The identity of a role under a start's arm; `base_arm` is the identity of a start without an arm and of
  // the base.
  const Identity& identity(std::string_view role_name, const std::optional<std::string>& arm) const;

 private:
  friend class ManifestReader;
  Manifest() = default;
  // role → arm ("" for none) → identity
  std::map<std::string, std::map<std::string, Identity, std::less<>>, std::less<>> identities_;
};

// The mistakes of a manifest against its declared parameters and a binding, and the text with every `${name}`
// replaced. Throws ManifestError. Used by Manifest::parse; public for --register, which types --set values by
// it.
std::string bind(std::string_view manifest, const Binding& binding, std::string_view file);
// `text` of --set as the declared type of that parameter: counts become integers, lists are split at ','.
// Throws UsageError.
json::Value parameter_from_text(std::string_view manifest, std::string_view name, std::string_view text,
                                std::string_view file);

// A manifest together with what makes it the plan of one run.
class Plan {
 public:
  // A manifest (its sums and base files are read beside it) or a registration (a packet). Throws.
  static Plan load(const std::string& path);
  // From bytes already read, by name of the file they came from: a registration's tar.
  static Plan from_registration(std::string_view tar, std::string_view name);
  // From the plan folder of a packet that has no registration. `run` is the manifest's digest.
  static Plan from_files(std::vector<PlanFile> files, std::string_view name);
  // A plan that is about to be registered: manifest file and binding.
  static Plan unregistered(const std::string& manifest_path, const Binding& binding);

  const Manifest& manifest() const { return manifest_; }
  // 64 hexadecimal digits: SHA-256 of the registration's file, or of the manifest where nothing was
  // registered.
  const std::string& run() const { return run_; }
  bool registered() const { return registered_; }
  const Digest& manifest_digest() const { return manifest_digest_; }
  const Binding& binding() const { return binding_; }
  // manifest.json, binding.json if there are parameters, sums and base files under their manifest-relative
  // paths; sorted.
  const std::vector<PlanFile>& files() const { return files_; }
  // The registration's bytes; empty when there is none.
  const std::string& registration() const { return registration_; }
  const PlanFile* file(std::string_view path) const;

  // What to look at for one rank of a role. Throws UsageError when the plan has no such role, rank, start or
  // moment.
  WatchList watch_list(std::string_view role, std::string_view rank, std::string_view start,
                       std::string_view moment) const;

 private:
  explicit Plan(Manifest manifest, Digest digest)
      : manifest_(std::move(manifest)), manifest_digest_(digest) {}
  static Plan assemble(std::vector<PlanFile> files, const Binding& binding, std::string_view name);
  Manifest manifest_;
  Digest manifest_digest_;
  std::string run_;
  bool registered_ = false;
  Binding binding_;
  std::vector<PlanFile> files_;
  std::string registration_;
};

}  // namespace evidence
