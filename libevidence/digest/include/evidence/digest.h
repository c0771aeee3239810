#pragma once

// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104), hashing of open files and of trees, and lists of digests:
// sha256sum's, BSD's and mtree's.

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "evidence/base.h"

struct stat;

namespace evidence {

// A SHA-256 value. Invariant: 32 bytes. render() is 64 lower-case hexadecimal digits, and parse is its
// inverse.
class Digest {
 public:
  using Bytes = std::array<std::uint8_t, 32>;
  explicit Digest(const Bytes& bytes) : bytes_(bytes) {}
  static std::optional<Digest> parse(std::string_view text);
  std::string render() const;
  const Bytes& bytes() const { return bytes_; }
  auto operator<=>(const Digest&) const = default;

 private:
  Bytes bytes_;
};

// Hashes bytes as they come. finish() may be called once between two resets; the object can be used again
// after it.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  void update(std::string_view bytes);
  // The digest of all bytes since construction or the last finish; starts anew.
  Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Digest sha256(std::string_view bytes);
// RFC 2104 over SHA-256.
Digest hmac_sha256(std::string_view key, std::string_view bytes);

// The sum mod 2^256 of digests read as big-endian numbers: equal whatever the order. For finding damage, not
// forgery.
class DigestSum {
 public:
  void add(const Digest& digest);
  Digest value() const { return Digest(bytes_); }

 private:
  Digest::Bytes bytes_{};
};

// ---- files ----

// The bits of st_mode that chmod(2) sets.
inline constexpr std::uint32_t kPermissionBits = 07777;

// What fstat said of the very descriptor that was hashed.
struct FileStatus {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;  // bytes
  std::uint32_t mode = 0;  // permission bits and type, as st_mode
  std::uint64_t links = 0;
  std::int64_t modified_ns = 0;  // since the epoch
  std::int64_t changed_ns = 0;
  std::uint64_t allocated = 0;  // bytes on the disk; a sparse file has fewer than its size
  std::uint64_t special = 0;    // the device that a device file stands for, as st_rdev
};
FileStatus file_status(const Descriptor& descriptor, std::string_view name);

struct HashedFile {
  Digest digest;
  FileStatus status;
};

// Why a file has no digest. `reason` is one lower-case phrase ("changed while it was read", "is a FIFO").
struct Unhashed {
  enum class Why { not_regular, changed, unreadable } why;
  std::string reason;
};
using FileOutcome = std::variant<HashedFile, Unhashed>;

// Hashes a regular file from its beginning: stat, read, stat again; a size, time or inode that changed
// meanwhile is Unhashed::changed. Never reads more than the size seen first plus one byte. Its access time
// stays where the system allows that, and pages that the page cache did not hold before are dropped from it
// again. `progress` may be null. Throws Interrupted.
FileOutcome hash_file(const Descriptor& descriptor, std::string_view name, Progress* progress = nullptr);

// Several files at once, each as by hash_file and with the results in their order, on the caller's thread
// alone: one core can work on more than one of them at a time. Their access times are up to who opened them.
struct OpenFile {
  const Descriptor* descriptor;
  std::string_view name;
};
std::vector<FileOutcome> hash_files(std::span<const OpenFile> files, Progress* progress = nullptr);

// Hashes what comes to the end of a stream, such as a pipe. Throws SystemError and Interrupted.
Digest hash_stream(const Descriptor& descriptor, std::string_view name, Progress* progress = nullptr);

// ---- trees ----

enum class EntryKind { file, directory, symlink, fifo, socket, character_device, block_device };
// "regular file", "directory", "symbolic link", "FIFO" …, for messages.
std::string_view entry_kind_name(EntryKind kind);
// By st_mode's type bits.
EntryKind entry_kind(std::uint32_t mode);

// One name in a tree, or the tree's own, and what stands there.
struct TreeEntry {
  std::string path;  // from the tree's top, any bytes; empty for the top itself
  EntryKind kind = EntryKind::file;
  FileStatus status;
  std::optional<Digest> digest;  // of a regular file
  std::string target;            // of a symbolic link, any bytes
  bool entered = true;           // false: a directory on another file system, which was left alone
  // Not empty: it could not be read, and what else stands here may be missing. kMissing where there is
  // nothing of that name.
  std::string problem;
};
inline constexpr std::string_view kMissing = "missing";
inline constexpr std::string_view kIsOutput = "is the output itself";

// The path of an entry as the caller names its tree: "lib/a.so" in "usr" is "usr/lib/a.so", and the top's own
// is the tree's.
std::string path_in_tree(const std::string& tree, const std::string& entry_path);

// What a walk does where it could go further.
enum class Links { record, follow };
enum class Mounts { stay, cross };
enum class Contents { hash, skip };
struct TreeOptions {
  Links links = Links::record;
  Mounts mounts = Mounts::stay;
  Contents contents = Contents::hash;
  unsigned jobs = 0;  // threads that hash; 0: one a core, 16 at most
  // Where the caller writes to: a file in the tree that changes by being listed. It is not read, and its
  // problem is kIsOutput.
  struct FileId {
    std::uint64_t device;
    std::uint64_t inode;
  };
  std::optional<FileId> output = std::nullopt;
};
// Bytes of a path in a tree; what lies deeper is a problem of its directory.
inline constexpr std::size_t kMaxTreePath = 512 << 10;

// Looks at files and whole trees. A directory's tree comes with the top first and then in the byte order of
// its paths, where a directory's path ends in '/' (as git orders a tree), whatever `jobs` is. Memory is
// bounded whatever the tree. Nothing but regular files and directories is opened for reading; a name that
// becomes something else between listing and opening is opened without blocking and not read. A path that is
// a symbolic link is followed; below it that is up to the options. `base`: paths are resolved as if it were
// the root, and else as the caller's own. Throws what `take` throws, and Interrupted.
void walk_paths(const Descriptor* base, std::span<const std::string> paths, const TreeOptions& options,
                const std::function<void(const std::string& path, const TreeEntry&)>& take,
                Progress* progress = nullptr);

// The digest of a tree, from its entries in the order of the walk: SHA-256 over one line an entry of kind,
// mode, content and path (see evidence-record(5)).
class TreeDigest {
 public:
  void add(const TreeEntry& entry);
  Digest finish();

