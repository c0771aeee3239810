#include "mapped_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <utility>
#include <variant>

#include "proc_entry.h"
#include "start_time.h"

namespace evidence::host {
namespace {

constexpr std::string_view kAbout = "mapped";
constexpr std::string_view kGone = "its mapping went away while it was observed";
constexpr std::string_view kNeeds =
    "; the mapped file itself can be reached only through map_files, which needs CAP_CHECKPOINT_RESTORE or "
    "CAP_SYS_ADMIN";
constexpr std::string_view kMemfd = "/memfd:";

bool is_denied(const std::error_code& code) {
  return code == std::errc::operation_not_permitted || code == std::errc::permission_denied;
}

bool is_one_file(const FileStatus& one, const FileStatus& other) {
  return one.device == other.device && one.inode == other.inode;
}

bool agrees(const FileStatus& status, const MapsLine& line) {
  return gnu_dev_major(status.device) == line.major && gnu_dev_minor(status.device) == line.minor &&
         status.inode == line.inode;
}

std::string place(std::uint64_t major, std::uint64_t minor, std::uint64_t inode) {
  return "device " + std::to_string(major) + ":" + std::to_string(minor) + " inode " + std::to_string(inode);
}

bool is_memfd(std::string_view name) {
  return name.starts_with(kMemfd) && name.ends_with(kDeletedMark);
}

// In maps a line feed of a name is written as an escape, which a name may have by itself. A name that is too
// long to be read is believed.
bool is_called(const Descriptor& file, const std::string& name) {
  const auto found = kernel_name(file);
  return !found || with_line_feeds(*found) == name;
}

bool has_map_files(const Process& process) {
  try {
    open_entry(process.directory(), "map_files", O_PATH | O_DIRECTORY);
    return true;
  } catch (const SystemError& error) {
    return !is_missing(error.code());
  }
}

}  // namespace

// An open file that is known to be the mapped one; through O_PATH alone where it is not a regular file.
struct MappedFileObserver::Found {
  Descriptor file;
  MappedRecord::Via via = MappedRecord::Via::map_files;
};

MappedFileObserver::MappedFileObserver(const Process& process, const Descriptor* memory, Progress* progress)
    : process_(process),
      memory_(memory),
      start_(start_of(process)),
      progress_(progress),
      names_(process),
      has_map_files_(has_map_files(process)) {}

std::string MappedFileObserver::path_of(const std::string& name) const {
  return names_.seen(name);
}

RecordBody MappedFileObserver::look(const MappedFile& file) const {
  const std::string path = path_of(file.front().name);
  try {
    return look_at(file);
  } catch (const Problem& problem) {
    return make_error(kAbout, path, problem.reason);
  } catch (const SystemError& error) {
    return make_error(kAbout, path,
                      is_gone(error.code()) ? std::string(kGone) : cause("unreadable", error.code()));
  }
}

MappedRecord MappedFileObserver::look_at(const MappedFile& file) const {
  const MapsLine& line = file.front();
  const Found found = find(line);
  const bool by_itself = found.via == MappedRecord::Via::map_files;
  std::string path = path_of(by_itself ? kernel_name(found.file).value_or(line.name) : line.name);
  const auto outcome = hash_file(found.file, path, progress_);
  if (const auto* unhashed = std::get_if<Unhashed>(&outcome)) {
    throw Problem{unhashed->reason};
  }
  const HashedFile& hashed = std::get<HashedFile>(outcome);
  const bool deleted = hashed.status.links == 0;
  const bool memfd = deleted && is_memfd(path);
  if (deleted && path.ends_with(kDeletedMark)) {
    path.resize(path.size() - kDeletedMark.size());
  }
  MappedRecord record{
      .kind = memfd ? MappedRecord::Kind::memfd : MappedRecord::Kind::file,
      .path = std::move(path),
      .listed = {},
      .digest = hashed.digest,
      .via = found.via,
      .size = hashed.status.size,
      .mappings = file.size(),
      .deleted = deleted,
      .changed_after_start = hashed.status.changed_ns > start_,
      .pages = std::nullopt,
      .changed_pages = std::nullopt,
  };
  compare(file, found, hashed, record);
  return record;
}

MappedFileObserver::Found MappedFileObserver::find(const MapsLine& line) const {
  auto found = has_map_files_ ? find_in_map_files(line) : std::nullopt;
  return found ? *std::move(found) : find_by_path(line);
}

// Absent without the right to follow the link. What an opened file is called tells whether it is still the
// one that maps showed there.
std::optional<MappedFileObserver::Found> MappedFileObserver::find_in_map_files(const MapsLine& line) const {
  const std::string entry = "map_files/" + line.range();
  try {
    Descriptor seen = open_entry(process_.directory(), entry, O_PATH);
    const FileStatus status = file_status(seen, entry);
    if (!is_called(seen, line.name)) {
      throw Problem{std::string(kGone)};
    }
    if (!S_ISREG(status.mode)) {
      return Found{std::move(seen), MappedRecord::Via::map_files};
    }
    Descriptor file = open_entry(process_.directory(), entry);
    if (!is_one_file(file_status(file, entry), status)) {
      throw Problem{std::string(kGone)};
    }
    return Found{std::move(file), MappedRecord::Via::map_files};
  } catch (const SystemError& error) {
    if (is_denied(error.code())) {
      return std::nullopt;
    }
    throw;
  }
}

MappedFileObserver::Found MappedFileObserver::find_by_path(const MapsLine& line) const {
  const std::string path = path_of(line.name);
  const auto cannot = [](const std::string& why) { return Problem{why + std::string(kNeeds)}; };
  if (!process_.root()) {
    throw cannot(process_.root_problem());
  }
  if (!path.starts_with('/') || is_memfd(path)) {
    throw cannot("it has no path");
  }
  const auto open_path = [&](int flags) {
    return open_beneath(process_.root(), path, Resolve::in_root, flags);
  };
  try {
    Descriptor seen = open_path(O_PATH);
    const FileStatus status = file_status(seen, path);
    if (!agrees(status, line)) {
      throw cannot(
          "cannot be tied to a file: maps shows " + place(line.major, line.minor, line.inode) +
          ", its path leads to " +
          place(gnu_dev_major(status.device), gnu_dev_minor(status.device), status.inode) +
          " (replaced, or on a file system like overlayfs and btrfs, whose files show another device)");
    }
    if (!S_ISREG(status.mode)) {
      return Found{std::move(seen), MappedRecord::Via::path};
    }
    Descriptor file = open_path(0);
    if (!is_one_file(file_status(file, path), status)) {
      throw Problem{"changed while it was observed"};
    }
    return Found{std::move(file), MappedRecord::Via::path};
  } catch (const SystemError& error) {
    if (is_missing(error.code())) {
      throw cannot(path.ends_with(kDeletedMark) ? "was deleted or replaced since, as maps has it"
                                                : "no file is at its path");
    }
    throw cannot(cause("its path cannot be opened", error.code()));
  }
}

void MappedFileObserver::compare(const MappedFile& file, const Found& found, const HashedFile& hashed,
                                 MappedRecord& record) const {
  if (memory_ == nullptr) {
    return;
  }
  ComparedPages pages;
  try {
    pages = compare_pages(*memory_, file, found.file, progress_);
  } catch (const SystemError& error) {
    throw Problem{cause("its memory cannot be compared", error.code())};
  }
  const FileStatus now = file_status(found.file, record.path);
  if (now.size != hashed.status.size || now.modified_ns != hashed.status.modified_ns ||
      now.changed_ns != hashed.status.changed_ns) {
    throw Problem{"changed while it was read"};
  }
  record.pages = pages.compared;
  record.changed_pages = pages.changed;
}

bool went_away(const RecordBody& body) {
  const auto* error = std::get_if<ErrorRecord>(&body);
  return error != nullptr && error->about == kAbout && error->reason == kGone;
}

}  // namespace evidence::host
