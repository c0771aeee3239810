#include "private_files.h"

#include <algorithm>
#include <filesystem>

namespace evidence::packet {

namespace {

namespace fs = std::filesystem;

void refuse_git_worktree(const std::string& path) {
  std::error_code ignored;
  fs::path folder = fs::canonical(path, ignored).parent_path();
  while (!folder.empty()) {
    if (fs::exists(fs::symlink_status(folder / ".git", ignored))) {
      throw UsageError(printable(path) + ": private evidence must not lie inside a git worktree (" +
                       printable(folder.string()) + ")");
    }
    if (folder == folder.parent_path()) return;
    folder = folder.parent_path();
  }
}

BoundPrivate bind_one(const EvidenceSource& source, Progress* progress) {
  const Descriptor descriptor = open_for_reading(source.path);
  const FileStatus status = file_status(descriptor, source.path);
  if ((status.mode & 0077) != 0) {
    throw UsageError(printable(source.path) +
                     ": private evidence must be readable by its owner alone (chmod 0600)");
  }
  refuse_git_worktree(source.path);
  const auto hashed = hash_file(descriptor, source.path, progress);
  if (const auto* failed = std::get_if<Unhashed>(&hashed))
    throw Error(printable(source.path) + ": " + failed->reason);
  const HashedFile& file = std::get<HashedFile>(hashed);
  return {{source.name, file.status.size}, file.digest};
}

}  // namespace

std::vector<BoundPrivate> bind_private(const std::vector<EvidenceSource>& sources, Progress* progress) {
  std::vector<BoundPrivate> bound;
  for (const EvidenceSource& source : sources) bound.push_back(bind_one(source, progress));
  return bound;
}

std::vector<Subject> subjects_of(const Plan& plan, const std::vector<PayloadFile>& payload,
                                 const std::vector<BoundPrivate>& bound,
                                 const std::vector<ParentView>& parents) {
  std::vector<Subject> subjects;
  for (const PayloadFile& file : payload) subjects.push_back({file.path, file.digest});
  for (const BoundPrivate& one : bound) subjects.push_back({"private/" + one.file.name, one.digest});
  for (const ParentView& parent : parents) {
    // A receipt's own words: what they name is held against the packet that is supplied.
    if (const auto digest = Digest::parse(parent.digest))
      subjects.push_back({"parents/" + parent.name, *digest});
  }
  subjects.push_back({"manifest", plan.manifest_digest()});
  if (const PlanFile* binding = plan.file("binding.json"))
    subjects.push_back({"binding", sha256(binding->bytes)});
  std::sort(subjects.begin(), subjects.end(),
            [](const Subject& a, const Subject& b) { return a.name < b.name; });
  return subjects;
}

}  // namespace evidence::packet
