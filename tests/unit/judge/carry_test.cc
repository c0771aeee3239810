// What is carried from the commit that was qualified.

#include <gtest/gtest.h>

#include "query_plan.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

const std::string kFrom(40, 'a');
const std::string kTo(40, 'b');
const std::string kOld(40, '1');
const std::string kNew(40, '2');

Plan carry_plan(const std::string& more = "") {
  return PlanMaker()
      .with("carry", R"({"from": ")" + kFrom + R"(", "to": ")" + kTo +
                         R"(", "identical": ["engine/", "tools/clock.c"],
             "may_change": ["tools/", "engine/notes.txt"])" +
                         more + "}")
      .make();
}

// The stream of carry-qualification: both commits and what changed.
StreamMaker carry_stream(const Plan& plan, const std::vector<CarryRecord>& changes) {
  Campaign campaign(plan);
  StreamMaker stream = campaign.at("none", "none", "none", "carry");
  stream.process.reset();
  stream.add(GitRecord{"from", kFrom, kOld, std::nullopt, std::nullopt});
  stream.add(GitRecord{"to", kTo, kNew, 7, kFrom});
  for (const CarryRecord& change : changes) stream.add(change);
  return stream;
}

CarryRecord changed(const std::string& path) {
  return {"bytes", path, CarryEntry{0100644, kOld}, CarryEntry{0100644, kNew}, ""};
}

Judgement judge(const Plan& plan, const StreamMaker& stream) {
  Campaign campaign(plan);
  campaign.all().streams().push_back(stream);
  return campaign.judge();
}

TEST(Carry, WhereOnlyWhatMayChangedItHolds) {
  const Plan plan = carry_plan();
  const Judgement judgement =
      judge(plan, carry_stream(plan, {changed("tools/count.py"), changed("engine/notes.txt")}));
  EXPECT_EQ(judgement.answer, Answer::pass) << rendered(judgement);
  EXPECT_EQ(of_rule(judgement, "carry"), Lines{"PASS carry carry " + kTo + "; 7 files, none changed since " +
                                               kFrom + " but where the plan lets it"});
  EXPECT_EQ(of_rule(judgement, "carry-allowed"),
            Lines{"NOTE carry-allowed carry: seen 2 paths changed; where the plan lets them"});
}

struct Fault {
  const char* name;
  std::function<void(StreamMaker&)> change;
  std::string line;
};

void PrintTo(const Fault& row, std::ostream* out) {
  *out << row.name;
}

