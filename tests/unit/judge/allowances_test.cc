// Allowances that nothing made use of.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

Plan plan_with(const std::string& on) {
  return PlanMaker()
      .arms("{\"off\": {}, \"on\": {\"engine\": " + on + "}}")
      .starts({"s1:off", "s2:on"})
      .make();
}

TEST(UnusedAllowance, MayDifferOfWhatIsNotThere) {
  const Plan plan = plan_with(R"({"env": {"may_differ": ["SEED"]}})");
  EXPECT_EQ(notes(Campaign(plan).all().judge()),
            Lines{"NOTE unused-allowance engine env SEED; no start made use of this allowance "
                  "(arms.on.engine.env.may_differ[0])"});
  Campaign campaign(plan);
  campaign.all().at("1", "s2").env("SEED", "1");
  EXPECT_EQ(notes(campaign.judge()), Lines{});
}

TEST(UnusedAllowance, RemovalOfWhatNobodyHas) {
  const Plan plan = plan_with(R"({"env": {"remove": ["SEED"]}, "files": {"remove": ["/f"]}})");
  const auto absent = [](StreamMaker& s) { s.absent("/f"); };
  EXPECT_EQ(notes(Campaign(plan).all().each(absent).judge()),
            (Lines{"NOTE unused-allowance engine env SEED; no start made use of this allowance "
                   "(arms.on.engine.env.remove[0])",
                   "NOTE unused-allowance engine files /f; no start made use of this allowance "
                   "(arms.on.engine.files.remove[0])"}));
  const Judgement used = Campaign(plan)
                             .all()
                             .each([](StreamMaker& s) {
                               s.key.start == "s1" ? s.env("SEED", "1").file("/f", "f") : s.absent("/f");
                             })
                             .judge();
  EXPECT_EQ(used.answer, Answer::pass);
  EXPECT_EQ(notes(used), Lines{});
}

TEST(UnusedAllowance, IsNotSaidWhereNoStreamCouldShowIt) {
  const Plan plan = plan_with(R"({"env": {"may_differ": ["SEED"]}})");
  Campaign campaign(plan);
  campaign.at("0");
  campaign.at("1");
  EXPECT_EQ(notes(campaign.judge(ask(plan.manifest(), {"s1"}, {}))), Lines{});
}

}  // namespace
}  // namespace evidence
