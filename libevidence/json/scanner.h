#pragma once

// The one scanner: a single pass over the text, without recursion, so that nesting costs an attacker's input
// nothing but a refusal. Functions that return false or nothing have recorded the error.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena.h"
#include "evidence/json.h"

namespace evidence::json {

class Scanner {
 public:
  Scanner(Document& document, std::string_view bytes, Form form);
  std::optional<ScanError> run();

 private:
  using Level = Document::Arena::Level;
  using Entry = Document::Entry;
  struct Escape {
    std::uint32_t code;
    std::size_t length;  // of its spelling
  };

  // scan.cc: structure
  bool text();
  bool step();
  bool member(Level& level);
  bool value(std::string_view key);
  bool open(std::string_view key, Kind kind);
  bool close(const Level& level);
  bool literal(std::string_view key, std::string_view word, Kind kind);
  bool is_sorted(Level& level, std::string_view name, const char* where);
  bool are_distinct(std::size_t first_name);
  Entry& add(std::string_view key, Kind kind, const char* begin);
  void skip_blanks();

  // scan_string.cc
  std::optional<std::string_view> string();
  std::optional<std::string_view> unescape(const char* at, const char* end);
  std::optional<Escape> escape(const char* at, const char* end);
  std::optional<Escape> unicode_escape(const char* at, const char* end);

  // scan_number.cc
  bool number(std::string_view key);
  bool integer(std::string_view key, std::string_view token);
  bool real(std::string_view key, std::string_view token);

  [[gnu::cold]] bool fail(const char* where, std::string reason);
  // Something else stands at at_ (or nothing) where `expected` should: finds the most helpful reason.
  [[gnu::cold]] bool unexpected(std::string_view expected);
  [[gnu::cold]] bool stands_twice(std::string_view name, const char* where);

  const char* const begin_;
  const char* const end_;
  const char* at_;
  const Form form_;
  int depth_ = 0;
  Document::Arena& arena_;
  std::vector<Entry>& entries_;
  ScanError error_;
};

}  // namespace evidence::json
