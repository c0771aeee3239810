// The gate: may we begin?

#include <gtest/gtest.h>

#include "query_plan.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

std::string gated(const std::string& sql) {
  return R"({"name": "g", "class": "native", "standing": "screen", "roles": {"engine": {"life": "fresh", "ranks": ["0"]}},
    "moments": ["ready"], "starts": [{"name": "s1"}], "identity": {"engine": {"files": {"/model": "sha256:9a129038d9a00aed0cf6a7ea059ca50a813449061ab87848cf1a13eafdf33b2c"}}},
    "parameters": {"minutes": {"type": "count", "optional": true}},
    "gate": {"budget": {"asks": "does the window fit?", "sql": ")" +
         sql + R"("}}})";
}

Plan gated_plan(const std::string& sql, const std::string& binding) {
  std::vector<PlanFile> files{{"manifest.json", gated(sql)}};
  if (!binding.empty()) files.push_back({"binding.json", Binding::parse(binding, "b").render()});
  return Plan::from_files(std::move(files), "plan");
}

struct Gate {
  const char* name;
  std::string sql;
  std::string binding;
  Answer answer;
  std::string line;
};

void PrintTo(const Gate& row, std::ostream* out) {
  *out << row.name;
}

class Gates : public testing::TestWithParam<Gate> {};
TEST_P(Gates, Judged) {
  const Plan plan = gated_plan(GetParam().sql, GetParam().binding);
  const Judgement judgement = judge_gate(plan, {});
  EXPECT_EQ(judgement.answer, GetParam().answer) << rendered(judgement);
  EXPECT_EQ(of_rule(judgement, "gate").at(0), GetParam().line);
}
const std::string kBudget = "SELECT :minutes <= 90 AS ok";
INSTANTIATE_TEST_SUITE_P(
    All, Gates,
    testing::Values(Gate{"within", kBudget, R"({"minutes":60})", Answer::pass,
                         "PASS gate checks budget: expected does the window fit?, seen PASS; 1 case, 1 row"},
                    Gate{"over", kBudget, R"({"minutes":91})", Answer::stop,
                         "STOP gate checks budget: expected does the window fit?, seen FAIL: ok is 0"},
                    Gate{"not_known_yet", kBudget, "", Answer::hold,
                         "HOLD gate checks budget: expected does the window fit?, seen NOT RUN: parameter "
                         ":minutes has no value"}),
    [](const auto& row) { return row.param.name; });

TEST(Gate, SeesThePlanAndNothingThatWasObserved) {
  const Plan plan = gated_plan("SELECT count(*) = 1 AND :minutes > 0 AS ok FROM starts", R"({"minutes":1})");
  EXPECT_EQ(judge_gate(plan, {}).answer, Answer::pass);
  const Plan other = gated_plan("SELECT count(*) = 0 AND :minutes > 0 AS ok FROM facts", R"({"minutes":1})");
  EXPECT_EQ(judge_gate(other, {}).answer, Answer::hold);
}

TEST(Gate, IsJudgedAgainWithTheEvidence) {
  const Plan plan = gated_plan(kBudget, R"({"minutes":91})");
  Campaign campaign(plan);
  campaign.at("0").file("/model", "weights");
  EXPECT_EQ(summary(campaign.judge()), "STOP gate") << rendered(campaign.judge());
  EXPECT_EQ(summary(campaign.judge(ask(plan.manifest(), {"s1"}, {}))), "PASS");
}

TEST(Gate, WhereThePlanHasNoneNothingIsClaimed) {
  const Plan plan = PlanMaker().make();
  EXPECT_EQ(summary(judge_gate(plan, {})), "HOLD nothing-asked");
  const Plan optional = PlanMaker().with("parents", R"({"up2": {"optional": true}})").make();
  EXPECT_EQ(summary(judge_gate(optional, {})), "HOLD nothing-asked");
}

}  // namespace
}  // namespace evidence
