#include "list_mtree.h"

#include <algorithm>

#include "list_names.h"
#include "list_sums.h"

namespace evidence {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::size_t kGrowth = 64;
constexpr std::size_t kAlwaysAllowed = std::size_t{64} << 20U;
constexpr std::size_t kMostToldKeywords = 8;

std::string_view without_leading_blanks(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(kBlanks), line.size()));
}

// Up to a comment.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!(line = without_leading_blanks(line)).empty() && line[0] != '#') {
    const std::size_t length = std::min(line.find_first_of(kBlanks), line.size());
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
  return words;
}

// An even number of backslashes at the end are escaped ones.
bool is_continued(std::string_view line) {
  const std::size_t last = line.find_last_not_of('\\');
  const std::size_t backslashes = line.size() - (last == std::string_view::npos ? 0 : last + 1);
  return backslashes % 2 == 1;
}

bool says_something(std::string_view word) {
  return word.find('=') != std::string_view::npos && keyword_use(keyword_of(word)) != KeywordUse::unchecked;
}

// The form that `mtree -D` writes.
bool stands_last(std::span<const std::string_view> words) {
  return words.size() > 1 && says_something(words.front()) &&
         (words.back() == "." || words.back().starts_with("./"));
}

// Without what only says that a path begins at the top.
std::string from_top(std::string path) {
  if (!path.starts_with("./")) return path;
  const std::size_t begin = path.find_first_not_of('/', 1);
  return begin == std::string::npos ? "." : path.substr(begin);
}

}  // namespace

bool looks_like_mtree(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = std::min(bytes.find('\n'), bytes.size());
    std::string_view line = bytes.substr(0, length);
    bytes.remove_prefix(std::min(length + 1, bytes.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with("#mtree")) return true;
    if (looks_like_sums_line(line)) return false;
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty()) continue;
    const bool command = words[0] == "/set" || words[0] == "/unset";
    return command || words[0] == "." || std::ranges::any_of(words, says_something);
  }
  return false;
}

MtreeReader::MtreeReader(ListText& text, std::size_t size, std::string_view name)
    : text_(text), name_(name), budget_(size * kGrowth + kAlwaysAllowed) {}

void MtreeReader::read(DigestList& list) {
  while (const std::optional<Line> line = next_line()) read_line(*line, list);
  tell_oddities(list);
}

std::optional<MtreeReader::Line> MtreeReader::next_line() {
  std::optional<ListLine> part = text_.next();
  if (!part) return std::nullopt;
  Line line{std::string(part->text), part->number};
  const bool comment = without_leading_blanks(part->text).starts_with('#');
  while (!comment && is_continued(part->text)) {
    line.text.pop_back();
    part = text_.next();
    if (!part) break;
    line.text += part->text;
  }
  return line;
}

void MtreeReader::read_line(const Line& line, DigestList& list) {
  const std::vector<std::string_view> words = words_of(line.text);
  if (words.empty()) return;
  const std::span<const std::string_view> all(words);
  std::string wrong;
  if (line.text.find('\0') != std::string::npos) {
    wrong = "holds a NUL byte";
  } else if (words[0] == "/set") {
    wrong = set_defaults(all.subspan(1));
  } else if (words[0] == "/unset") {
    unset_defaults(all.subspan(1));
  } else if (words[0].starts_with('/')) {
    wrong = "neither /set nor /unset, and no name begins with a slash";
  } else if (words[0] == "..") {
    wrong = close_directory();
  } else if (stands_last(all)) {
    path_last_ = true;
    wrong = read_entry(all.back(), all.first(all.size() - 1), line.number, list);
  } else {
    wrong = read_entry(all.front(), all.subspan(1), line.number, list);
  }
  if (!wrong.empty()) list.faults.push_back({ListFault::Kind::malformed, line.number, std::move(wrong)});
}

std::string MtreeReader::close_directory() {
  if (levels_.empty()) return "closes a directory where none is open";
  prefix_.resize(levels_.back().outside);
  levels_.pop_back();
  return "";
}

