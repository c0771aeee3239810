#pragma once

// The ground floor: errors, bytes and text, time, descriptors, globs, publication and progress.
//
// Everything here is a value or a handle that owns exactly one thing. Functions never print and never exit.
// Nothing is global; everything may be called from any thread on distinct objects.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace evidence {

// ---- errors ----
//
// "Could not do it". What was looked at and found wrong is a value (a finding), never an exception.

// The root of all exceptions of the library. what() is one lower-case line without a full stop: subject, then
// reason.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  // One line for each thing that is wrong; what() unless the error knows several.
  virtual std::vector<std::string> lines() const { return {what()}; }
};

// The caller asked for something that has no meaning: an unknown role, two options that exclude each other.
class UsageError : public Error {
 public:
  using Error::Error;
};

// The system refused. what() is "<path>: <operation>: <reason>" with the path printable.
class SystemError : public Error {
 public:
  SystemError(std::string_view operation, std::string_view path, std::error_code code);
  // The error code of the failed call.
  const std::error_code& code() const { return code_; }

 private:
  std::error_code code_;
};

// Nothing has that name: a component is not there, or is no directory.
bool is_missing(const std::error_code& code);

// Throws SystemError for the present errno.
[[noreturn]] void throw_errno(std::string_view operation, std::string_view path);

// Bytes that are not in the form they should have. what() is "<subject>: <where>: <what is wrong>"; `where`
// is "line 3", "offset 512" or a JSON path, and may be empty.
class FormatError : public Error {
 public:
  FormatError(std::string_view subject, std::string_view where, std::string_view wrong);
};

// The name already stands for other content (exit status 4).
class PublishConflict : public Error {
 public:
  using Error::Error;
};

// ---- bytes and text ----

// Lower-case hexadecimal digits, two a byte.
std::string to_hex(std::span<const std::uint8_t> bytes);
// The inverse; absent unless every character is a lower-case digit and the count is even.
std::optional<std::vector<std::uint8_t>> from_hex(std::string_view text);

// RFC 4648 §4 with padding. Decoding is strict: no white space, correct padding, zero spare bits.
std::string to_base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);

// True for well-formed UTF-8 (RFC 3629: shortest form, no surrogates, at most U+10FFFF).
bool is_utf8(std::string_view bytes);

// For terminals and messages: the text itself if it is UTF-8 and without control characters (C0, DEL, C1 and
// the bidirectional overrides U+202A-202E, U+2066-2069); else in double quotes with \n \t \\ \" and \xNN
// escapes.
std::string printable(std::string_view bytes);
// The same without quotes around it and with `\` and `"` left alone unless something else needs escaping.
std::string escaped(std::string_view bytes);

// A label names a role, rank, start, moment, arm …: 1 to 64 characters of [A-Za-z0-9._+@-], not "." or "..".
bool is_label(std::string_view text);

// A path inside a packet: components of 1 to 100 characters [A-Za-z0-9._+@-] joined by '/', whole at most 255
// bytes, no "." or ".." component, not absolute.
bool is_packet_path(std::string_view text);

// Shell-like glob over bytes: `?` one byte but '/', `*` any run without '/', `**` any run, `[abc]`, `[a-z]`,
// `[!a]` one byte but '/', `\x` the byte x; a `[` without its `]` and a last `\` stand for themselves. The
// whole text must match. Linear time in pattern × text.
bool glob_matches(std::string_view pattern, std::string_view text);

// ---- time ----

// A moment in UTC with nanosecond resolution. Invariant: 1970-01-01T00:00:00Z to
// 2262-04-11T23:47:16.854775807Z, which is what 64 bits of nanoseconds reach.
class Timestamp {
 public:
  // Nanoseconds since 1970-01-01T00:00:00Z (no leap seconds). Throws UsageError outside the invariant.
  static Timestamp from_nanoseconds(std::int64_t nanoseconds);
  // RFC 3339 with a `T`, a `Z`, seconds (no leap second) and 0 to 9 fraction digits; absent when it is
  // anything else or outside the invariant.
  static std::optional<Timestamp> parse(std::string_view text);
  // The system's real-time clock. The only place of the library that reads it.
  static Timestamp now();

  std::int64_t nanoseconds() const { return nanoseconds_; }
  // Always nine fraction digits: 2026-11-29T17:41:33.123456789Z. parse(render()) is the identity.
  std::string render() const;
  auto operator<=>(const Timestamp&) const = default;

 private:
  explicit Timestamp(std::int64_t nanoseconds) : nanoseconds_(nanoseconds) {}
  std::int64_t nanoseconds_;
};

// ---- descriptors ----

// Owns one file descriptor, or none (-1).
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release();

 private:
  int fd_ = -1;
};

