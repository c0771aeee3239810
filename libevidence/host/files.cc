#include "files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>
#include <variant>

#include "evidence/digest.h"
#include "file_record.h"
#include "in_order.h"
#include "proc_entry.h"
#include "start_time.h"

namespace evidence::host {
namespace {

constexpr std::string_view kAbout = "file";

// Looks at single paths; safe to use from several threads.
class FileObserver {
 public:
  FileObserver(const Descriptor* base, EvidenceKind evidence, std::optional<std::int64_t> start,
               Progress* progress)
      : base_(base), evidence_(evidence), start_(start), progress_(progress) {}

  RecordBody look(const std::string& path) const {
    try {
      return look_at(path);
    } catch (const SystemError& error) {
      if (is_missing(error.code()) && !stands_there(path)) {
        return AbsentRecord{.thing = std::string(kAbout), .name = path};
      }
      return make_error(kAbout, path,
                        is_missing(error.code()) ? "is a symbolic link that leads nowhere"
                                                 : cause("unreadable", error.code()));
    }
  }

 private:
  // A path without a base is relative to the working directory and may lead out of it.
  Descriptor open_path(const std::string& path, int flags) const {
    if (base_ != nullptr) {
      return open_beneath(*base_, path, Resolve::in_root, flags);
    }
    const int fd = openat(AT_FDCWD, path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
      throw_errno("open", path);
    }
    return Descriptor(fd);
  }

  // A link that leads nowhere: something has the name.
  bool stands_there(const std::string& path) const {
    try {
      open_path(path, O_PATH | O_NOFOLLOW);
      return true;
    } catch (const SystemError&) {
      return false;
    }
  }

  // Nothing but a regular file is opened for reading: to open a FIFO or a device can already do something.
  RecordBody look_at(const std::string& path) const {
    const Descriptor seen = open_path(path, O_PATH);
    const bool regular = S_ISREG(file_status(seen, path).mode);
    const auto outcome =
        regular ? hash_file(open_path(path, O_RDONLY), path, progress_) : hash_file(seen, path, progress_);
    if (const auto* unhashed = std::get_if<Unhashed>(&outcome)) {
      return make_error(kAbout, path, unhashed->reason);
    }
    const auto& [digest, status] = std::get<HashedFile>(outcome);
    return file_record(path, digest, status, evidence_, start_);
  }

  const Descriptor* base_;
  EvidenceKind evidence_;
  std::optional<std::int64_t> start_;
  Progress* progress_;
};

Descriptor open_root(const std::string& root) {
  try {
    return open_directory(root);
  } catch (const SystemError& error) {
    throw UsageError(error.what());
  }
}

void observe_own_files(const Request& request, Reporter& reporter, Progress* progress) {
  const bool below_root = !request.root.empty();
  const Descriptor base = open_root(below_root ? request.root : "/");
  const FileObserver in_base(&base, EvidenceKind::file, std::nullopt, progress);
  const FileObserver free(nullptr, EvidenceKind::file, std::nullopt, progress);
  const auto make = [&](std::size_t index) {
    const std::string& path = request.watch.files[index];
    return (below_root || path.starts_with('/') ? in_base : free).look(path);
  };
  make_in_order(request.watch.files.size(), request.jobs, make,
                [&](const RecordBody& body) { reporter.record(body); });
}

}  // namespace

void observe_files(const std::optional<Process>& process, const Request& request, Reporter& reporter,
                   Progress* progress) {
  if (!request.pid) {
    observe_own_files(request, reporter, progress);
    return;
  }
  // A process that was not there has been reported.
  if (!process || request.watch.files.empty()) {
    return;
  }
  if (!process->root()) {
    reporter.error(kAbout, "/", process->root_problem());
    return;
  }
  const FileObserver observer(&process->root(), EvidenceKind::process, start_of(*process), progress);
  make_in_order(
      request.watch.files.size(), request.jobs,
      [&](std::size_t index) { return observer.look(request.watch.files[index]); },
      [&](const RecordBody& body) { reporter.record(body); });
}

}  // namespace evidence::host
