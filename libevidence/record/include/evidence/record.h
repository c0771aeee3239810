#pragma once

// The record language: what was seen, one canonical JSON object a line, from an observer to whoever judges.
//
// A stream is what one observer said of one rank at one start and moment: an `open` line, any number of
// records, a `close` line that counts and sums them. Lines of several streams may arrive mixed and in any
// order; each carries its stream's key and a sequence number that is unique in it. Canonical means RFC 8785;
// a line has at most kMaxLine bytes and is written with one write(2), because launchers cut and mix longer
// ones.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "evidence/base.h"
#include "evidence/digest.h"
#include "evidence/json.h"

namespace evidence {

// Bytes of a line with its line feed. srun --label cuts over 1,024.
inline constexpr std::size_t kMaxLine = 900;
// Bytes of a record that travels in parts.
inline constexpr std::size_t kMaxRecord = 4 << 20;
// Stands for the run, role, start or moment of a stream that was made without a plan.
inline constexpr std::string_view kNoLabel = "none";

// How a value came to be known, never called by a stronger name.
enum class EvidenceKind { process, file, source, reported, declared };
std::string_view evidence_kind_name(EvidenceKind kind);
std::optional<EvidenceKind> parse_evidence_kind(std::string_view text);

// Whose lines these are. Invariant: `run` is 64 hexadecimal digits or "none", the others are labels, 1 ≤
// shard ≤ shards.
struct StreamKey {
  std::string run;  // run id: the SHA-256 of the plan's file
  std::string role;
  std::string rank;
  std::string start;
  std::string moment;
  std::uint32_t shard = 1;
  std::uint32_t shards = 1;
  auto operator<=>(const StreamKey&) const = default;
  // "s1 ready engine 0", for messages.
  std::string render() const;
};

// ---- bodies: one struct a record type. Names of bytes that are not UTF-8 travel as base64 in NAME_b64. ----

// Who looked, where and when.
struct OpenRecord {
  std::string tool;     // "pin-hash 0.1.0"
  std::string host;     // node name
  std::string boot_id;  // /proc/sys/kernel/random/boot_id
  std::string
      machine;     // 64 hex: HMAC of the machine id, which itself stays on the machine; empty if it has none
  Timestamp time;  // real-time clock
  std::int64_t boottime_ns = 0;       // CLOCK_BOOTTIME
  std::optional<std::string> key_id;  // of --env-key
};

struct Ancestor {
  std::int64_t pid = 0;
  std::int64_t start_ticks = 0;
  std::string name;  // comm, any bytes
};

// The identity of one process. (boot_id, pid, start_ticks, exec) tells it from every other, also after
// execve.
struct ProcessRecord {
  std::string boot_id;
  std::int64_t pid = 0;
  std::int64_t start_ticks = 0;              // clock ticks after boot, /proc/PID/stat field 22
  std::optional<std::uint64_t> pidfd_inode;  // only where descriptors are on pidfs
  std::string exec;      // 64 hex: SHA-256 of AT_RANDOM's 16 bytes; empty if it could not be read
  std::string exe_path;  // the link's text, any bytes
  Digest exe_digest;
  std::uint64_t exe_size = 0;
  bool exe_deleted = false;  // by link count
  std::uint32_t uid = 0;
  std::map<std::string, std::uint64_t> namespaces;  // name → inode
  std::string container;                            // id from the cgroup, empty if none
  std::vector<Ancestor> ancestors;                  // parent first
};

// A regular file's bytes.
struct FileRecord {
  std::string path;  // as the plan or the user names it, any bytes
  Digest digest;
  std::uint64_t size = 0;
  std::uint32_t mode = 0;  // permission bits
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;
  EvidenceKind evidence = EvidenceKind::file;
  bool changed_after_start = false;                       // change time later than the process's start
  std::uint64_t links = 1;                                // names that this file has
  std::optional<std::uint64_t> allocated = std::nullopt;  // bytes on the disk, of a sparse file
};

// What stands at a name in a tree and is no regular file.
struct EntryRecord {
  std::string path;  // as the user names the tree, and below it, any bytes
  EntryKind kind = EntryKind::directory;
  std::uint32_t mode = 0;             // permission bits
  std::optional<std::string> target;  // of a symbolic link, any bytes
  std::optional<std::string> device;  // of a device file: "major:minor"
  bool entered = true;                // false: a directory on another file system, which was left alone
  EvidenceKind evidence = EvidenceKind::file;
};

// A whole tree as one digest over names, kinds, modes, targets and contents.
struct TreeRecord {
  std::string path;
  Digest digest;
  std::optional<Digest> dir_hash1 = std::nullopt;  // in-toto's, where it was asked for
  std::uint64_t files = 0;                         // regular ones
  std::uint64_t directories = 0;                   // the top too
  std::uint64_t symlinks = 0;
  std::uint64_t others = 0;       // FIFOs, sockets and devices
  std::uint64_t hard_linked = 0;  // files that have more than one name
  std::uint64_t bytes = 0;        // the files' sizes together
  bool follows_links = false;
  bool crosses_mounts = false;
  EvidenceKind evidence = EvidenceKind::file;
};

// Code that a process has mapped executable: one record a file, and one for all that belongs to no file.
struct MappedRecord {
  enum class Kind { file, memfd, anonymous, vdso };
  enum class Via { map_files, path, memory };
  Kind kind = Kind::file;
  std::string path;              // as the process sees it, any bytes; empty for anonymous and vdso
  std::string listed;            // the plan's file that it is, or whose last name it has; empty if none
  std::optional<Digest> digest;  // of the file's bytes; absent for anonymous memory
  std::optional<Via> via;        // how they were reached
  std::uint64_t size = 0;        // bytes of the file; of anonymous memory and vdso those mapped
  std::uint64_t mappings = 0;    // executable ones
  bool deleted = false;          // by link count
  bool changed_after_start = false;
  std::optional<std::uint64_t> pages;  // with --memory: compared with the file, and how many differ
  std::optional<std::uint64_t> changed_pages;
};

// One line of a process's mountinfo.
struct MountRecord {
  std::string target;  // in the process's own view, any bytes
  std::string root;    // the directory of the file system that is mounted
  std::string fstype;
  std::string source;
  std::string options;           // per-mount and per-superblock options, sorted, joined with ','
  std::optional<Digest> digest;  // of the content when the mounted thing is a regular file
};

// A value that may be withheld. Exactly one of: clear bytes, an HMAC under the campaign key, nothing.
struct Secret {};  // withheld: only the name is known
struct Keyed {
  std::string hmac;  // 64 hex
  auto operator<=>(const Keyed&) const = default;
};
using MaybeSecret = std::variant<std::string, Keyed, Secret>;

struct EnvRecord {
  std::uint32_t index = 0;  // position in the block
  std::string name;         // any bytes
  MaybeSecret value;
  bool bare = false;   // an entry without '='; then `name` is the whole entry and `value` is empty
  std::string source;  // "environ", "env-file", "inspect"
};

// One argument: a program (index 0), an option with or without a value, or a positional.
struct ArgvRecord {
  std::uint32_t index = 0;  // of its first element in argv
  std::string option;       // spelling, empty for a program or positional
  bool has_value = true;    // false for a flag
  MaybeSecret value;        // of the option or positional
};

struct FactRecord {
  std::string name;
  std::string value;
  EvidenceKind evidence = EvidenceKind::declared;
};

// Looked for and not there; or, of processes and ports, how many there were after all.
struct AbsentRecord {
  std::string thing;        // "file", "process", "port"
  std::string name;         // a path, a glob over names, a port number; any bytes
  std::uint64_t found = 0;  // 0: absent
  // Inode of the pid or network namespace that was looked through; of files none.
  std::optional<std::uint64_t> scope = std::nullopt;
};

// What a container runtime answered about an image or a container. A tag is a name that moves; only the id
// and the repository digests say which bytes.
struct ImageRecord {
  std::string id;                         // "sha256:" and 64 hexadecimal digits
  std::vector<std::string> repo_digests;  // "name@sha256:…", sorted; none for an image that was only built
  std::vector<std::string> tags;          // sorted
  std::string container;                  // the container's id, where the answer is about one; else empty
};

// One row about what the engine did: only declared, typed fields.
struct ObservationRecord {
  std::string name;        // the observation type
  std::uint64_t line = 0;  // in the file of rows, counted from 1
  json::Object fields;     // booleans, integers, numbers and strings
  EvidenceKind evidence =
      EvidenceKind::declared;  // process: the observed process holds the file open for writing
};

// A commit as the repository has it.
struct GitRecord {
  std::string name;                          // "head", "from" or "to"
  std::string commit;                        // 40 hexadecimal digits
  std::string tree;                          // likewise
  std::optional<std::uint64_t> files;        // entries below its tree that are no directories
  std::optional<std::string> descends_from;  // a commit that is this one or an ancestor of it
};

// What stands at a path in a commit.
struct CarryEntry {
  std::uint32_t mode = 0;  // git's own, raw: 0100644, 0100755, 0120000, 0160000, also odd ones; 16 bits
  std::string id;          // 40 hexadecimal digits
  bool operator==(const CarryEntry&) const = default;
};

// One path that is not simply the same. Both sides equal and a reason: it is the same, and the reason says
// what that does not show.
struct CarryRecord {
  std::string method;  // "bytes": one commit against another; "worktree": a commit against a working tree
  std::string path;    // from the top of the tree, any bytes
  std::optional<CarryEntry> before;
  std::optional<CarryEntry> after;
  std::string reason;  // may be empty with "bytes"
};

// Something could not be looked at.
struct ErrorRecord {
  std::string about;  // "file", "environ", "mounts", "process", "observations", "git" …
  std::string name;   // a path or the like, any bytes, may be empty
  std::string reason;
};

struct CloseRecord {
  std::uint64_t lines = 0;  // before this one
  Digest sum;               // DigestSum of those lines' SHA-256, without their line feeds
  Timestamp time;
};

using RecordBody = std::variant<OpenRecord, ProcessRecord, FileRecord, MountRecord, EnvRecord, ArgvRecord,
                                FactRecord, AbsentRecord, ObservationRecord, GitRecord, CarryRecord,
                                EntryRecord, TreeRecord, MappedRecord, ImageRecord, ErrorRecord, CloseRecord>;

// The member `type` of a body.
std::string_view record_type(const RecordBody& body);
// The canonical bytes of a record without a line feed; may exceed kMaxLine (see StreamWriter).
std::string render_record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body);

