#include <fcntl.h>

#include <cerrno>
#include <memory>

#include "entry_access.h"
#include "evidence/digest.h"
#include "list_keywords.h"
#include "list_place.h"

namespace evidence {
namespace {

constexpr std::size_t kWaitingForEach = 16;  // entries a thread

struct Seen {
  ListOutcome outcome = ListOutcome::as_listed;
  std::string reason;
};

void add_difference(std::string& differences, std::string_view difference) {
  if (!differences.empty()) differences += "; ";
  differences += difference;
}

// Where the list says no kind but speaks of content, a regular file is meant.
bool same_kind(const ListedEntry& entry, EntryKind found) {
  if (entry.kind) return found == *entry.kind;
  return found == EntryKind::file || (!entry.digest && !entry.size);
}

void compare_kind(const ListedEntry& entry, EntryKind found, std::string& differences) {
  if (same_kind(entry, found)) return;
  add_difference(differences, "is a " + std::string(entry_kind_name(found)));
  if (entry.kind) differences += ", listed as a " + std::string(entry_kind_name(*entry.kind));
}

// Linux gives every symbolic link the same mode, whatever it had where the list was written.
void compare_mode(const ListedEntry& entry, std::uint32_t mode, std::string& differences) {
  const std::uint32_t bits = mode & kPermissionBits;
  if (!entry.mode || *entry.mode == bits || entry_kind(mode) == EntryKind::symlink) return;
  add_difference(differences, "has mode " + mode_digits(bits) + ", listed " + mode_digits(*entry.mode));
}

void compare_size(const ListedEntry& entry, std::uint64_t size, std::string& differences) {
  if (!entry.size || *entry.size == size) return;
  add_difference(differences,
                 "has " + std::to_string(size) + " bytes, listed " + std::to_string(*entry.size));
}

// Looks at one name after the other, on any thread.
class Looker {
 public:
  Looker(const DigestList& list, const ListPlace& place, Progress* progress)
      : carriage_returns_(list.carriage_returns && list.format == ListFormat::sha256sum),
        place_(place),
        progress_(progress) {}
  Seen look(const ListedEntry& entry) const;

 private:
  Seen look_at(const ListedEntry& entry, const std::string& path) const;
  Seen compare(const ListedEntry& entry, const std::string& path) const;
  Seen compare_content(const ListedEntry& entry, const std::string& path) const;

  const bool carriage_returns_;  // which may belong to names
  const ListPlace& place_;
  Progress* progress_;
};

// A name that the list gives a kind is itself meant, and not what it links to.
int flags_for(const ListedEntry& entry) {
  return entry.kind ? O_NOFOLLOW : 0;
}

Seen Looker::compare_content(const ListedEntry& entry, const std::string& path) const {
  const FileOutcome outcome = hash_file(place_.open(path, flags_for(entry)), path, progress_);
  if (const auto* const unhashed = std::get_if<Unhashed>(&outcome)) {
    switch (unhashed->why) {
      case Unhashed::Why::not_regular:
        return {ListOutcome::different, unhashed->reason};
      case Unhashed::Why::changed:
        return {ListOutcome::changed, unhashed->reason};
      case Unhashed::Why::unreadable:
        return {ListOutcome::unreadable, unhashed->reason};
    }
  }
  const auto& hashed = std::get<HashedFile>(outcome);
  std::string differences;
  if (hashed.digest != *entry.digest) {
    differences = "has SHA-256 " + hashed.digest.render() + ", listed " + entry.digest->render();
  }
  compare_size(entry, hashed.status.size, differences);
  compare_mode(entry, hashed.status.mode, differences);
  return {differences.empty() ? ListOutcome::as_listed : ListOutcome::different, differences};
}

// Only what is a regular file when it is looked at first is opened for reading.
Seen Looker::compare(const ListedEntry& entry, const std::string& path) const {
  const Descriptor there = place_.open(path, O_PATH | flags_for(entry));
  const FileStatus status = file_status(there, path);
  const EntryKind kind = entry_kind(status.mode);
  if (kind == EntryKind::file && same_kind(entry, kind) && entry.digest) return compare_content(entry, path);
  std::string differences;
  compare_kind(entry, kind, differences);
  if (kind == EntryKind::file) compare_size(entry, status.size, differences);
  compare_mode(entry, status.mode, differences);
  if (kind == EntryKind::symlink && entry.target) {
    if (const std::string target = read_link_at(there, ""); target != *entry.target) {
      add_difference(differences,
                     "leads to " + printable(target) + ", listed as to " + printable(*entry.target));
    }
  }
  return {differences.empty() ? ListOutcome::as_listed : ListOutcome::different, differences};
}

Seen Looker::look_at(const ListedEntry& entry, const std::string& path) const {
  try {
    return compare(entry, path);
  } catch (const SystemError& error) {
    if (is_missing(error.code())) return {ListOutcome::missing, ""};
    if (error.code() == std::errc::cross_device_link)
      return {ListOutcome::unreadable, "leads out of the directory"};
    return {ListOutcome::unreadable, reason_of(error)};
  }
}

// Where every line ended with a carriage return, it may have been the name's last byte as well.
Seen Looker::look(const ListedEntry& entry) const {
  const std::string longer = entry.path + '\r';
  if (!carriage_returns_ || !place_.has(longer)) return look_at(entry, entry.path);
  if (place_.has(entry.path)) {
    return {ListOutcome::ambiguous, "the list does not tell it from " + printable(longer) +
                                        ", as its lines end with carriage returns"};
  }
  return look_at(entry, longer);
}

CheckedEntry checked(const ListedEntry& entry, const Seen& seen, UnicodeTwins& twins) {
  if (seen.outcome != ListOutcome::missing) return {entry, seen.outcome, seen.reason, ""};
  const std::string twin = twins.find(entry.path).value_or("");
  return {entry, seen.outcome,
          twin.empty() ? "does not exist" : "only the Unicode form differs from " + printable(twin), twin};
}

}  // namespace

void check_list(const DigestList& list, const Descriptor* base, unsigned jobs,
                const std::function<void(const CheckedEntry&)>& take, Progress* progress) {
  const ListPlace place(base);
  const Looker looker(list, place, progress);
  UnicodeTwins twins(place);
  const unsigned threads = thread_count(jobs);
  OrderedWork work(threads, threads * kWaitingForEach);
  for (const ListedEntry& entry : list.entries) {
    if (progress != nullptr && progress->stop) throw Interrupted();
    const auto seen = std::make_shared<Seen>();
    work.give([&looker, &entry, seen] { *seen = looker.look(entry); },
              [&take, &twins, &entry, seen] { take(checked(entry, *seen, twins)); });
  }
  work.finish();
}

}  // namespace evidence
