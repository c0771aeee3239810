#pragma once

// Earlier packets: as they are found to be, and held against what a receipt says of them.

#include <string>
#include <vector>

#include "evidence/packet.h"

namespace evidence::packet {

// What a packet shows; `own_parents` are those that it rests on itself, by their names there. Throws as
// read_parent.
ParentView view_of(const ParentSource& source, std::vector<ParentSource> own_parents, Progress* progress);

struct ParentCheck {
  std::vector<Finding> findings;
  std::vector<std::string>
      unseen;  // that the receipt rests on and nobody supplied, as --parent would name them
};
// What the receipt says of parents is used to derive its findings; the packets themselves say whether it is
// so. Throws UsageError for sources that the plan does not name.
ParentCheck check_parents(const std::vector<ParentView>& claimed, const Plan& plan,
                          const std::vector<ParentSource>& sources, Progress* progress);

}  // namespace evidence::packet
