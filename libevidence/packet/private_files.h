#pragma once

// Evidence that stays outside the packet: bound by digest and size, readable by its owner alone, never in a
// git worktree.

#include <string>
#include <vector>

#include "bag.h"
#include "evidence/digest.h"
#include "evidence/packet.h"
#include "receipt.h"

namespace evidence::packet {

struct BoundPrivate {
  PrivateFile file;
  Digest digest;
};

// Hashes each file. Throws UsageError when others may read it or a folder above it has a .git; Error when it
// is not a regular file or changes meanwhile.
std::vector<BoundPrivate> bind_private(const std::vector<EvidenceSource>& sources, Progress* progress);

// All subjects of a receipt, sorted: payload, private files, parents, manifest and binding.
std::vector<Subject> subjects_of(const Plan& plan, const std::vector<PayloadFile>& payload,
                                 const std::vector<BoundPrivate>& bound,
                                 const std::vector<ParentView>& parents);

}  // namespace evidence::packet
