#pragma once

// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104), hashing of open files, and sums files in sha256sum's
// format.

#include <array>
#include <compare>
#include <cstdint>
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

// What fstat said of the very descriptor that was hashed.
struct FileStatus {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;  // bytes
  std::uint32_t mode = 0;  // permission bits and type, as st_mode
  std::uint64_t links = 0;
  std::int64_t modified_ns = 0;  // since the epoch
  std::int64_t changed_ns = 0;
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

// Hashes a regular file from its beginning: stat, read, stat again; a size, time or inode that changed
// meanwhile is Unhashed::changed. Never reads more than the size seen first plus one byte. `progress` may be
// null.
std::variant<HashedFile, Unhashed> hash_file(const Descriptor& descriptor, std::string_view name,
                                             Progress* progress = nullptr);

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

}  // namespace evidence
