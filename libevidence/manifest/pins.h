#pragma once

// Pins: what must be met by one thing. A string is short for its main attribute.

#include <optional>

#include "evidence/manifest.h"

namespace evidence {

// Reads a pin of `thing` for `role`: a string, or an object with attributes, by_rank, distinct, kind and
// note. Mistakes are recorded at their places; absent when nothing can be made of it.
std::optional<Expectation> read_pin(const json::Place& place, Thing thing, const Role& role);

// The name of a thing as the manifest may write it: env any text without '=' and NUL, argv an option's
// spelling or "#n", files and mounts an absolute path, facts a label. Records a mistake and returns false
// otherwise.
bool check_name(const json::Place& place, Thing thing, std::string_view name);

// "sha256:" and 64 lower-case hexadecimal digits: how a manifest writes every digest.
std::optional<Digest> parse_prefixed_digest(std::string_view text);
bool is_prefixed_digest(std::string_view text);
inline constexpr std::string_view kPrefixedDigestForm = "\"sha256:\" and 64 lower-case hexadecimal digits";

}  // namespace evidence
