// What is asked.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {
namespace {

using Names = std::vector<std::string>;

Plan plan_with_checkpoints() {
  return PlanMaker()
      .starts({"s1", "s2", "s3"})
      .moments({"ready", "end"})
      .with("checkpoints", R"([{"name": "q", "starts": ["s1"], "moments": ["ready"]},
                               {"name": "complete", "starts": ["s1", "s2", "s3"], "moments": ["ready", "end"]}])")
      .make();
}

TEST(Question, OfACheckpoint) {
  const Plan plan = plan_with_checkpoints();
  const Question question = ask_checkpoint(plan.manifest().checkpoint("q"));
  EXPECT_EQ(question.checkpoint, "q");
  EXPECT_EQ(question.starts, Names{"s1"});
  EXPECT_EQ(question.moments, Names{"ready"});
  Campaign campaign(plan);
  campaign.at("0");
  EXPECT_EQ(summary(campaign.judge(question)), "HOLD stream-missing");
  campaign.at("1");
  EXPECT_EQ(summary(campaign.judge(question)), "PASS");
  EXPECT_EQ(summary(campaign.judge(ask_checkpoint(plan.manifest().checkpoint("complete")))),
            "HOLD stream-missing");
}

TEST(Question, OfAllInThePlansOrder) {
  const Plan plan = plan_with_checkpoints();
  const Question all = ask(plan.manifest(), {}, {});
  EXPECT_EQ(all.starts, (Names{"s1", "s2", "s3"}));
  EXPECT_EQ(all.moments, (Names{"ready", "end"}));
  EXPECT_EQ(all.checkpoint, "");
  EXPECT_EQ(ask(plan.manifest(), {"s3", "s1", "s3"}, {"end"}).starts, (Names{"s1", "s3"}));
}

TEST(Question, RefusesWhatThePlanDoesNotHave) {
  const Plan plan = plan_with_checkpoints();
  EXPECT_THROW(ask(plan.manifest(), {"s4"}, {}), UsageError);
  EXPECT_THROW(ask(plan.manifest(), {"s1"}, {"q"}), UsageError);
}

TEST(Question, ADifferenceAtAStartThatWasNotAskedForCounts) {
  const Plan plan = plan_with_checkpoints();
  Campaign campaign(plan);
  campaign.all().at("0", "s3", "end").env("EVIL", "1");
  EXPECT_EQ(summary(campaign.judge(ask(plan.manifest(), {"s1"}, {"ready"}))), "STOP differs");
}

}  // namespace
}  // namespace evidence
