#include <algorithm>

#include "evidence/digest.h"

namespace evidence {

std::optional<Digest> Digest::parse(std::string_view text) {
  const auto decoded = from_hex(text);
  Bytes bytes{};
  if (!decoded || decoded->size() != bytes.size()) {
    return std::nullopt;
  }
  std::copy(decoded->begin(), decoded->end(), bytes.begin());
  return Digest(bytes);
}

std::string Digest::render() const {
  return to_hex(bytes_);
}

}  // namespace evidence
