#include "pin_check.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>

namespace evidence::tool {

namespace {

constexpr std::size_t kMaxList = std::size_t{1} << 30U;
constexpr std::string_view kStandardInput = "-";

bool leads_out(std::string_view path) {
  return path.starts_with('/') || path == ".." || path.starts_with("../") || path.ends_with("/..") ||
         path.find("/../") != std::string_view::npos;
}

// How many entries came out in each way, all lists together.
struct Tally {
  std::array<std::uint64_t, 6> outcomes{};
  std::uint64_t listed = 0;
  std::uint64_t malformed = 0;
  std::uint64_t doubled = 0;
  std::uint64_t unlisted = 0;
  std::uint64_t undigested = 0;  // files whose content no list says anything about

  std::uint64_t& of(ListOutcome outcome) { return outcomes.at(static_cast<std::size_t>(outcome)); }
  std::uint64_t of(ListOutcome outcome) const { return outcomes.at(static_cast<std::size_t>(outcome)); }

  bool wrong() const { return of(ListOutcome::different) + of(ListOutcome::missing) + unlisted > 0; }
  bool unusable() const { return malformed + doubled + of(ListOutcome::ambiguous) > 0 || listed == 0; }
  Status status() const {
    if (wrong()) return Status::stop;
    if (unusable()) return Status::trouble;
    const bool unseen = of(ListOutcome::unreadable) + of(ListOutcome::changed) + undigested > 0;
    return unseen ? Status::hold : Status::done;
  }
  std::string render() const {
    static constexpr std::array<std::string_view, 6> kWords = {
        "as listed", "different", "missing", "unreadable", "changed while read", "ambiguous"};
    std::string text;
    for (std::size_t at = 0; at < kWords.size(); ++at) add(text, outcomes.at(at), kWords.at(at));
    add(text, unlisted, "not listed");
    add(text, undigested, "listed without a SHA-256");
    add(text, malformed, malformed == 1 ? "line malformed" : "lines malformed");
    add(text, doubled, doubled == 1 ? "line names a file again" : "lines name a file again");
    return std::to_string(listed) + (listed == 1 ? " file" : " files") + " listed: " + text;
  }

 private:
  static void add(std::string& text, std::uint64_t count, std::string_view word) {
    // The first word stands there even where it counts nothing.
    if (count == 0 && !text.empty()) return;
    if (!text.empty()) text += ", ";
    text += std::to_string(count) + " " + std::string(word);
  }
};

std::string_view answer(const Tally& tally) {
  switch (tally.status()) {
    case Status::done:
      return "PASS";
    case Status::hold:
      return "HOLD";
    case Status::stop:
      return "STOP";
    default:
      return "no answer";
  }
}

using Inode = std::pair<std::uint64_t, std::uint64_t>;  // with its device

class PinCheck {
 public:
  PinCheck(const Tool& tool, const PinOptions& options, const Output& out)
      : tool_(tool), options_(options), out_(out), base_(open_base(options)) {}

  Status run() {
    // Reading may wait for somebody who writes; until it is over a signal ends it as ever.
    std::vector<std::pair<std::string, DigestList>> lists;
    for (const std::string& path : options_.lists) lists.push_back(read(path));
    const Interruption interruption(progress_);
    for (const auto& [name, list] : lists) check(name, list);
    if (options_.exact) look_for_unlisted();
    out_.write(std::string(answer(tally_)) + ": " + tally_.render() + "\n");
    return tally_.status();
  }

 private:
  std::pair<std::string, DigestList> read(const std::string& path) const {
    const bool input = path == kStandardInput;
    const std::string name = input ? "standard input" : printable(path);
    const std::string bytes = input ? read_to_end(input_, name, kMaxList) : read_file(path, kMaxList);
    return {name, read_list(bytes, name, options_.zero ? ListEnd::nul : ListEnd::line_feed)};
  }

