#include "mode.h"

#include "octal.h"

namespace evidence::record {

namespace {

constexpr std::size_t kModeDigits = 4;
constexpr std::uint32_t kModeBits = 07777;

}  // namespace

std::string render_mode(std::uint32_t mode) {
  if (mode > kModeBits) throw FormatError("record", "$.mode", "has more than permission bits");
  return render_octal(mode, kModeDigits);
}

std::uint32_t read_mode(Members& members) {
  const auto place = members.required("mode");
  const auto text = place ? read_text(*place) : std::nullopt;
  if (!text) return 0;
  const auto mode = parse_octal(*text, kModeDigits);
  if (!mode) place->mistake("must be four octal digits");
  return mode.value_or(0);
}

}  // namespace evidence::record