class Uncarried : public testing::TestWithParam<Fault> {};
TEST_P(Uncarried, IsTold) {
  const Plan plan = carry_plan();
  StreamMaker stream = carry_stream(plan, {});
  GetParam().change(stream);
  const Judgement judgement = judge(plan, stream);
  EXPECT_EQ(faults(judgement), Lines{GetParam().line}) << rendered(judgement);
  for (const std::string& line : of_rule(judgement, "carry")) EXPECT_FALSE(line.starts_with("PASS")) << line;
}
INSTANTIATE_TEST_SUITE_P(
    All, Uncarried,
    testing::Values(
        Fault{"a_file_of_the_engine", [](StreamMaker& s) { s.add(changed("engine/serve.py")); },
              "STOP carry carry engine/serve.py: expected 100644 111111111111, seen 100644 222222222222; "
              "changed, and "
              "must be identical by the rule engine/"},
        Fault{"a_longer_rule_decides", [](StreamMaker& s) { s.add(changed("tools/clock.c")); },
              "STOP carry carry tools/clock.c: expected 100644 111111111111, seen 100644 222222222222; "
              "changed, and "
              "must be identical by the rule tools/clock.c"},
        Fault{"what_no_rule_covers", [](StreamMaker& s) { s.add(changed("setup.py")); },
              "STOP carry carry setup.py: expected 100644 111111111111, seen 100644 222222222222; changed, "
              "and no rule "
              "lets it"},
        Fault{
            "a_mode",
            [](StreamMaker& s) {
              s.add(CarryRecord{"bytes", "run.sh", CarryEntry{0100644, kOld}, CarryEntry{0100755, kOld}, ""});
            },
            "STOP carry carry run.sh: expected 100644 111111111111, seen 100755 111111111111; changed, and "
            "no rule "
            "lets it"},
        Fault{"a_new_file",
              [](StreamMaker& s) {
                s.add(CarryRecord{"bytes", "a", std::nullopt, CarryEntry{0100644, kNew}, ""});
              },
              "STOP carry carry a: expected nothing, seen 100644 222222222222; changed, and no rule lets it"},
        Fault{"attributes_below_what_may_change",
              [](StreamMaker& s) { s.add(changed("tools/.gitattributes")); },
              "STOP carry carry tools/.gitattributes: expected 100644 111111111111, seen 100644 "
              "222222222222; changed, "
              "and no rule lets it"},
        Fault{"the_working_tree_even_where_it_may_change",
              [](StreamMaker& s) {
                s.add(CarryRecord{"worktree", "tools/x", CarryEntry{0100644, kOld}, std::nullopt, "missing"});
              },
              "STOP carry carry tools/x: expected 100644 111111111111, seen nothing; the working tree is not "
              "the "
              "commit: missing"},
        Fault{"another_commit", [](StreamMaker& s) { s.body<GitRecord>(1).commit = kNew; },
              "STOP carry-commit carry to: expected " + kTo + ", seen " + kNew +
                  "; the qualification was carried between other commits than the plan's"},
        Fault{"another_qualified_commit", [](StreamMaker& s) { s.body<GitRecord>(0).commit = kNew; },
              "STOP carry-commit carry from: expected " + kFrom + ", seen " + kNew +
                  "; the qualification was carried between other commits than the plan's"},
        Fault{"no_descendant", [](StreamMaker& s) { s.body<GitRecord>(1).descends_from.reset(); },
              "STOP carry-commit carry: expected a descendant of " + kFrom + ", seen " + kTo +
                  "; the commit that runs does not descend from the one that was qualified"},
        Fault{"a_descendant_of_another", [](StreamMaker& s) { s.body<GitRecord>(1).descends_from = kNew; },
              "STOP carry-commit carry: expected a descendant of " + kFrom + ", seen " + kTo +
                  "; the commit that runs does not descend from the one that was qualified"},
        Fault{"no_commit", [](StreamMaker& s) { s.bodies.erase(s.bodies.begin()); },
              "HOLD carry carry from; the stream has 0 commits of that name, and must have one"},
        Fault{"a_commit_twice", [](StreamMaker& s) { s.add(s.body<GitRecord>(1)); },
              "HOLD carry carry to; the stream has 2 commits of that name, and must have one"},
        Fault{"an_error", [](StreamMaker& s) { s.error("git"); },
              "HOLD not-seen carry none none none git; permission denied"}),
    [](const auto& row) { return row.param.name; });

TEST(Carry, NeedNotDescendWhereThePlanSaysSo) {
  const Plan plan = carry_plan(R"(, "descends": false)");
  StreamMaker stream = carry_stream(plan, {});
  stream.body<GitRecord>(1).descends_from.reset();
  EXPECT_EQ(judge(plan, stream).answer, Answer::pass);
}

TEST(Carry, WhatMayChangeAndCannotBeSeenIsNoted) {
  const Plan plan = carry_plan();
  CarryRecord module = changed("tools/module");
  module.reason = "submodule: content not verified";
  EXPECT_EQ(of_rule(judge(plan, carry_stream(plan, {module})), "carry-unverified"),
            Lines{"NOTE carry-unverified carry tools/module; submodule: content not verified"});
}

TEST(Carry, OfWhichNothingWasRecordedHolds) {
  const Plan plan = carry_plan();
  Campaign campaign(plan);
  campaign.all();
  EXPECT_EQ(faults(campaign.judge()), Lines{"HOLD carry carry; nothing was recorded by carry-qualification"});
  EXPECT_EQ(campaign.judge(ask(plan.manifest(), {"s1"}, {})).answer, Answer::pass);
}

TEST(Carry, OfAPlanThatCarriesNothingIsUnplanned) {
  const Plan other = PlanMaker().make();
  EXPECT_EQ(summary(judge(other, carry_stream(other, {}))), "STOP unplanned");
}

TEST(Carry, WhatGitDoesNotHoldIsNoted) {
  const Plan plan = carry_plan();
  const StreamMaker stream = carry_stream(plan, {{"bytes", "engine/weights", CarryEntry{0100644, kOld},
                                                  CarryEntry{0100644, kOld}, "Git LFS pointer"}});
  const Judgement judgement = judge(plan, stream);
  EXPECT_EQ(judgement.answer, Answer::pass) << rendered(judgement);
  EXPECT_EQ(of_rule(judgement, "carry-unverified"),
            Lines{"NOTE carry-unverified carry engine/weights; Git LFS pointer"});
}

}  // namespace
}  // namespace evidence
