#pragma once

// The arguments that execve gave a process.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process.h"

namespace evidence::host {

// Splits what /proc/PID/cmdline holds; a last element without its NUL counts.
std::vector<std::string> split_command_line(std::string_view block);

// True when the process wrote a title over its arguments that runs beyond them, and so over the environment's
// head. execve leaves a NUL as the block's last byte.
bool title_overflows(const Process& process);

void observe_arguments(const Process& process, const WatchList& watch, const std::optional<CampaignKey>& key,
                       Reporter& reporter);

// The end of an error record about a block that the process overwrote.
inline constexpr std::string_view kOverwritten =
    "overwritten by the process (setproctitle): pin the top-level process, or the worker's ancestor";

}  // namespace evidence::host