  void check(const std::string& name, const DigestList& list) {
    for (const std::string& oddity : list.oddities) complain({name, ": note: ", oddity});
    for (const ListFault& fault : list.faults) {
      complain({name, ": line ", std::to_string(fault.line), ": ", fault.reason});
      ++(fault.kind == ListFault::Kind::malformed ? tally_.malformed : tally_.doubled);
    }
    tally_.listed += list.entries.size();
    progress_.files_total += list.entries.size();
    if (options_.exact) remember(list, name);
    const ProgressDisplay display(progress_);
    check_list(
        list, base_ ? &base_ : nullptr, static_cast<unsigned>(options_.jobs),
        [this](const CheckedEntry& entry) { take(entry); }, &progress_);
  }

  void complain(std::initializer_list<std::string_view> parts) const {
    std::string message;
    for (const std::string_view part : parts) message.append(part);
    tool_.complain(message);
  }

  void take(const CheckedEntry& checked) {
    ++tally_.of(checked.outcome);
    if (!checked.twin.empty()) listed_.insert(plain_path(checked.twin));
    if (checked.outcome == ListOutcome::as_listed) {
      const bool file = checked.entry.kind.value_or(EntryKind::file) == EntryKind::file;
      if (file && !checked.entry.digest) ++tally_.undigested;
      return;
    }
    static constexpr std::array<std::string_view, 6> kWords = {"",           "different", "missing",
                                                               "unreadable", "changed",   "ambiguous"};
    std::string line = printable(checked.entry.path) + ": ";
    line += kWords.at(static_cast<std::size_t>(checked.outcome));
    if (!checked.reason.empty()) line += ": " + checked.reason;
    out_.write(line + "\n");
  }

  void remember(const DigestList& list, const std::string& name) {
    for (const ListedEntry& entry : list.entries) {
      if (leads_out(entry.path))
        throw UsageError(name + ": line " + std::to_string(entry.line) + ": " + printable(entry.path) +
                         ": leads out of the folder; --exact is about what is below it");
      listed_.insert(plain_path(entry.path));
    }
    lists_directories_ = lists_directories_ || list.format == ListFormat::mtree;
  }

  // Everything below the folder is listed: of sums what is no directory, of an mtree directories too.
  void look_for_unlisted() {
    const std::set<Inode> lists = inodes_of_lists();
    TreeOptions tree = tree_options(options_);
    tree.contents = Contents::skip;
    const std::string top[] = {options_.root.empty() ? "." : options_.root};
    const auto take = [&](const std::string&, const TreeEntry& entry) { take_found(entry, lists); };
    walk_paths(nullptr, top, tree, take, &progress_);
  }

  // The lists themselves may lie there.
  std::set<Inode> inodes_of_lists() const {
    std::set<Inode> inodes;
    for (const std::string& path : options_.lists) {
      struct stat status {};
      const bool input = path == kStandardInput;
      if ((input ? fstat(STDIN_FILENO, &status) : stat(path.c_str(), &status)) == 0)
        inodes.emplace(status.st_dev, status.st_ino);
    }
    return inodes;
  }

  void take_found(const TreeEntry& entry, const std::set<Inode>& lists) {
    const std::string problem =
        entry.entered ? entry.problem : "is on another file system and was not entered; see --cross-mounts";
    if (!problem.empty()) {
      out_.write(printable(entry.path.empty() ? "." : entry.path) + ": unreadable: " + problem + "\n");
      ++tally_.of(ListOutcome::unreadable);
      return;
    }
    const bool counts = entry.kind != EntryKind::directory || (lists_directories_ && !entry.path.empty());
    if (!counts || listed_.contains(entry.path)) return;
    if (lists.contains({entry.status.device, entry.status.inode})) return;
    out_.write(printable(entry.path) + ": not listed\n");
    ++tally_.unlisted;
  }

  const Tool& tool_;
  const PinOptions& options_;
  const Output& out_;
  Descriptor base_;
  const Descriptor input_{STDIN_FILENO};
  Progress progress_;
  Tally tally_;
  std::set<std::string> listed_;
  bool lists_directories_ = false;
};

}  // namespace

Status check_lists(const Tool& tool, const PinOptions& options, const Output& out) {
  return PinCheck(tool, options, out).run();
}

}  // namespace evidence::tool
