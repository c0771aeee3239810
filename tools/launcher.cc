#include "launcher.h"

#include <cstdlib>
#include <string_view>

#include "evidence/base.h"

namespace evidence::tool {

std::string rank_or_launcher(const std::string& given) {
  if (!given.empty()) return given;
  static constexpr const char* kVariables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                               "SLURM_PROCID",         "RANK",      "JOB_COMPLETION_INDEX"};
  std::string rank;
  std::string_view from;
  for (const char* variable : kVariables) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    if (rank.empty()) {
      rank = value;
      from = variable;
    } else if (rank != value) {
      throw UsageError(std::string(from) + " says rank " + printable(rank) + " and " + variable + " says " +
                       printable(value) + "; give -r");
    }
  }
  return rank;
}

}  // namespace evidence::tool
