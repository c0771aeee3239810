#pragma once

// The names in one directory, in order and in bounded memory.
//
// A run of the smallest names is kept at a time; a directory with more is read again for the next run, so
// that ten million names cost time and no memory. What a run has can be given up and read again later. The
// order is that of the bytes, where a directory's name ends in '/'.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/base.h"
#include "evidence/digest.h"

namespace evidence {

class TreeNames {
 public:
  // As far as the listing tells: `other` may be anything but a directory.
  enum class Kind : std::uint8_t { directory, file, other };
  struct Name {
    std::string text;
    Kind kind = Kind::other;
    bool is_directory() const { return kind == Kind::directory; }
  };

  // `run_bytes` bounds what a run holds.
  TreeNames(Links links, std::size_t run_bytes) : links_(links), run_bytes_(run_bytes) {}

  // The next name. `directory` is open for reading and always the same one; it is read where the run has
  // ended. Throws SystemError that names `path`.
  std::optional<Name> next(const Descriptor& directory, std::string_view path);
  // No name is left.
  bool ended() const { return at_ == entries_.size() && !more_; }
  // Bytes that the run holds.
  std::size_t held() const { return text_.capacity() + entries_.capacity() * sizeof(Entry); }
  void give_up();

 private:
  struct Entry {
    std::size_t begin;
    std::uint16_t size;
    Kind kind;
    bool is_directory() const { return kind == Kind::directory; }
  };
  std::string_view text_of(const Entry& entry) const { return {text_.data() + entry.begin, entry.size}; }
  bool comes_before(const Entry& a, const Entry& b) const;
  bool is_behind_last(std::string_view name, Kind kind) const;
  void read_run(const Descriptor& directory, std::string_view path);
  // `limit`: names from there on are for a later run.
  void add(std::string_view name, Kind kind, std::optional<Name>& limit);
  Name keep_smallest();

  Links links_;
  std::size_t run_bytes_;
  std::string text_;
  std::vector<Entry> entries_;  // of this run; sorted once it is read
  std::size_t at_ = 0;
  std::optional<Name> last_;  // the name given last
  bool more_ = true;          // there may be names behind this run
};

// Whether name `a` stands before name `b` in that order.
bool tree_order(std::string_view a, bool a_is_directory, std::string_view b, bool b_is_directory);

}  // namespace evidence
