#include "walk.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

namespace evidence {
namespace {

constexpr int kMostLinks = 40;  // as the kernel counts them
constexpr ino_t kProcRootInode = 1;

class Walk {
 public:
  Walk(const Descriptor& directory, std::string_view path, Resolve resolve, int flags)
      : base_(directory), path_(path), resolve_(resolve), flags_(flags), rest_(path) {}

  Descriptor run();

 private:
  [[noreturn]] void fail(int number) const;
  Descriptor open_at(const std::string& name, int flags) const;
  struct stat status_of(const Descriptor& descriptor) const;
  int top() const { return below_.empty() ? base_.get() : below_.back().get(); }
  // What is left is at most slashes: the component just taken is the last.
  bool at_end() const { return rest_.find_first_not_of('/') == std::string::npos; }

  std::string take_component();
  void start_over_at_root();
  void go_up();
  void follow(const Descriptor& link);
  void refuse_magic(const Descriptor& link) const;
  Descriptor open_last(const std::string& name, int flags) const;

  const Descriptor& base_;
  std::string_view path_;  // for messages
  Resolve resolve_;
  int flags_;
  std::string rest_;               // still to be resolved
  std::vector<Descriptor> below_;  // the folders entered below the base, so that `..` cannot be redirected
  int links_ = 0;
};

void Walk::fail(int number) const {
  throw SystemError("open", path_, std::error_code(number, std::generic_category()));
}

Descriptor Walk::open_at(const std::string& name, int flags) const {
  Descriptor opened(openat(top(), name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC));
  if (!opened) {
    throw_errno("open", path_);
  }
  return opened;
}

struct stat Walk::status_of(const Descriptor& descriptor) const {
  struct stat status {};
  if (fstat(descriptor.get(), &status) != 0) {
    throw_errno("stat", path_);
  }
  return status;
}

std::string Walk::take_component() {
  const std::size_t begin = std::min(rest_.find_first_not_of('/'), rest_.size());
  const std::size_t end = std::min(rest_.find('/', begin), rest_.size());
  std::string component = rest_.substr(begin, end - begin);
  rest_.erase(0, end);
  return component;
}

void Walk::start_over_at_root() {
  if (resolve_ == Resolve::beneath) {
    fail(EXDEV);
  }
  below_.clear();
}

void Walk::go_up() {
  if (!below_.empty()) {
    below_.pop_back();
  } else if (resolve_ == Resolve::beneath) {
    fail(EXDEV);
  }
}

// The links of procfs jump without a path. Those in its top folder (self, thread-self, net, mounts) do not.
void Walk::refuse_magic(const Descriptor& link) const {
  struct statfs system {};
  if (fstatfs(link.get(), &system) != 0) {
    throw_errno("statfs", path_);
  }
  struct stat parent {};
  if (fstat(top(), &parent) != 0) {
    throw_errno("stat", path_);
  }
  if (system.f_type == PROC_SUPER_MAGIC && parent.st_ino != kProcRootInode) {
    fail(ELOOP);
  }
}

void Walk::follow(const Descriptor& link) {
  if (++links_ > kMostLinks) {
    fail(ELOOP);
  }
  refuse_magic(link);
  std::string target(PATH_MAX, '\0');
  const ssize_t length = readlinkat(link.get(), "", target.data(), target.size());
  if (length < 0) {
    throw_errno("readlink", path_);
  }
  target.resize(static_cast<std::size_t>(length));
  if (target.empty()) {
    fail(ENOENT);
  }
  if (target[0] == '/') {
    start_over_at_root();
  }
  rest_ = target + rest_;
}

// The name was no link when it was looked at; O_NOFOLLOW makes one that took its place an error.
Descriptor Walk::open_last(const std::string& name, int flags) const {
  return open_at(name.empty() ? "." : name, flags);
}

Descriptor Walk::run() {
  if (rest_.empty()) {
    fail(ENOENT);
  }
  if (rest_[0] == '/') {
    start_over_at_root();
  }
  while (true) {
    const std::string name = take_component();
    if (name == "..") {
      go_up();
    }
    if (name.empty() || name == "." || name == "..") {
      if (at_end()) {
        return open_last("", flags_);
      }
      continue;
    }
    Descriptor seen = open_at(name, O_PATH);
    const mode_t mode = status_of(seen).st_mode;
    const bool must_be_folder = !rest_.empty();
    if (S_ISLNK(mode) && (must_be_folder || (flags_ & O_NOFOLLOW) == 0)) {
      follow(seen);
    } else if (must_be_folder && !S_ISDIR(mode)) {
      fail(ENOTDIR);
    } else if (at_end()) {
      return open_last(name, flags_ | (must_be_folder ? O_DIRECTORY : 0));
    } else {
      below_.push_back(std::move(seen));
    }
  }
}

}  // namespace

Descriptor walk_beneath(const Descriptor& directory, std::string_view path, Resolve resolve,
                        int extra_flags) {
  return Walk(directory, path, resolve, beneath_flags(extra_flags)).run();
}

}  // namespace evidence
