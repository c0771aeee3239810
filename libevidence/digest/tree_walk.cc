#include "tree_walk.h"

#include <fcntl.h>

#include <algorithm>
#include <utility>

#include "entry_access.h"

namespace evidence {
namespace {

constexpr std::size_t kRunBytes = 4 << 20;    // names of one directory at a time
constexpr std::size_t kHeldBytes = 12 << 20;  // names of all directories that are being walked
constexpr std::size_t kMostLinks = 40;        // that are being followed, as the kernel counts them
constexpr std::size_t kMostLinked = 1
                                    << 16;  // directories entered through links: each may double what follows

constexpr std::string_view kChanged = "changed while it was read";

bool is_same(const FileStatus& a, std::uint64_t device, std::uint64_t inode) {
  return a.device == device && a.inode == inode;
}

}  // namespace

void TreeWalk::problem(std::size_t path_size, std::string reason) {
  TreeEntry entry;
  entry.path = path_.substr(0, path_size);
  entry.kind = EntryKind::directory;
  entry.problem = std::move(reason);
  batches_.add(std::move(entry));
}

void TreeWalk::walk(Descriptor top) {
  TreeEntry entry;
  entry.kind = EntryKind::directory;
  entry.status = file_status(top, "");
  device_ = entry.status.device;
  const FileStatus status = entry.status;
  batches_.add(std::move(entry));
  enter(std::move(top), status, false);
  while (!levels_.empty()) {
    if (progress_ != nullptr && progress_->stop.load(std::memory_order_relaxed)) {
      throw Interrupted();
    }
    Level& level = levels_.back();
    path_.resize(level.path_size);
    if (!visit_next(level)) {
      leave();
    }
  }
}

// False when the level has no more names.
bool TreeWalk::visit_next(Level& level) {
  if (!level.names || !level.directory) {
    return false;
  }
  std::optional<TreeNames::Name> name;
  const std::size_t before = level.names->held();
  try {
    name = level.names->next(*level.directory, "");
  } catch (const SystemError& error) {
    problem(level.path_size, reason_of(error));
  }
  held_ += level.names->held() - before;
  if (!name || level.names->ended()) {
    held_ -= level.names->held();
    level.names.reset();
  }
  if (!name) {
    return false;
  }
  if (level.path_size + 1 + name->text.size() > kMaxTreePath) {
    problem(level.path_size, "the paths in it are longer than " + std::to_string(kMaxTreePath) + " bytes");
    return false;
  }
  if (!path_.empty()) {
    path_ += '/';
  }
  path_ += name->text;
  visit(level, *name);
  return true;
}

TreeWalk::Found TreeWalk::find(const Descriptor& directory, const std::string& name) const {
  const FileStatus own = file_status_at(directory, name, Links::record);
  if (options_.links == Links::record || entry_kind(own.mode) != EntryKind::symlink) {
    return {own, false};
  }
  try {
    return {file_status_at(directory, name, Links::follow), true};
  } catch (const SystemError& error) {
    // A link that leads nowhere is all that there is.
    if (error.code() == std::errc::no_such_file_or_directory) {
      return {own, false};
    }
    throw;
  }
}

void TreeWalk::visit(const Level& level, const TreeNames::Name& name) {
  TreeEntry entry;
  entry.path = path_;
  // Its status comes with its content.
  if (name.kind == TreeNames::Kind::file && options_.contents == Contents::hash) {
    add_file(level, name.text, std::move(entry));
    return;
  }
  try {
    const auto [status, linked] = find(*level.directory, name.text);
    entry.status = status;
    entry.kind = entry_kind(entry.status.mode);
    if ((entry.kind == EntryKind::directory) != name.is_directory()) {
      entry.problem = kChanged;
    } else if (entry.kind == EntryKind::directory) {
      visit_directory(level, name.text, std::move(entry), linked);
      return;
    } else if (entry.kind == EntryKind::symlink) {
      entry.target = read_link_at(*level.directory, name.text);
    } else if (entry.kind == EntryKind::file) {
      add_file(level, name.text, std::move(entry));
      return;
    }
  } catch (const SystemError& error) {
    entry.problem = reason_of(error);
  }
  batches_.add(std::move(entry));
}

void TreeWalk::add_file(const Level& level, const std::string& name, TreeEntry entry) {
  batches_.add_file(std::move(entry), level.directory.get(),
                    [directory = level.directory, name, links = options_.links] {
                      return open_quietly(*directory, name, links == Links::follow ? 0 : O_NOFOLLOW);
                    });
}

// Why a directory is not entered though it should be; empty when nothing is in the way.
std::string TreeWalk::refusal(const FileStatus& status, bool linked) const {
  if (options_.links == Links::record) {
    return "";
  }
  if (linked && linked_ >= kMostLinks) {
    return "more than " + std::to_string(kMostLinks) + " symbolic links lead here, one in the other";
  }
  if (linked && all_linked_ >= kMostLinked) {
    return "more than " + std::to_string(kMostLinked) + " directories were entered through symbolic links";
  }
  const bool loops = std::ranges::any_of(
      levels_, [&](const Level& level) { return is_same(status, level.device, level.inode); });
  return loops ? "is a link to a directory that it lies in" : "";
}

void TreeWalk::visit_directory(const Level& level, const std::string& name, TreeEntry entry, bool linked) {
  const FileStatus status = entry.status;
  entry.entered = options_.mounts == Mounts::cross || status.device == device_;
  entry.problem = refusal(status, linked);
  if (!entry.entered || !entry.problem.empty()) {
    batches_.add(std::move(entry));
    return;
  }
  try {
    Descriptor opened = open_quietly(*level.directory, name, O_DIRECTORY | (linked ? 0 : O_NOFOLLOW));
    // An automount may have put another directory there, which belongs to another file system.
    const FileStatus now = file_status(opened, name);
    if (is_same(now, status.device, status.inode)) {
      batches_.add(std::move(entry));
      enter(std::move(opened), now, linked);
      return;
    }
    entry.problem = kChanged;
  } catch (const SystemError& error) {
    entry.problem = reason_of(error);
  }
  batches_.add(std::move(entry));
}

void TreeWalk::enter(Descriptor directory, const FileStatus& status, bool linked) {
  levels_.push_back({.directory = std::make_shared<const Descriptor>(std::move(directory)),
                     .names = std::make_unique<TreeNames>(options_.links, kRunBytes),
                     .device = status.device,
                     .inode = status.inode,
                     .modified_ns = status.modified_ns,
                     .changed_ns = status.changed_ns,
                     .path_size = path_.size(),
                     .linked = linked});
  linked_ += linked ? 1 : 0;
  all_linked_ += linked ? 1 : 0;
  save_descriptors();
  save_memory();
}

void TreeWalk::save_descriptors() {
  while (levels_.size() - first_open_ > most_open_) {
    if (!levels_[first_open_ + 1].linked) {
      levels_[first_open_].directory.reset();
    }
    ++first_open_;
  }
}

// The outermost names are needed last. Half at a time, so that this is rare.
void TreeWalk::save_memory() {
  if (held_ <= kHeldBytes) {
    return;
  }
  for (Level& level : levels_) {
    if (level.names && held_ > kHeldBytes / 2) {
      held_ -= level.names->held();
      level.names->give_up();
      held_ += level.names->held();
    }
  }
}

void TreeWalk::leave() {
  const Level level = std::move(levels_.back());
  levels_.pop_back();
  linked_ -= level.linked ? 1 : 0;
  if (level.names) {
    held_ -= level.names->held();
  }
  first_open_ = std::min(first_open_, levels_.empty() ? 0 : levels_.size() - 1);
  if (!level.directory) {
    problem(level.path_size, "was moved while it was read");
    return;
  }
  const FileStatus now = file_status(*level.directory, "");
  if (now.modified_ns != level.modified_ns || now.changed_ns != level.changed_ns) {
    problem(level.path_size, std::string(kChanged));
  }
  if (!levels_.empty() && !levels_.back().directory) {
    reopen(*level.directory);
  }
}

// Where this fails the level stays closed, which its own leaving tells.
void TreeWalk::reopen(const Descriptor& child) {
  Level& level = levels_.back();
  try {
    Descriptor opened = open_quietly(child, "..", O_DIRECTORY);
    if (is_same(file_status(opened, ".."), level.device, level.inode)) {
      level.directory = std::make_shared<const Descriptor>(std::move(opened));
    }
  } catch (const SystemError&) {
    return;
  }
}

}  // namespace evidence
