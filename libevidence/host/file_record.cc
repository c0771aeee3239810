#include "file_record.h"

#include <utility>

namespace evidence::host {
namespace {

// Less than this is not worth a word: inline data and rounding.
constexpr std::uint64_t kSparse = 4096;

}  // namespace

FileRecord file_record(std::string path, const Digest& digest, const FileStatus& status,
                       EvidenceKind evidence, std::optional<std::int64_t> start) {
  const bool sparse = status.allocated + kSparse <= status.size;
  return FileRecord{
      .path = std::move(path),
      .digest = digest,
      .size = status.size,
      .mode = status.mode & kPermissionBits,
      .modified_ns = status.modified_ns,
      .changed_ns = status.changed_ns,
      .evidence = evidence,
      .changed_after_start = start && status.changed_ns > *start,
      .links = status.links,
      .allocated = sparse ? std::optional(status.allocated) : std::nullopt,
  };
}

}  // namespace evidence::host