void MtreeReader::open_directory(const std::optional<std::string>& name) {
  levels_.push_back({prefix_.size(), is_lost() || !name});
  if (name && *name != ".") prefix_ += *name + "/";
}

std::string MtreeReader::set_defaults(std::span<const std::string_view> keywords) {
  note_unchecked(keywords);
  std::string wrong;
  for (const std::string_view word : keywords) {
    const std::string reason = defaults_.take(word);
    if (wrong.empty()) wrong = reason;
  }
  return wrong;
}

void MtreeReader::unset_defaults(std::span<const std::string_view> keywords) {
  for (const std::string_view keyword : keywords) defaults_.forget(keyword);
}

namespace {

// Why an entry says what its kind cannot have, and what would therefore not be checked; empty where it does
// not.
std::string contradiction(const ListedEntry& entry) {
  if (entry.target && entry.kind != EntryKind::symlink) return "a link's target of what is not type=link";
  if (entry.digest && entry.kind.value_or(EntryKind::file) != EntryKind::file)
    return "a SHA-256 of what is no file";
  return "";
}

}  // namespace

std::string MtreeReader::read_entry(std::string_view raw_name, std::span<const std::string_view> keywords,
                                    std::uint64_t line, DigestList& list) {
  charge(prefix_.size() + (defaults_.target ? defaults_.target->size() : 0), line);
  note_unchecked(keywords);
  MtreeWords words = defaults_;
  std::string wrong;
  for (const std::string_view word : keywords) {
    const std::string reason = words.take(word);
    if (wrong.empty()) wrong = reason;
  }
  const std::optional<std::string> name = mtree_decoded(raw_name);
  if (!name) wrong = "an escape that mtree does not write in the file name";
  const bool whole_path = raw_name.find('/') != std::string_view::npos || (name && name->starts_with('/')) ||
                          (raw_name == "." && !levels_.empty());
  if (!whole_path && is_lost()) wrong = "stands in a directory whose own line is malformed";
  ListedEntry entry{.path = "",
                    .line = line,
                    .digest = words.digest,
                    .kind = words.kind,
                    .size = words.size,
                    .mode = words.mode,
                    .target = std::move(words.target)};
  if (name) entry.path = whole_path ? from_top(*name) : prefix_ + *name;
  if (!whole_path && words.kind == EntryKind::directory) open_directory(name);
  if (wrong.empty()) wrong = contradiction(entry);
  if (!wrong.empty()) return wrong;
  if (entry.kind.value_or(EntryKind::file) == EntryKind::file && !entry.digest) ++without_digest_;
  list.entries.push_back(std::move(entry));
  return "";
}

void MtreeReader::note_unchecked(std::span<const std::string_view> keywords) {
  for (const std::string_view word : keywords) {
    const std::string_view keyword = keyword_of(word);
    if (keyword_use(keyword) == KeywordUse::unchecked && unchecked_.find(keyword) == unchecked_.end()) {
      unchecked_.emplace(keyword);
    }
  }
}

void MtreeReader::charge(std::size_t bytes, std::uint64_t line) {
  if (bytes > budget_) {
    throw FormatError(name_, "line " + std::to_string(line),
                      "what its directories and /set add to its lines would be many times its size");
  }
  budget_ -= bytes;
}

void MtreeReader::tell_oddities(DigestList& list) const {
  if (path_last_) list.oddities.push_back("paths stand last on their lines");
  if (without_digest_ > 0) {
    list.oddities.push_back("says no SHA-256 of " + std::to_string(without_digest_) +
                            (without_digest_ == 1 ? " file" : " files"));
  }
  if (unchecked_.empty()) return;
  std::string told = "keywords that are not checked: ";
  std::size_t count = 0;
  for (const std::string& keyword : unchecked_) {
    if (++count > kMostToldKeywords) break;
    told += (count > 1 ? ", " : "") + printable(keyword);
  }
  if (count > kMostToldKeywords)
    told += " and " + std::to_string(unchecked_.size() - kMostToldKeywords) + " more";
  list.oddities.push_back(std::move(told));
}

}  // namespace evidence