// ---- writing ----

// Writes one stream: numbers the records, splits long ones into parts, sums and closes. `write` gets whole
// lines with their line feed, one call a line.
class StreamWriter {
 public:
  using WriteLine = std::function<void(std::string_view line)>;
  StreamWriter(StreamKey key, WriteLine write);
  void write(const RecordBody& body);
  // Writes the close line. Nothing may be written after it.
  void close(Timestamp time);

 private:
  void emit(std::string_view canonical);
  StreamKey key_;
  WriteLine write_;
  std::uint64_t next_ = 0;
  Sha256 hash_;
  DigestSum sum_;
};

// ---- reading ----

// Something in the input that is not a whole, well-formed, single stream. Damage is HOLD: nothing can be
// claimed from it.
struct Damage {
  enum class Kind { foreign, malformed, doubled, incomplete, mismatch };
  Kind kind;
  std::string source;      // file name or "-"
  std::uint64_t line = 0;  // counted from 1; 0: the stream as a whole
  std::string reason;
  std::optional<StreamKey> stream;  // where it is known
};
std::string_view damage_kind_name(Damage::Kind kind);

// Receives what the reader understands, in input order. Whether a stream is whole is known only at the end.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) = 0;
  // Every accepted line as it is sealed: canonical, without line feed (parts as parts). Default: ignored.
  virtual void line(const StreamKey& key, std::uint64_t sequence, std::string_view canonical);
};

