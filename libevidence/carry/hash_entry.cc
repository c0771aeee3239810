#include "hash_entry.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <optional>

#include "evidence/digest.h"

namespace evidence::carry {

namespace {

constexpr std::uint32_t kOwnerExecutes = 0100;

bool is_blob(const git_oid& id, std::string_view bytes) {
  git_oid found{};
  if (git_odb_hash(&found, bytes.data(), bytes.size(), GIT_OBJECT_BLOB) != 0)
    throw Unreadable("bytes cannot be hashed", last_git_words());
  return same_id(found, id);
}

// The bytes of a file that had that size when it was opened; absent when it has another by now.
std::optional<std::string> read_exactly(const Descriptor& file, const std::string& path, std::uint64_t size) {
  try {
    std::string bytes = read_to_end(file, path, size);
    if (bytes.size() == size) return bytes;
  } catch (const FormatError&) {
    // It has grown.
  }
  return std::nullopt;
}

bool same_state(const FileStatus& a, const FileStatus& b) {
  return a.size == b.size && a.modified_ns == b.modified_ns && a.changed_ns == b.changed_ns;
}

}  // namespace

std::string_view file_drift(const Objects& objects, const Descriptor& top, const std::string& path,
                            const TreeEntry& entry, Progress* progress) {
  const Descriptor file = open_beneath(top, path, Resolve::beneath, O_NOFOLLOW);
  const FileStatus before = file_status(file, path);
  if (!S_ISREG(before.mode)) return "not a regular file";
  if (progress != nullptr) progress->files_done.fetch_add(1, std::memory_order_relaxed);
  if (objects.blob_header(entry.id).size != before.size) return "content differs";
  const auto bytes = read_exactly(file, path, before.size);
  if (!bytes || !same_state(before, file_status(file, path))) return "changed while it was read";
  if (progress != nullptr) progress->bytes_done.fetch_add(before.size, std::memory_order_relaxed);
  if (!is_blob(entry.id, *bytes)) return "content differs";
  return (before.mode & kOwnerExecutes) == (entry.mode & kOwnerExecutes) ? "" : "mode differs";
}

std::string_view symlink_drift(const Descriptor& top, const std::string& path, const TreeEntry& entry) {
  const Descriptor link = open_beneath(top, path, Resolve::beneath, O_PATH | O_NOFOLLOW);
  if (!S_ISLNK(file_status(link, path).mode)) return "not a symbolic link";
  std::string target(PATH_MAX, '\0');
  const ssize_t length = readlinkat(link.get(), "", target.data(), target.size());
  if (length < 0) throw_errno("readlink", path);
  target.resize(static_cast<std::size_t>(length));
  return is_blob(entry.id, target) ? "" : "content differs";
}

}  // namespace evidence::carry