 private:
  Sha256 hash_;
};

// in-toto's dirHash1, which is Go's "h1:" over names and contents of regular files.
class DirHash1 {
 public:
  void add(const TreeEntry& entry);
  // Absent where it is not defined: a name has a line feed, or something is neither file nor directory.
  std::optional<Digest> finish();

 private:
  Sha256 hash_;
  bool defined_ = true;
};

// ---- sums files ----

struct SumsEntry {
  std::string path;  // as it stands in the list, unescaped; any bytes but NUL
  Digest digest;
};

// Reads a list in GNU sha256sum's format ("<64 hex>  name", "<64 hex> *name", a leading `\` with \n \r
// \\ escapes). Strict: throws FormatError naming `name` and the line for a byte order mark, CRLF, UTF-16, an
// empty line, any other malformed line, a path that stands twice, or no last line feed. An empty list is a
// FormatError.
std::vector<SumsEntry> parse_sums(std::string_view bytes, std::string_view name);
// One line as GNU sha256sum writes it, with its line feed.
std::string render_sums_line(const SumsEntry& entry);

// ---- lists of digests ----
//
// What other tools write about files, for reading it back as it is: every oddity is told, nothing is guessed.

enum class ListFormat {
  sha256sum,  // GNU: "<64 hex>  name"
  bsd,        // "SHA256 (name) = <64 hex>"
  mtree,      // mtree(5), one line an entry, names from "./"
};
// What a list's lines end with. With NUL there are no escapes in names. An mtree list always has lines.
enum class ListEnd { line_feed, nul };

// What a list says of one name. What it does not say is absent.
struct ListedEntry {
  std::string path;        // unescaped, any bytes but NUL; of an mtree list without a "./" at its head
  std::uint64_t line = 0;  // where it stands, from 1
  std::optional<Digest> digest;
  std::optional<EntryKind> kind;
  std::optional<std::uint64_t> size;  // bytes
  std::optional<std::uint32_t> mode;  // permission bits
  std::optional<std::string> target;  // of a symbolic link
};

// A line that says nothing that could be checked.
struct ListFault {
  enum class Kind {
    malformed,
    doubled,  // names what an earlier line names, with the same digest or another
  };
  Kind kind = Kind::malformed;
  std::uint64_t line = 0;
  std::string reason;
};

struct DigestList {
  ListFormat format = ListFormat::sha256sum;  // bsd where all entries have that form
  // How the list differs from what its format's own tool writes, and what it says that is not checked, for
  // notes: "lines end with carriage return and line feed", "begins with a byte order mark", "digests in upper
  // case".
  std::vector<std::string> oddities;
  // Every line ended with one, and entries have lost it. Where it is not so, it is part of the name.
  bool carriage_returns = false;
  std::vector<ListedEntry> entries;  // in the order of the list, no name twice
  std::vector<ListFault> faults;     // by line
};

// Reads a list of any format, told from its content. `end` says what the lines of a sha256sum or BSD list end
// with. Behind the digest stand two spaces or a space and an asterisk, or in all lines of an old list one
// space: the first line decides, and a line of the other form is malformed. Time and memory are linear in the
// size but for sorting. Throws FormatError naming `name` for what is no list at all: UTF-16, an empty file,
// only comments, no line that can be read.
DigestList read_list(std::string_view bytes, std::string_view name, ListEnd end = ListEnd::line_feed);

// A path without "." components and repeated slashes, so that two spellings of one name are one: "a/b" for
// "./a//b". What ".." leads to is not known here; it stays.
std::string plain_path(std::string_view path);

// The line that opens a list of that format; empty for most.
std::string render_list_head(ListFormat format);
// One entry with its line end, byte-identical to what GNU sha256sum writes (also with --tag and -z). The
// entry needs a digest for these. An mtree line has all that is known, except the mode of a symbolic link and
// the size of what is no file, which are the system's own; its empty path is the top, ".". For `mtree -p` the
// top must come first and every directory before what is in it, as a walk gives them.
std::string render_list_line(ListFormat format, ListEnd end, const ListedEntry& entry);

enum class ListOutcome {
  as_listed,   // in everything that the list says
  different,   // `reason` has every attribute that is
  missing,     // `reason` tells a name that differs in Unicode form alone
  unreadable,  // the system refused, or the path leads out of the directory
  changed,     // while it was read
  ambiguous,   // a list with carriage returns, and names with and without one are there
};
struct CheckedEntry {
  const ListedEntry& entry;
  ListOutcome outcome;
  std::string reason;  // one lower-case phrase; empty for as_listed
  std::string twin;    // of a missing one: the name that is there and differs in Unicode form alone
};

// Looks at every entry of a list and takes them in its order, whatever `jobs` is (0: one a core). `base`: no
// path leads out of it; null: paths are the caller's own, as for sha256sum. A symbolic link is followed where
// the list says no kind. Nothing but regular files is opened for reading. `progress` may be null. Throws what
// `take` throws, and Interrupted.
void check_list(const DigestList& list, const Descriptor* base, unsigned jobs,
                const std::function<void(const CheckedEntry&)>& take, Progress* progress = nullptr);

}  // namespace evidence