// What is known of one stream when all input was read.
struct StreamSummary {
  StreamKey key;
  bool whole = false;       // opened, closed, every line once, sum right
  std::uint64_t lines = 0;  // accepted, with open and close
  std::optional<Timestamp> closed;
};

struct ReadOutcome {
  std::vector<StreamSummary> streams;  // sorted by key
  std::vector<Damage> damages;         // in input order, then what the end showed
};

// Reads merged lines from any number of inputs, demultiplexes streams by key and checks each one's framing.
// Memory grows with the number of streams that are open at the same time, not with lines. Labels of launchers
// ("0: ", "[1,0]<stdout>:", "host: ") are stripped where they stand at a line's head.
class RecordReader {
 public:
  explicit RecordReader(RecordSink& sink);
  ~RecordReader();
  // Reads one input to its end in bounded chunks. Throws SystemError when it cannot be read.
  void read(const Descriptor& input, std::string_view name);
  // A path; "-" is standard input, and a folder stands for the *.ndjson files in it, in byte order of their
  // names. Throws SystemError.
  void read_path(const std::string& path);
  // Bytes that are there already, such as a member of a packet. May be called piece by piece with the same
  // name.
  void feed(std::string_view bytes, std::string_view name);
  void end_of_input(std::string_view name);
  ReadOutcome finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// ---- what to look at ----

// What an observer must look at for one rank at one start and moment. Made from a plan by `manifest`, carried
// out by `host`.
struct FieldType {
  enum class Kind { integer, number, boolean, time, digest, enumeration, keyed } kind;
  std::vector<std::string> labels;  // of an enumeration
  bool optional = false;
  std::string domain = {};  // of a keyed field: equal values of one domain have equal HMACs
};
struct ObservationType {
  std::string name;
  std::map<std::string, FieldType> fields;
};
struct WatchList {
  std::vector<std::string> files;          // absolute paths in the process's view, sorted
  std::vector<std::string> mounts_under;   // prefixes whose mounts are recorded
  std::vector<std::string> mount_targets;  // recorded wherever they are
  std::vector<std::string> public_env;     // names whose values are in clear
  std::vector<std::string> public_argv;  // option spellings likewise; "#0" the program, "#1" … positionals
  std::vector<ObservationType> observations;
  std::vector<std::string> facts;  // names that may be stated
  // Which mapped code is recorded: with a plan that of the listed files.
  enum class Mapped { none, listed_files, all } mapped = Mapped::none;
};

// The row of observations in `line` read by its type's declaration, or the mistakes in it. `run`, `start` and
// `type` members are taken out and must match. A keyed field still has what the row says: an integer, a
// string or a list of integers, which must not leave the observer.
struct Row {
  std::string type;
  std::string run;
  std::string start;
  json::Object fields;
};
std::variant<Row, std::vector<json::Mistake>> parse_row(std::string_view line,
                                                        const std::vector<ObservationType>& types);
// The mistake of one field's value in a record against its declaration; empty when it fits. A keyed field is
// 64 hexadecimal digits there.
std::optional<std::string> field_mistake(const json::Value& value, const FieldType& type);

}  // namespace evidence
