#include <algorithm>
#include <utility>

#include "evidence/carry.h"

namespace evidence::carry {

namespace {

constexpr std::string_view kNotVerified = "content not verified: ";

std::optional<CarryEntry> recorded(const std::optional<Entry>& entry) {
  if (!entry) return std::nullopt;
  return CarryEntry{entry->mode, entry->id};
}

}  // namespace

GitRecord commit_record(std::string name, const Commit& commit) {
  return {std::move(name), commit.id, commit.tree, std::nullopt, std::nullopt};
}

std::vector<RecordBody> comparison_records(const Comparison& comparison,
                                           const std::vector<Unverified>& unverified) {
  std::vector<CarryRecord> paths;
  for (const Change& change : comparison.changes)
    paths.push_back({"bytes", change.path, recorded(change.before), recorded(change.after), ""});
  for (const Unverified& one : unverified) {
    const std::string reason = std::string(kNotVerified) + one.reason;
    const auto changed = std::ranges::lower_bound(comparison.changes, one.path, {}, &Change::path);
    if (changed != comparison.changes.end() && changed->path == one.path) {
      paths[static_cast<std::size_t>(changed - comparison.changes.begin())].reason = reason;
    } else {
      paths.push_back({"bytes", one.path, recorded(one.entry), recorded(one.entry), reason});
    }
  }
  std::ranges::sort(paths, {}, &CarryRecord::path);
  GitRecord to = commit_record("to", comparison.to);
  to.files = comparison.files;
  if (comparison.descends) to.descends_from = comparison.from.id;
  std::vector<RecordBody> records{commit_record("from", comparison.from), std::move(to)};
  for (CarryRecord& path : paths) records.emplace_back(std::move(path));
  return records;
}

CarryRecord drift_record(const Drift& drift) {
  return {"worktree", drift.path, std::nullopt, std::nullopt, drift.reason};
}

}  // namespace evidence::carry
