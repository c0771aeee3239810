#include "evidence/report.h"

namespace evidence::report {

std::vector<std::string> standing_caveats(const Plan& plan) {
  std::vector<std::string> caveats = {
      "ranks are not authenticated: every stream came through the hands of whoever sealed it",
      "nothing shows how often this plan was run, or which runs were not shown",
      "the identity of a file says nothing about Python sources or GPU code that were loaded some other way"};
  if (plan.manifest().plan_class == PlanClass::rehearsal) {
    caveats.emplace_back("this is a rehearsal: stand-ins took the place of what the plan names");
  }
  if (!plan.manifest().parents.empty()) {
    caveats.emplace_back(
        "that somebody vouches for an earlier packet: it is bound by its digest, and whoever signed this one "
        "answers "
        "for it");
  }
  if (plan.manifest().carry) {
    caveats.emplace_back(
        "what the commits have in common is as carry-qualification said: nobody compared them again");
  }
  if (!plan.registered()) caveats.emplace_back("the plan was not registered before the run");
  return caveats;
}

}  // namespace evidence::report
