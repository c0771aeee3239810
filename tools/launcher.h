#pragma once

// The rank that a launcher told this process.

#include <string>

namespace evidence::tool {

// `given` if it is not empty; else the value of the launchers' variables (Open MPI, PMIx, PMI, Slurm,
// torchrun, Kubernetes), empty when none is set. Throws UsageError when two of them disagree.
std::string rank_or_launcher(const std::string& given);

}  // namespace evidence::tool
