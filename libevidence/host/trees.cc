#include "trees.h"

#include <sys/sysmacros.h>

#include <string>
#include <utility>

#include "evidence/digest.h"
#include "file_record.h"
#include "start_time.h"

namespace evidence::host {
namespace {

constexpr std::string_view kAbout = "file";

bool is_device(EntryKind kind) {
  return kind == EntryKind::character_device || kind == EntryKind::block_device;
}

// One tree whose entries are coming.
class Tree {
 public:
  Tree(std::string path, const Trees& trees, EvidenceKind evidence)
      : dir_hash_(trees.dir_hash), record_{.path = std::move(path), .digest = Digest(Digest::Bytes{})} {
    record_.follows_links = trees.options.links == Links::follow;
    record_.crosses_mounts = trees.options.mounts == Mounts::cross;
    record_.evidence = evidence;
  }

  void add(const TreeEntry& entry) {
    if (!entry.problem.empty()) {
      ++problems_;
      return;
    }
    digest_.add(entry);
    if (dir_hash_ == Trees::DirHash::make) {
      dir_hash1_.add(entry);
    }
    if (entry.kind == EntryKind::file) {
      ++record_.files;
      record_.hard_linked += entry.status.links > 1 ? 1 : 0;
      record_.bytes += entry.status.size;
    } else {
      ++(entry.kind == EntryKind::directory ? record_.directories
         : entry.kind == EntryKind::symlink ? record_.symlinks
                                            : record_.others);
    }
  }

  void finish(Reporter& reporter) {
    if (problems_ > 0) {
      reporter.error("tree", record_.path,
                     "no digest of the whole: not all of it could be read (" + std::to_string(problems_) +
                         (problems_ == 1 ? " problem)" : " problems)"));
      return;
    }
    record_.digest = digest_.finish();
    if (dir_hash_ == Trees::DirHash::make) {
      record_.dir_hash1 = dir_hash1_.finish();
      if (!record_.dir_hash1) {
        reporter.error("tree", record_.path,
                       "no dirHash1: it is not defined where a name has a line feed, or where something is "
                       "neither a file nor a directory");
      }
    }
    reporter.record(record_);
  }

 private:
  Trees::DirHash dir_hash_;
  TreeRecord record_;
  TreeDigest digest_;
  DirHash1 dir_hash1_;
  std::uint64_t problems_ = 0;
};

class TreeObserver {
 public:
  TreeObserver(const Request& request, EvidenceKind evidence, std::optional<std::int64_t> start,
               Reporter& reporter)
      : request_(request), evidence_(evidence), start_(start), reporter_(reporter) {}

  void take(const std::string& path, const TreeEntry& entry) {
    const bool named = entry.path.empty();
    if (named && !(tree_ && !entry.problem.empty() && &path == tree_of_)) {
      finish();
      if (entry.kind == EntryKind::directory && entry.problem.empty()) {
        tree_.emplace(path, request_.trees, evidence_);
        tree_of_ = &path;
      }
    }
    if (tree_) {
      tree_->add(entry);
    }
    record(path_in_tree(path, entry.path), entry, named);
  }

  void finish() {
    if (tree_) {
      tree_->finish(reporter_);
    }
    tree_.reset();
  }

 private:
  void record(std::string path, const TreeEntry& entry, bool named) {
    if (entry.problem == kMissing) {
      reporter_.record(AbsentRecord{.thing = std::string(kAbout), .name = std::move(path)});
    } else if (!entry.problem.empty()) {
      reporter_.error(kAbout, path, entry.problem);
    } else if (entry.kind == EntryKind::file) {
      reporter_.record(file_record(std::move(path), *entry.digest, entry.status, evidence_, start_));
    } else if (named && entry.kind != EntryKind::directory) {
      reporter_.error(kAbout, path, "is a " + std::string(entry_kind_name(entry.kind)));
    } else {
      record_entry(std::move(path), entry);
    }
  }

  void record_entry(std::string path, const TreeEntry& entry) {
    EntryRecord record;
    record.path = std::move(path);
    record.kind = entry.kind;
    record.mode = entry.status.mode & kPermissionBits;
    if (entry.kind == EntryKind::symlink) {
      record.target = entry.target;
    }
    if (is_device(entry.kind)) {
      record.device =
          std::to_string(major(entry.status.special)) + ":" + std::to_string(minor(entry.status.special));
    }
    record.entered = entry.entered;
    record.evidence = evidence_;
    reporter_.record(record);
  }

  const Request& request_;
  EvidenceKind evidence_;
  std::optional<std::int64_t> start_;
  Reporter& reporter_;
  std::optional<Tree> tree_;
  const std::string* tree_of_ = nullptr;
};

Descriptor open_root(const std::string& root) {
  try {
    return open_directory(root);
  } catch (const SystemError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

void observe_trees(const std::optional<Process>& process, const Request& request, Reporter& reporter,
                   Progress* progress) {
  // A process that was not there has been reported.
  if (request.trees.paths.empty() || (request.pid && !process)) {
    return;
  }
  if (process && !process->root()) {
    reporter.error(kAbout, "/", process->root_problem());
    return;
  }
  const Descriptor below = request.root.empty() ? Descriptor() : open_root(request.root);
  const Descriptor* const base = process ? &process->root() : below ? &below : nullptr;
  TreeObserver observer(request, process ? EvidenceKind::process : EvidenceKind::file,
                        process ? std::optional(start_of(*process)) : std::nullopt, reporter);
  walk_paths(
      base, request.trees.paths, request.trees.options,
      [&](const std::string& path, const TreeEntry& entry) { observer.take(path, entry); }, progress);
  observer.finish();
}

}  // namespace evidence::host
