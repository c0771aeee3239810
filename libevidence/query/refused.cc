#include "refused.h"

#include "evidence/base.h"

namespace evidence::query {
namespace {

constexpr std::size_t kLongestReason = 400;

// Cut between characters, so that what was UTF-8 still is.
std::string_view cut(std::string_view text) {
  if (text.size() <= kLongestReason) return text;
  std::size_t end = kLongestReason;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

}  // namespace

void refuse(Refusal::Kind kind, std::string_view reason) {
  const std::string whole = escaped(reason);
  const std::string_view shown = cut(whole);
  throw Refused({kind, std::string(shown) + (shown.size() < whole.size() ? " ..." : "")});
}

}  // namespace evidence::query
