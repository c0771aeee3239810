#pragma once

// Reads mtree(5) as libarchive and NetBSD's mtree write it: names under the directories that lines open and
// `..` closes, or whole paths; defaults by /set; lines continued by a backslash.

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/digest.h"
#include "list_keywords.h"
#include "list_text.h"

namespace evidence {

// True for a list that says so in its first line, or whose first line with a meaning is one of mtree's.
bool looks_like_mtree(std::string_view bytes);

// Reads a whole list; used once. Time and memory are linear in its size: where nested directories and /set
// would add a multiple of it to its lines, it is a FormatError.
class MtreeReader {
 public:
  // `size` is that of the list, `name` stands in errors.
  MtreeReader(ListText& text, std::size_t size, std::string_view name);
  // Entries and faults in the order of their lines, without a look at names that stand twice.
  void read(DigestList& list);

 private:
  // A directory that is open for the lines below it.
  struct Level {
    std::size_t outside;  // bytes of the prefix before it was opened
    bool lost;            // its own line could not be read
  };
  struct Line {
    std::string text;
    std::uint64_t number = 0;
  };

  std::optional<Line> next_line();
  void read_line(const Line& line, DigestList& list);
  // Both return why the line is malformed; empty when it is not.
  std::string close_directory();
  std::string read_entry(std::string_view raw_name, std::span<const std::string_view> keywords,
                         std::uint64_t line, DigestList& list);
  void open_directory(const std::optional<std::string>& name);
  bool is_lost() const { return !levels_.empty() && levels_.back().lost; }
  std::string set_defaults(std::span<const std::string_view> keywords);
  void unset_defaults(std::span<const std::string_view> keywords);
  void note_unchecked(std::span<const std::string_view> keywords);
  void charge(std::size_t bytes, std::uint64_t line);
  void tell_oddities(DigestList& list) const;

  ListText& text_;
  std::string_view name_;
  std::size_t budget_;
  MtreeWords defaults_;
  std::string prefix_;
  std::vector<Level> levels_;
  std::set<std::string, std::less<>> unchecked_;  // keywords that say something which is not looked at
  std::uint64_t without_digest_ = 0;
  bool path_last_ = false;
};

}  // namespace evidence
