#include <gtest/gtest.h>

#include <algorithm>

#include "evidence/report.h"
#include "plan_fixture.h"

namespace evidence::report {
namespace {

bool says(const Plan& plan, std::string_view words) {
  const std::vector<std::string> caveats = standing_caveats(plan);
  return std::any_of(caveats.begin(), caveats.end(),
                     [&](const std::string& caveat) { return caveat.find(words) != std::string::npos; });
}

TEST(StandingCaveats, StandUnderEveryPlan) {
  for (const Plan& plan : {plan_of("native"), plan_of("rehearsal"), plan_of("offline"), registered_plan()}) {
    EXPECT_TRUE(says(plan, "ranks are not authenticated"));
    EXPECT_TRUE(says(plan, "how often this plan was run"));
    EXPECT_TRUE(says(plan, "Python sources or GPU code"));
  }
}

TEST(StandingCaveats, ARehearsalSaysSo) {
  EXPECT_TRUE(says(plan_of("rehearsal"), "stand-ins"));
  EXPECT_FALSE(says(plan_of("native"), "stand-ins"));
  EXPECT_FALSE(says(plan_of("offline"), "stand-ins"));
}

TEST(StandingCaveats, APlanThatWasNotRegisteredSaysSo) {
  EXPECT_TRUE(says(plan_of("native"), "the plan was not registered before the run"));
  EXPECT_FALSE(says(registered_plan(), "not registered"));
}

}  // namespace
}  // namespace evidence::report
