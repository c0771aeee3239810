#pragma once

// The environment that execve gave a process, in order and byte by byte.

#include <string_view>
#include <vector>

#include "process.h"
#include "publisher.h"

namespace evidence::host {

// One entry of a block: `bare` when it has no '='.
struct EnvironmentEntry {
  std::string_view name;
  std::string_view value;
  bool bare = false;
};

// Splits at NUL only: values may have line feeds, names may be empty or stand twice. The views are into
// `block`.
std::vector<EnvironmentEntry> split_environment(std::string_view block);

// One entry as a record. The text of an entry without '=' is no name that somebody gave: a program that takes
// a value apart in place leaves such pieces. Unless it is listed as public it is hidden as the value of a
// variable without a name.
EnvRecord env_record(const EnvironmentEntry& entry, std::uint32_t index, std::string_view source,
                     const Publisher& publish);

void observe_environment(const Process& process, const WatchList& watch,
                         const std::optional<CampaignKey>& key, Reporter& reporter);

}  // namespace evidence::host
