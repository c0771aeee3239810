#include "pin_lists.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>

#include "scout.h"

namespace evidence::tool {

namespace {

constexpr std::string_view kStandardInput = "-";

ListFormat format_of(const PinOptions& options) {
  if (options.format == "mtree") return ListFormat::mtree;
  return options.tag || options.format == "bsd" ? ListFormat::bsd : ListFormat::sha256sum;
}

class PinList {
 public:
  PinList(const Tool& tool, const PinOptions& options, const Output& out)
      : tool_(tool),
        options_(options),
        format_(format_of(options)),
        end_(options.zero ? ListEnd::nul : ListEnd::line_feed),
        out_(out) {}

  Status run() {
    const Interruption interruption(progress_);
    if (!options_.output.empty()) publication_.emplace(Publication::begin(options_.output));
    write(render_list_head(format_));
    try {
      list();
    } catch (const Interrupted&) {
      // What was interrupted may have been the writing.
      if (!flushing_) flush();
      throw;
    }
    tell_skipped();
    flush();
    if (publication_) publication_->commit();
    return status_;
  }

 private:
  void list() {
    const ProgressDisplay display(progress_);
    const Scout scout(options_.paths, options_, progress_);
    const Descriptor base = open_base(options_);
    const auto take = [this](const std::string& path, const TreeEntry& entry) { this->take(path, entry); };
    std::span<const std::string> rest(options_.paths);
    while (!rest.empty()) {
      const auto input = std::ranges::find(rest, kStandardInput);
      const auto count = static_cast<std::size_t>(input - rest.begin());
      walk_paths(base ? &base : nullptr, rest.first(count), tree_options(options_), take, &progress_);
      rest = rest.subspan(count);
      if (rest.empty()) break;
      take_input();
      rest = rest.subspan(1);
    }
  }

  void take_input() {
    if (format_ == ListFormat::mtree) throw UsageError("standard input is no entry of a tree");
    ListedEntry listed;
    listed.path = kStandardInput;
    listed.digest = hash_stream(input_, "standard input", &progress_);
    write(render_list_line(format_, end_, listed));
  }

  void take(const std::string& path, const TreeEntry& entry) {
    const bool mtree = format_ == ListFormat::mtree;
    if (mtree && entry.path.empty() && entry.kind != EntryKind::directory && entry.problem.empty())
      throw UsageError(printable(path) + ": is no folder; --format mtree lists a tree");
    if (entry.problem == kIsOutput) {
      tool_.complain("not in the list: " + printable(path_in_tree(path, entry.path)) + ": " + entry.problem);
      return;
    }
    if (!entry.problem.empty()) {
      complain(path_in_tree(path, entry.path), entry.problem == kMissing ? "no such file" : entry.problem);
      return;
    }
    if (!entry.entered)
      complain(path_in_tree(path, entry.path),
               "is on another file system and was not entered; see --cross-mounts");
    if (mtree || entry.kind == EntryKind::file) {
      write(render_list_line(format_, end_,
                             listed(mtree ? entry.path : path_in_tree(path, entry.path), entry)));
    } else if (entry.path.empty() && entry.kind != EntryKind::directory) {
      complain(path, "is a " + std::string(entry_kind_name(entry.kind)));
    } else if (entry.kind != EntryKind::directory) {
      ++skipped_[entry.kind];
    }
  }

  ListedEntry listed(std::string path, const TreeEntry& entry) const {
    ListedEntry listed;
    listed.path = std::move(path);
    listed.digest = entry.digest;
    listed.kind = entry.kind;
    listed.mode = entry.status.mode & kPermissionBits;
    if (entry.kind == EntryKind::file) listed.size = entry.status.size;
    if (entry.kind == EntryKind::symlink) listed.target = entry.target;
    return listed;
  }

  void complain(const std::string& path, const std::string& reason) {
    tool_.complain(printable(path) + ": " + reason);
    status_ = Status::hold;
  }

  // A list of sums has lines for regular files alone.
  void tell_skipped() const {
    for (const auto& [kind, count] : skipped_) {
      tool_.complain("not in the list: " + std::to_string(count) + " " + std::string(entry_kind_name(kind)) +
                     (count == 1 ? "" : "s"));
    }
  }

  // Whole lines, so that a reader never sees half of one.
  void write(std::string_view line) {
    constexpr std::size_t kBuffer = 64 << 10;
    buffer_ += line;
    if (buffer_.size() >= kBuffer) flush();
  }

  void flush() {
    flushing_ = true;
    if (publication_) {
      publication_->write(buffer_);
    } else {
      out_.write(buffer_);
    }
    buffer_.clear();
    flushing_ = false;
  }

  const Tool& tool_;
  const PinOptions& options_;
  ListFormat format_;
  ListEnd end_;
  const Output& out_;
  const Descriptor input_{STDIN_FILENO};
  Progress progress_;
  std::optional<Publication> publication_;
  std::string buffer_;
  bool flushing_ = false;
  std::map<EntryKind, std::uint64_t> skipped_;
  Status status_ = Status::done;
};

}  // namespace

Status write_list(const Tool& tool, const PinOptions& options, const Output& out) {
  if (options.format == "mtree" && options.paths.size() != 1)
    throw UsageError("--format mtree lists one tree: give one folder");
  return PinList(tool, options, out).run();
}

}  // namespace evidence::tool
