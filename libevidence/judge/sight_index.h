#pragma once

// The things of one stream by name.

#include <map>
#include <string>
#include <utility>

#include "state.h"

namespace evidence {

// A name, and which of the things with that name in one stream: 1 for the first. Of mounts at one target the
// first is the last, which is the one that is seen.
using Occurrence = std::pair<std::string, int>;
using SightIndex = std::map<Occurrence, const Sight*>;

SightIndex index_sights(const SeenStream& stream, Thing thing);

// NAME, NAME#2, NAME#3 …
std::string render_occurrence(const Occurrence& occurrence);
// What the plan means by a name that may be written NAME#2: a name as it stands, unless some stream has NAME
// twice and none has a thing that is called so.
Occurrence parse_occurrence(const std::string& name,
                            const std::vector<std::pair<const SeenStream*, SightIndex>>& streams);

}  // namespace evidence
