#include "damages.h"

#include <array>
#include <utility>

namespace evidence {

std::string_view damage_kind_name(Damage::Kind kind) {
  static constexpr std::array<std::string_view, 5> kNames = {"foreign", "malformed", "doubled", "incomplete",
                                                             "mismatch"};
  return kNames.at(static_cast<std::size_t>(kind));
}

namespace record {

void Damages::add(Damage damage) {
  if (kept_.size() < kKept) {
    kept_.push_back(std::move(damage));
    return;
  }
  if (dropped_++ == 0) dropped_kind_ = damage.kind;
}

std::vector<Damage> Damages::take() {
  std::vector<Damage> all = std::move(kept_);
  if (dropped_ > 0) {
    all.push_back(Damage{.kind = dropped_kind_,
                         .source = "",
                         .line = 0,
                         .reason = std::to_string(dropped_) + " more damages are not listed",
                         .stream = std::nullopt});
  }
  kept_.clear();
  dropped_ = 0;
  return all;
}

}  // namespace record
}  // namespace evidence
