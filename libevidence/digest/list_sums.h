#pragma once

// The lines of sha256sum's and BSD's lists. Both may stand in one list, as no line can be of both forms.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "evidence/digest.h"

namespace evidence {

// An entry, or why there is none.
using ReadLine = std::variant<ListedEntry, std::string>;

// True for what is meant as a line of such a list, also with a digest of another kind.
bool looks_like_sums_line(std::string_view line);

// Reads line by line, because a list has one spacing throughout: sha256sum's two characters behind the
// digest, or the one space of old lists. The first line decides, and lines of the other spacing are
// malformed, since nothing tells whether a second space belongs to the name.
class SumsLines {
 public:
  explicit SumsLines(ListEnd end) : end_(end) {}
  // The entry has no line number yet.
  ReadLine read(std::string_view line);
  // BSD's where all entries had its form.
  ListFormat format() const { return bsd_ && !sha256sum_ ? ListFormat::bsd : ListFormat::sha256sum; }
  std::vector<std::string> oddities() const;

 private:
  enum class Spacing { unknown, mark, one_space };
  ReadLine read_sha256sum(std::string_view line, bool escaped);
  ReadLine read_bsd(std::string_view line, bool escaped);
  ReadLine make_entry(std::string_view digits, std::string_view name, bool escaped);

  ListEnd end_;
  Spacing spacing_ = Spacing::unknown;
  bool upper_case_ = false;
  bool sha256sum_ = false;
  bool bsd_ = false;
};

}  // namespace evidence
