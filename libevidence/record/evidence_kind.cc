#include <algorithm>
#include <array>
#include <utility>

#include "evidence/record.h"

namespace evidence {

namespace {

constexpr std::array<std::string_view, 5> kNames = {"process", "file", "source", "reported", "declared"};

}  // namespace

std::string_view evidence_kind_name(EvidenceKind kind) {
  return kNames.at(static_cast<std::size_t>(kind));
}

std::optional<EvidenceKind> parse_evidence_kind(std::string_view text) {
  const auto found = std::ranges::find(kNames, text);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<EvidenceKind>(found - kNames.begin());
}

}  // namespace evidence
