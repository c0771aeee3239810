#pragma once

// The words behind a name in an mtree list: what is checked, what is passed over in silence because it says
// nothing of content, and what a reader of the list should be told is not checked.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "evidence/digest.h"

namespace evidence {

enum class KeywordUse { checked, silent, unchecked };
// By the part of a word before its `=`.
KeywordUse keyword_use(std::string_view keyword);
std::string_view keyword_of(std::string_view word);

// What one line, or /set, says.
struct MtreeWords {
  std::optional<EntryKind> kind;
  std::optional<Digest> digest;
  std::optional<std::uint64_t> size;  // bytes
  std::optional<std::uint32_t> mode;  // permission bits
  std::optional<std::string> target;

  // Takes one "keyword=value"; the last of a keyword holds. Returns why it is malformed, or nothing.
  std::string take(std::string_view word);
  void forget(std::string_view keyword);
};

// The word for a kind, as behind "type=".
std::string_view mtree_type(EntryKind kind);
// Permission bits as "0644" or "04755".
std::string mode_digits(std::uint32_t mode);

}  // namespace evidence
