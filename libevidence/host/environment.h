#pragma once

// The environment that execve gave a process, in order and byte by byte.

#include <string_view>
#include <vector>

#include "process.h"

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

void observe_environment(const Process& process, const WatchList& watch,
                         const std::optional<CampaignKey>& key, Reporter& reporter);

}  // namespace evidence::host
