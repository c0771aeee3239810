#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "descriptor_budget.h"
#include "entry_access.h"
#include "evidence/digest.h"
#include "file_batches.h"
#include "tree_walk.h"

namespace evidence {
namespace {

// `flags` with O_PATH open nothing for reading.
Descriptor open_path(const Descriptor* base, const std::string& path, int flags) {
  if (base != nullptr) {
    Descriptor opened = open_beneath(*base, path, Resolve::in_root, flags);
    if ((flags & O_PATH) == 0) {
      keep_access_time(opened);
    }
    return opened;
  }
  if ((flags & O_PATH) == 0) {
    return open_quietly(Descriptor(AT_FDCWD), path, flags);
  }
  const int fd = openat(AT_FDCWD, path.c_str(), flags | O_CLOEXEC);
  if (fd < 0) {
    throw_errno("open", path);
  }
  return Descriptor(fd);
}

class PathWalk {
 public:
  PathWalk(const Descriptor* base, const TreeOptions& options, FileBatches& batches, const Progress* progress)
      : base_(base), options_(options), batches_(batches), progress_(progress) {}

  void walk(const std::string& path) {
    batches_.begin(path);
    TreeEntry entry;
    try {
      entry.status = file_status(open_path(base_, path, O_PATH), path);
      entry.kind = entry_kind(entry.status.mode);
      if (entry.kind == EntryKind::directory) {
        TreeWalk(options_, batches_, progress_).walk(open_path(base_, path, O_DIRECTORY));
        return;
      }
      if (entry.kind == EntryKind::file) {
        batches_.add_file(std::move(entry), nullptr,
                          [base = base_, &path] { return open_path(base, path, 0); });
        return;
      }
    } catch (const SystemError& error) {
      entry.problem = problem_of(path, error);
    }
    batches_.add(std::move(entry));
  }

 private:
  std::string problem_of(const std::string& path, const SystemError& error) const {
    if (!is_missing(error.code())) {
      return reason_of(error);
    }
    try {
      open_path(base_, path, O_PATH | O_NOFOLLOW);
      return "is a symbolic link that leads nowhere";
    } catch (const SystemError&) {
      return std::string(kMissing);
    }
  }

  const Descriptor* base_;
  const TreeOptions& options_;
  FileBatches& batches_;
  const Progress* progress_;
};

bool is_directory(const Descriptor* base, const std::string& path) {
  try {
    return entry_kind(file_status(open_path(base, path, O_PATH), path).mode) == EntryKind::directory;
  } catch (const SystemError&) {
    return false;
  }
}

// Threads cost more than one file's reading can gain from them.
unsigned jobs_for(const Descriptor* base, std::span<const std::string> paths, const TreeOptions& options) {
  const bool single = paths.size() == 1 && !is_directory(base, paths.front());
  if (single || options.contents == Contents::skip) {
    return 1;
  }
  const unsigned wanted = thread_count(options.jobs);
  return descriptor_budget(wanted, 1).threads;
}

}  // namespace

std::string path_in_tree(const std::string& tree, const std::string& entry_path) {
  if (entry_path.empty()) {
    return tree;
  }
  return tree.ends_with('/') ? tree + entry_path : tree + "/" + entry_path;
}

void walk_paths(const Descriptor* base, std::span<const std::string> paths, const TreeOptions& options,
                const std::function<void(const std::string& path, const TreeEntry&)>& take,
                Progress* progress) {
  if (base != nullptr && options.links == Links::follow) {
    throw UsageError("links are not followed below another root: they could lead out of it");
  }
  FileBatches batches(options, jobs_for(base, paths, options), take, progress);
  PathWalk walk(base, options, batches, progress);
  std::ranges::for_each(paths, [&](const std::string& path) { walk.walk(path); });
  batches.finish();
}

}  // namespace evidence
