// Earlier packets that the plan rests on.

#include <gtest/gtest.h>

#include "query_plan.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

const std::string kHexA(64, 'a');
const std::string kHexB(64, 'b');
const std::string kCommit(40, 'c');

PlanMaker parent_plan(const std::string& parents) {
  return PlanMaker().with("parents", parents);
}

ParentView view() {
  ParentView view{"up2", kHexA, "up2-native"};
  view.manifest = kHexB;
  view.run = kHexB;
  view.plan_class = "native";
  view.standing = "adoptable";
  view.checkpoint = "complete";
  view.answer = Answer::pass;
  view.commit = kCommit;
  Reading match{"match", Answer::pass, "CONFIRMED"};
  match.quantities = {{"off", 2.5}, {"reps", 4}, {"slowest", "s2"}, {"none", nullptr}};
  view.readings = {match, Reading{"end"}};
  return view;
}

Judgement judged(const Plan& plan, const std::vector<ParentView>& parents) {
  Judge judge(plan, ask(plan.manifest(), {}, {}));
  Campaign campaign(plan);
  RecordReader reader(judge);
  reader.feed(campaign.all().text(), "in");
  reader.end_of_input("in");
  return judge.finish(reader.finish(), std::nullopt, parents);
}

TEST(Parents, CanBeReadBack) {
  const json::Value value = to_json(view());
  json::Document document;
  const std::string text = json::canonical(value);
  ASSERT_FALSE(document.scan(text, json::Form::canonical));
  json::Mistakes mistakes;
  const ParentView back = parent_from_json(json::Place(document.root(), mistakes));
  EXPECT_TRUE(mistakes.empty());
  EXPECT_EQ(json::canonical(to_json(back)), text);
}

struct Shown {
  const char* name;
  std::string shows;
  std::string line;
};

void PrintTo(const Shown& row, std::ostream* out) {
  *out << row.name;
}

class Shows : public testing::TestWithParam<Shown> {};
TEST_P(Shows, Judged) {
  const Plan plan = parent_plan(R"({"up2": {"shows": {)" + GetParam().shows + "}}}").make();
  EXPECT_EQ(of_rule(judged(plan, {view()}), "parent"), Lines{GetParam().line});
}
INSTANTIATE_TEST_SUITE_P(
    All, Shows,
    testing::Values(
        Shown{"a_pass", "", "PASS parent parents up2: seen sha256:" + kHexA + "; shows answer PASS"},
        Shown{"everything",
              R"("class": "native", "standing": "adoptable", "checkpoint": "complete", "name": "up2-native",
                 "verdict": "CONFIRMED", "match": "CONFIRMED", "end": "no verdict", "run": ")" +
                  kHexB + R"(", "manifest": "sha256:)" + kHexB + "\"",
              "PASS parent parents up2: seen sha256:" + kHexA +
                  "; shows answer PASS, checkpoint complete, class native, end no verdict, manifest sha256:" +
                  kHexB + ", match CONFIRMED, name up2-native, run " + kHexB +
                  ", standing adoptable, verdict CONFIRMED"},
        Shown{"another_class", R"("class": "rehearsal")",
              "STOP parent parents up2: expected class rehearsal, seen class native; the packet does not "
              "show what "
              "this plan rests on"},
        Shown{"another_answer", R"("answer": "HOLD")",
              "STOP parent parents up2: expected answer HOLD, seen answer PASS; the packet does not show "
              "what this "
              "plan rests on"},
        Shown{"another_verdict", R"("match": "REFUTED")",
              "STOP parent parents up2: expected match REFUTED, seen match CONFIRMED; the packet does not "
              "show what "
              "this plan rests on"},
        Shown{"an_unknown_reading", R"("speed": "SAME")",
              "STOP parent parents up2: expected speed SAME, seen speed no such reading; the packet does not "
              "show "
              "what this plan rests on"}),
    [](const auto& row) { return row.param.name; });

TEST(Parents, ThatRestOnUnseenPacketsHold) {
  const Plan plan = parent_plan(R"({"up2": {}})").make();
  ParentView resting = view();
  resting.unseen = {"up1"};
  EXPECT_EQ(
      of_rule(judged(plan, {resting}), "parent"),
      Lines{"HOLD parent parents up2; rests on a packet that was not supplied: add --parent up2/up1=PACKET"});
}

