#pragma once

// Inputs: bytes in pieces → lines, in bounded memory; and the files of a folder.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/base.h"
#include "evidence/record.h"
#include "labels.h"

namespace evidence::record {

enum class LineEnd {
  line_feed,
  cut,       // the input ended without one
  too_long,  // longer than any line with a label; its bytes were not kept
};

class LineSplitter {
 public:
  // Calls take(line, end) for each line that these bytes finish. Where a line lies whole in `bytes` it is not
  // copied.
  template <typename Take>
  void feed(std::string_view bytes, const Take& take) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      const std::string_view piece = bytes.substr(0, end);
      if (end == std::string_view::npos) return keep(piece);
      bytes.remove_prefix(end + 1);
      ++line_;
      if (kept_.empty() && !skipping_ && piece.size() <= kLongest) {
        take(piece, LineEnd::line_feed);
        continue;
      }
      keep(piece);
      finish_kept(LineEnd::line_feed, take);
    }
  }
  // The end of the input: whatever is left has no line feed.
  template <typename Take>
  void finish(const Take& take) {
    if (kept_.empty() && !skipping_) return;
    ++line_;
    finish_kept(LineEnd::cut, take);
  }
  // The number of the line that was taken last, from 1.
  std::uint64_t line() const { return line_; }

 private:
  static constexpr std::size_t kLongest = kMaxLine - 1 + kMaxLabel;

  void keep(std::string_view piece) {
    skipping_ = skipping_ || kept_.size() + piece.size() > kLongest;
    if (skipping_) {
      kept_.clear();
    } else {
      kept_ += piece;
    }
  }
  template <typename Take>
  void finish_kept(LineEnd end, const Take& take) {
    take(std::string_view(kept_), skipping_ ? LineEnd::too_long : end);
    kept_.clear();
    skipping_ = false;
  }

  std::string kept_;  // the beginning of a line whose end has not come
  bool skipping_ = false;
  std::uint64_t line_ = 0;
};

// Reads to the end in chunks, waiting where the descriptor is non-blocking. Throws SystemError naming `name`.
void read_chunks(const Descriptor& input, std::string_view name,
                 const std::function<void(std::string_view)>& take);

// The paths of the *.ndjson files in a folder, in byte order of their names. Throws SystemError.
std::vector<std::string> record_files(const std::string& folder);

}  // namespace evidence::record