// How a path below a directory is resolved by open_beneath.
enum class Resolve {
  // No `..` above the directory, no absolute link (openat2 RESOLVE_BENEATH).
  beneath,
  // As if the directory were the process's root (openat2 RESOLVE_IN_ROOT): for /proc/PID/root.
  in_root,
};

// Opens `path` for reading below `directory`. Magic links are refused. Never blocks on a FIFO (O_NONBLOCK)
// and never takes a controlling terminal; the type is the caller's to check with fstat before reading.
// `extra_flags` adds open(2) flags such as O_PATH, O_NOFOLLOW or O_DIRECTORY. EAGAIN of openat2 is retried a
// bounded number of times; where the kernel has no openat2 the path is walked component by component with the
// same result. Throws SystemError.
Descriptor open_beneath(const Descriptor& directory, std::string_view path, Resolve resolve,
                        int extra_flags = 0);

// Opens a path of the calling user's own (an argument), read-only, O_CLOEXEC | O_NONBLOCK. Throws
// SystemError.
Descriptor open_for_reading(const std::string& path);
// Opens a directory as a base for open_beneath (O_PATH | O_DIRECTORY). Throws SystemError.
Descriptor open_directory(const std::string& path);

// Reads to the end of file, at most `limit` bytes; a longer input is a FormatError that names `name` and the
// limit.
std::string read_to_end(const Descriptor& descriptor, std::string_view name, std::size_t limit);
// The same for a path; "-" is not special. Refuses what is not a regular file or a pipe.
std::string read_file(const std::string& path, std::size_t limit);
// Writes all bytes, retrying short writes and EINTR. Throws SystemError naming `name`.
void write_all(const Descriptor& descriptor, std::string_view bytes, std::string_view name);
// pwrite of all bytes at `offset`, likewise.
void write_all_at(const Descriptor& descriptor, std::string_view bytes, std::uint64_t offset,
                  std::string_view name);

// ---- publication ----

enum class Published {
  created,    // the name is new and has this content
  identical,  // the name was there with the same bytes; nothing was written
};

// Makes one file appear under its final name at once, whole, synced and only if that name is free.
//
//   begin ──► write … ──► commit
//     └──────────► destruction: nothing remains
//
// The bytes are in an unnamed file (O_TMPFILE), or where the file system has none (or there is no /proc) in
// an exclusive ".NAME.XXXXXXXX.part" held by flock.
//
// commit: data synced, linked with no-replace, directory synced. begin removes what a killed writer of the
// same name left behind (a ".part" that no one holds). Throws SystemError; PublishConflict when the name has
// other content.
class Publication {
 public:
  // `mode` is the permission bits of the file, not reduced by the umask.
  static Publication begin(const std::string& path, unsigned mode = 0644);
  Publication(Publication&&) noexcept;
  Publication& operator=(Publication&&) noexcept;
  ~Publication();

  // The file being written; positioned writes are allowed from several threads.
  const Descriptor& descriptor() const;
  // Appends at the descriptor's file position.
  void write(std::string_view bytes);
  Published commit();

 private:
  struct State;
  explicit Publication(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// begin, write, commit.
Published publish_file(const std::string& path, std::string_view bytes, unsigned mode = 0644);

// ---- threads ----

// Calls `work` with every number below `count`, once each and in any order, by as many threads as there are
// cores (16 at most). After a failure nothing more is begun; when all threads have ended the first one is
// thrown.
void share_work(std::size_t count, const std::function<void(std::size_t)>& work);

// Runs tasks on threads of its own and finishes each on the caller's thread, in the order in which they were
// given.
//
// With no threads (0 or 1 wanted) a task runs and is finished at once. At most `most_waiting` tasks are begun
// or wait to be finished. An exception of `work` is thrown where `done` would have been called, and nothing
// is begun after it.
class OrderedWork {
 public:
  OrderedWork(unsigned threads, std::size_t most_waiting);
  OrderedWork(const OrderedWork&) = delete;
  OrderedWork& operator=(const OrderedWork&) = delete;
  ~OrderedWork();
  // `work` on some thread, then `done` within a later give() or finish(). Blocks while too many wait.
  void give(std::function<void()> work, std::function<void()> done);
  // Everything that was given is finished.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// `wanted`, or where that is 0 one a core and 16 at most.
unsigned thread_count(unsigned wanted);

// ---- progress ----

// Counters that long work advances and a display may read from another thread.
struct Progress {
  std::atomic<std::uint64_t> bytes_done{0};
  std::atomic<std::uint64_t> bytes_total{0};  // 0: not known
  std::atomic<std::uint64_t> files_done{0};
  std::atomic<std::uint64_t> files_total{0};  // 0: not known
  // Set from outside, also by a signal handler: work that looks at it ends with Interrupted.
  std::atomic<bool> stop{false};
};

// Somebody asked to stop (Progress::stop).
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

}  // namespace evidence
