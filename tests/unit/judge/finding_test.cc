// Findings as JSON and back.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"
#include "rows.h"

namespace evidence {
namespace {

struct ReadBack {
  std::optional<Finding> finding;
  std::vector<std::string> mistakes;
};

ReadBack read(const std::string& text) {
  json::Document document;
  EXPECT_FALSE(document.scan(text, json::Form::any)) << text;
  json::Mistakes mistakes;
  ReadBack back{finding_from_json(json::Place(document.root(), mistakes)), {}};
  for (const json::Mistake& one : mistakes.list()) back.mistakes.push_back(one.path + " " + one.reason);
  return back;
}

TEST(Finding, ComesBackFromJson) {
  Finding whole{Result::hold, "not-seen", "engine", {{"s1", "ready", {"0", "1"}}, {"base", "none", {"0"}}}};
  whole.thing = "env";
  whole.name = "\"a\\nb\"";
  whole.expected = "ü";
  whole.seen = "x";
  whole.origin = "identity.engine.env.X";
  whole.detail = "said \"so\"";
  for (const Finding& one : {whole, Finding{Result::stop, "run"}, Finding{Result::note, "rows", "engine"}}) {
    const ReadBack back = read(json::canonical(to_json(one)));
    EXPECT_EQ(back.mistakes, std::vector<std::string>{});
    EXPECT_EQ(back.finding, one);
  }
}

TEST(Finding, OfEveryJudgementComesBackFromJson) {
  const Plan plan = PlanMaker()
                        .engine(R"({"env": {"MODE": "slow"}, "facts": {"gpu": {"distinct": true}}})")
                        .base(text_of(base_stream("7")))
                        .make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    s.env("MODE", std::string("\xff\n")).env("A\x01", Secret{}).fact("gpu", "a").error("file", "\n");
  });
  campaign.at("9");
  const Judgement judgement = judge_text(plan, campaign.text() + "\xff\x01 noise\n");
  EXPECT_GT(judgement.findings.size(), 8U);
  for (const Finding& one : judgement.findings) {
    const ReadBack back = read(json::canonical(to_json(one)));
    EXPECT_EQ(back.mistakes, std::vector<std::string>{});
    EXPECT_EQ(back.finding, one);
  }
}

struct Row {
  std::string name;
  std::string text;
  std::string mistake;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}
class Refused : public testing::TestWithParam<Row> {};

TEST_P(Refused, ForItsReason) {
  const ReadBack back = read(GetParam().text);
  ASSERT_FALSE(back.mistakes.empty());
  EXPECT_EQ(back.mistakes.front(), GetParam().mistake);
}

const std::vector<Row> kRows = {
    {"no_object", R"([])", "$ must be an object, is an array"},
    {"no_result", R"({"rule": "pin"})", "$ member \"result\" is missing"},
    {"no_rule", R"({"result": "STOP"})", "$ member \"rule\" is missing"},
    {"unknown_result", R"({"result": "OK", "rule": "pin"})",
     "$.result must be one of \"NOTE\", \"PASS\", \"HOLD\", \"STOP\""},
    {"unknown_member", R"({"result": "STOP", "rule": "pin", "more": 1})", "$.more unknown member"},
    {"empty_text", R"({"result": "STOP", "rule": "pin", "seen": ""})",
     "$.seen must not be empty where it is given"},
    {"empty_where", R"({"result": "STOP", "rule": "pin", "where": []})",
     "$.where must not be empty where it is given"},
    {"empty_ranks",
     R"({"result": "STOP", "rule": "pin", "where": [{"start": "s", "moment": "m", "ranks": []}]})",
     "$.where[0].ranks must not be empty"},
};
INSTANTIATE_TEST_SUITE_P(Finding, Refused, testing::ValuesIn(kRows), row_name<Row>);

TEST(Names, OfResultsAndAnswers) {
  EXPECT_EQ(result_name(Result::note), "NOTE");
  EXPECT_EQ(result_name(Result::pass), "PASS");
  EXPECT_EQ(result_name(Result::hold), "HOLD");
  EXPECT_EQ(result_name(Result::stop), "STOP");
  EXPECT_EQ(answer_name(Answer::pass), "PASS");
  EXPECT_EQ(answer_name(Answer::hold), "HOLD");
  EXPECT_EQ(answer_name(Answer::stop), "STOP");
}

}  // namespace
}  // namespace evidence
