#pragma once

// Every small change of a document that a hand or a faulty writer might make, one at a time.

#include <functional>
#include <string>

#include "evidence/json.h"

namespace evidence::schemas {

// Called with what was done ("$.roles.engine: without") and the changed document.
using Visit = std::function<void(const std::string& what, const json::Value& document)>;

// Each member and element dropped, doubled or joined by a stranger; each value replaced by values of every
// JSON type and by its own near misses: other case, cut short, grown, below and above common bounds.
void for_each_mutation(const json::Value& document, const Visit& visit);

}  // namespace evidence::schemas
