#pragma once

// Random values and random spellings of them, the same on every machine for the same seed.

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "evidence/json.h"

namespace evidence::json {

class RandomDocument {
 public:
  explicit RandomDocument(std::uint64_t seed) : random_(seed) {}

  // Any value whose canonical form can be scanned again: no double that canonical writing turns into an
  // integer outside ±kMaxInteger.
  Value value(int depth);
  // A spelling with white space, escapes that are not needed, and members in any order.
  std::string spell(const Value& value);
  // One byte changed, inserted or removed; never NUL.
  std::string mutate(std::string text);

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }

 private:
  std::string text();
  double finite();
  std::string spell_string(std::string_view text);
  std::string blanks();

  std::mt19937_64 random_;
};

}  // namespace evidence::json
