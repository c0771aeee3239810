// Rows about what the engine did.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

Plan plan_with(const std::string& more = "") {
  return PlanMaker()
      .moments({"ready", "end"})
      .with(
          "observations",
          R"({"served": {"roles": ["engine"], "moments": ["end"])" + more +
              R"(, "fields": {"depth": {"type": "integer"}, "ok": {"type": "boolean", "optional": true}}}})")
      .make();
}

Lines rows_of(const Judgement& judgement) {
  Lines texts;
  for (const Finding& finding : judgement.findings) {
    if (finding.rule == "rows") texts.push_back(render(finding));
  }
  return texts;
}

TEST(Rows, AreCountedPerRank) {
  const Plan plan = plan_with();
  Campaign campaign(plan);
  campaign.all()
      .at("0", "s1", "end")
      .row("served", {{"depth", 1}})
      .row("served", {{"depth", 2}, {"ok", true}});
  const Judgement judgement = campaign.judge();
  EXPECT_EQ(judgement.answer, Answer::pass);
  EXPECT_EQ(rows_of(judgement), (Lines{"NOTE rows engine s1 end 1 observations served: seen 0 rows",
                                       "NOTE rows engine s1 end 0 observations served: seen 2 rows"}));
}

struct Bad {
  const char* name;
  std::function<void(Campaign&)> change;
  const char* fault;
};

TEST(Rows, ThatThePlanDoesNotDeclareAreStop) {
  const Plan plan = plan_with();
  const std::string undeclared = "; the plan does not declare such rows for this role and moment";
  const std::vector<Bad> rows = {
      {"moment",
       [](Campaign& c) {
         c.at("0").row("served", {{"depth", 1}});
       },
       "STOP observation engine s1 ready 0 observations served; the plan does not declare such rows for this "
       "role and "
       "moment"},
      {"type",
       [](Campaign& c) {
         c.at("0", "s1", "end").row("text", {{"depth", 1}});
       },
       "STOP observation engine s1 end 0 observations text; the plan does not declare such rows for this "
       "role and "
       "moment"},
      {"field",
       [](Campaign& c) {
         c.at("0", "s1", "end").row("served", {{"depth", 1}, {"prompt", "hello"}});
       },
       "STOP observation engine s1 end 0 observations served: seen line 1; the field prompt is not declared"},
      {"missing",
       [](Campaign& c) {
         c.at("0", "s1", "end").row("served", {{"ok", true}});
       },
       "STOP observation engine s1 end 0 observations served: seen line 1; the field depth is missing"},
  };
  for (const Bad& row : rows) {
    Campaign campaign(plan);
    campaign.all();
    row.change(campaign);
    EXPECT_EQ(faults(campaign.judge()), Lines{row.fault}) << row.name;
  }
}

TEST(Rows, WithAValueOfAnotherTypeAreStop) {
  const Plan plan = plan_with();
  for (const json::Value& depth : {json::Value("1"), json::Value(true), json::Value(1.5)}) {
    Campaign campaign(plan);
    campaign.all().at("0", "s1", "end").row("served", {{"depth", depth}});
    EXPECT_EQ(summary(campaign.judge()), "STOP observation");
  }
}

TEST(Rows, DeclaredAreHoldUnlessThePlanAcceptsThem) {
  for (const auto& [more, wanted] :
       {std::pair("", "HOLD evidence-kind"), std::pair(R"(, "accepts": "declared")", "PASS")}) {
    const Plan plan = plan_with(more);
    Campaign campaign(plan);
    campaign.all().at("1", "s1", "end").row("served", {{"depth", 1}}, EvidenceKind::declared);
    EXPECT_EQ(summary(campaign.judge()), wanted);
  }
}

TEST(Rows, DeclaredAreTheOperatorsWord) {
  const Plan plan = plan_with(R"(, "accepts": "declared")");
  Campaign campaign(plan);
  campaign.all().at("1", "s1", "end").row("served", {{"depth", 1}}, EvidenceKind::declared);
  EXPECT_EQ(notes(campaign.judge()),
            Lines{"NOTE operators-word engine s1 end 1 observations served: seen declared rows"});
}

TEST(Rows, OfAMomentThatIsNotAskedForAreNotCounted) {
  const Plan plan = plan_with();
  Campaign campaign(plan);
  campaign.all();
  EXPECT_EQ(rows_of(campaign.judge(ask(plan.manifest(), {}, {"ready"}))), Lines{});
}

}  // namespace
}  // namespace evidence