TEST(Parents, ThatAreNotSuppliedHoldUnlessTheyAreOptional) {
  const Plan plan = parent_plan(R"({"up2": {}, "more": {"optional": true}})").make();
  EXPECT_EQ(of_rule(judged(plan, {}), "parent"),
            (Lines{"HOLD parent parents up2; was not supplied (--parent)",
                   "NOTE parent parents more; was not supplied, and need not be"}));
}

TEST(Parents, AreNotAskedForInAPreflight) {
  const Plan plan = parent_plan(R"({"up2": {}})").make();
  Campaign campaign(plan);
  EXPECT_EQ(campaign.all().judge(ask(plan.manifest(), {"s1"}, {})).answer, Answer::pass);
}

TEST(Parents, AreTablesOfTheGate) {
  const Plan plan = parent_plan(R"({"up2": {}})")
                        .with("gate", R"({"g": {"asks": "?", "sql": [
             "SELECT (SELECT verdict FROM parents WHERE parent = 'up2') = 'CONFIRMED'",
             "AND (SELECT count(*) FROM parent_readings WHERE verdict IS NULL) = 1",
             "AND (SELECT value FROM parent_quantities WHERE quantity = 'off') = 2.5",
             "AND (SELECT text FROM parent_quantities WHERE quantity = 'slowest') = 's2' AS ok"]}})")
                        .make();
  EXPECT_EQ(judge_gate(plan, {view()}).answer, Answer::pass) << rendered(judge_gate(plan, {view()}));
  ParentView other = view();
  other.readings[0].verdict = "REFUTED";
  EXPECT_EQ(summary(judge_gate(plan, {other})), "STOP gate");
  EXPECT_EQ(summary(judge_gate(plan, {})), "STOP gate parent");
}

TEST(Parents, TheAdmissionMustHaveRunTheCommitThatIsCarried) {
  const auto plan_from = [](const std::string& from) {
    return parent_plan(R"({"up2": {}})")
        .with("carry",
              R"({"admission": "up2", "from": ")" + from + R"(", "to": ")" + std::string(40, 'd') + "\"}")
        .make();
  };
  const auto answer = [](const Plan& plan, const ParentView& parent) {
    Campaign campaign(plan);
    StreamMaker& stream = campaign.all().at("none", "none", "none", "carry");
    stream.process.reset();
    const std::string from = plan.manifest().carry->from;
    stream.add(GitRecord{"from", from, from, std::nullopt, std::nullopt});
    stream.add(GitRecord{"to", plan.manifest().carry->to, from, 1, from});
    Judge judge(plan, ask(plan.manifest(), {}, {}));
    RecordReader reader(judge);
    reader.feed(campaign.text(), "in");
    reader.end_of_input("in");
    return summary(judge.finish(reader.finish(), std::nullopt, {parent}));
  };
  EXPECT_EQ(answer(plan_from(kCommit), view()), "PASS");
  EXPECT_EQ(answer(plan_from(std::string(40, 'e')), view()), "STOP carry-commit");
  EXPECT_EQ(answer(plan_from(kCommit), ParentView{"other"}), "HOLD carry-commit parent");
  ParentView silent = view();
  silent.commit.clear();
  EXPECT_EQ(answer(plan_from(kCommit), silent), "STOP carry-commit");
}

TEST(Parents, ACommitThatIsOnlyRecordedIsHeldAgainstThePlan) {
  const Plan plan = PlanMaker().with("carry", R"({"to": ")" + kCommit + "\"}").make();
  const auto judged_with = [&](const std::string& commit) {
    Campaign campaign(plan);
    StreamMaker& stream = campaign.all().at("none", "none", "none", "carry");
    stream.process.reset();
    stream.add(GitRecord{"head", commit, commit, std::nullopt, std::nullopt});
    return campaign.judge();
  };
  EXPECT_EQ(judged_with(kCommit).answer, Answer::pass) << rendered(judged_with(kCommit));
  EXPECT_EQ(judged_with(kCommit).commit, kCommit);
  EXPECT_EQ(summary(judged_with(std::string(40, 'e'))), "STOP carry-commit");
}

}  // namespace
}  // namespace evidence
