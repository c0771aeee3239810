#include "tree_names.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>

namespace evidence {
namespace {

constexpr std::size_t kListingBytes = 32 << 10;

bool is_directory_at(const Descriptor& directory, const char* name, int flags) {
  struct stat status {};
  return fstatat(directory.get(), name, &status, flags | AT_NO_AUTOMOUNT) == 0 && S_ISDIR(status.st_mode);
}

TreeNames::Kind kind_of(const Descriptor& directory, const dirent64& entry, Links links) {
  using Kind = TreeNames::Kind;
  switch (entry.d_type) {
    case DT_DIR:
      return Kind::directory;
    case DT_REG:
      return Kind::file;
    case DT_LNK:
      if (links == Links::record) {
        return Kind::other;
      }
      break;
    case DT_UNKNOWN:
      break;
    default:
      return Kind::other;
  }
  const int flags = links == Links::follow ? 0 : AT_SYMLINK_NOFOLLOW;
  return is_directory_at(directory, entry.d_name, flags) ? Kind::directory : Kind::other;
}

}  // namespace

bool tree_order(std::string_view a, bool a_is_directory, std::string_view b, bool b_is_directory) {
  const std::size_t common = std::min(a.size(), b.size());
  const int order = std::memcmp(a.data(), b.data(), common);
  if (order != 0) {
    return order < 0;
  }
  // The byte behind the shorter name; 0 where it ends.
  const auto behind = [common](std::string_view name, bool directory) -> unsigned {
    if (name.size() > common) {
      return static_cast<unsigned char>(name[common]);
    }
    return directory ? '/' : 0U;
  };
  return behind(a, a_is_directory) < behind(b, b_is_directory);
}

bool TreeNames::comes_before(const Entry& a, const Entry& b) const {
  return tree_order(text_of(a), a.is_directory(), text_of(b), b.is_directory());
}

bool TreeNames::is_behind_last(std::string_view name, Kind kind) const {
  return !last_ || tree_order(last_->text, last_->is_directory(), name, kind == Kind::directory);
}

void TreeNames::give_up() {
  if (at_ < entries_.size()) {
    more_ = true;
  }
  std::string().swap(text_);
  std::vector<Entry>().swap(entries_);
  at_ = 0;
}

std::optional<TreeNames::Name> TreeNames::next(const Descriptor& directory, std::string_view path) {
  if (at_ == entries_.size() && more_) {
    read_run(directory, path);
  }
  if (at_ == entries_.size()) {
    return std::nullopt;
  }
  const Entry& entry = entries_[at_++];
  last_ = Name{std::string(text_of(entry)), entry.kind};
  return last_;
}

void TreeNames::read_run(const Descriptor& directory, std::string_view path) {
  give_up();
  more_ = false;
  std::optional<Name> limit;
  const auto listing = std::make_unique_for_overwrite<char[]>(kListingBytes);
  if (lseek(directory.get(), 0, SEEK_SET) != 0) {
    throw_errno("list", path);
  }
  while (true) {
    const ssize_t count = getdents64(directory.get(), listing.get(), kListingBytes);
    if (count < 0) {
      throw_errno("list", path);
    }
    if (count == 0) {
      break;
    }
    for (std::size_t at = 0; at < static_cast<std::size_t>(count);) {
      const auto* const entry = reinterpret_cast<const dirent64*>(listing.get() + at);
      at += entry->d_reclen;
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") {
        add(name, kind_of(directory, *entry, links_), limit);
      }
    }
  }
  std::ranges::sort(entries_, [this](const Entry& a, const Entry& b) { return comes_before(a, b); });
}

void TreeNames::add(std::string_view name, Kind kind, std::optional<Name>& limit) {
  if (!is_behind_last(name, kind)) {
    return;
  }
  if (limit && !tree_order(name, kind == Kind::directory, limit->text, limit->is_directory())) {
    more_ = true;
    return;
  }
  entries_.push_back({text_.size(), static_cast<std::uint16_t>(name.size()), kind});
  text_ += name;
  const bool too_much = text_.size() + entries_.size() * sizeof(Entry) > run_bytes_;
  if (too_much && entries_.size() > 1) {
    limit = keep_smallest();
  }
}

// Halves what is held, and returns the first name that is not. Each name is moved a few times at most.
TreeNames::Name TreeNames::keep_smallest() {
  const auto middle = entries_.begin() + static_cast<std::ptrdiff_t>(entries_.size() / 2);
  std::nth_element(entries_.begin(), middle, entries_.end(),
                   [this](const Entry& a, const Entry& b) { return comes_before(a, b); });
  Name limit{std::string(text_of(*middle)), middle->kind};
  more_ = true;
  std::string kept;
  kept.reserve(text_.capacity());
  for (auto entry = entries_.begin(); entry != middle; ++entry) {
    const std::size_t begin = kept.size();
    kept += text_of(*entry);
    entry->begin = begin;
  }
  entries_.erase(middle, entries_.end());
  text_ = std::move(kept);
  return limit;
}

}  // namespace evidence
