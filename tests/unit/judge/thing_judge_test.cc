// Pins on variables, arguments and facts: every rule with its answer, places, texts and origin.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"
#include "rows.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

struct Row {
  std::string name;
  std::string identity;  // of the engine
  std::function<void(Campaign&)> change;
  Lines faults;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class ThingRow : public testing::TestWithParam<Row> {};

TEST_P(ThingRow, IsJudged) {
  const Plan plan = PlanMaker().engine(GetParam().identity).make();
  Campaign campaign(plan);
  campaign.all();
  GetParam().change(campaign);
  const Judgement judgement = campaign.judge();
  EXPECT_EQ(faults(judgement), GetParam().faults);
  const bool stops = !GetParam().faults.empty() && GetParam().faults.front().starts_with("STOP");
  EXPECT_EQ(judgement.answer, GetParam().faults.empty() ? Answer::pass : stops ? Answer::stop : Answer::hold);
}

const std::string kSlow = R"({"env": {"MODE": "slow"}})";
const std::string kDepth = R"({"argv": {"--depth": "1"}})";
const std::string kFact = R"({"facts": {"driver": "550"}})";

const std::vector<Row> kEnvRows = {
    {"met", kSlow, [](Campaign& c) { c.each([](StreamMaker& s) { s.env("MODE", "slow"); }); }, {}},
    {"pin_on_both_ranks",
     kSlow,
     [](Campaign& c) { c.each([](StreamMaker& s) { s.env("MODE", "fast"); }); },
     {"STOP pin engine s1 ready 0,1 env MODE: expected slow, seen fast (identity.engine.env.MODE)"}},
    {"pin_on_one_rank",
     kSlow,
     [](Campaign& c) {
       c.at("0").env("MODE", "slow");
       c.at("1").env("MODE", "fast");
     },
     {"STOP pin engine s1 ready 1 env MODE: expected slow, seen fast (identity.engine.env.MODE)"}},
    {"two_ranks_wrong_in_two_ways",
     kSlow,
     [](Campaign& c) {
       c.at("0").env("MODE", "");
       c.at("1").env("MODE", "fast");
     },
     {"STOP pin engine s1 ready 0 env MODE: expected slow, seen \"\" (identity.engine.env.MODE)",
      "STOP pin engine s1 ready 1 env MODE: expected slow, seen fast (identity.engine.env.MODE)"}},
    {"missing",
     kSlow,
     [](Campaign& c) { c.at("1").env("MODE", "slow"); },
     {"STOP missing engine s1 ready 0 env MODE: expected slow, seen absent (identity.engine.env.MODE)"}},
    {"an_entry_without_its_equals_sign_is_no_value",
     kSlow,
     [](Campaign& c) {
       c.at("0").env("MODE", "slow");
       c.at("1").add(EnvRecord{0, "MODE", std::string(), true, "environ"});
     },
     {"STOP pin engine s1 ready 1 env MODE: expected slow, seen an entry without = "
      "(identity.engine.env.MODE)"}},
    {"twice_with_the_same_value",
     kSlow,
     [](Campaign& c) { c.each([](StreamMaker& s) { s.env("MODE", "slow").env("MODE", "slow"); }); },
     {"STOP twice engine s1 ready 0,1 env MODE: expected exactly once, seen stands more than once "
      "(identity.engine.env.MODE)"}},
    {"environment_unreadable_is_not_absent",
     kSlow,
     [](Campaign& c) {
       c.at("0").env("MODE", "slow");
       c.at("1").error("environ");
     },
     {"HOLD not-recorded engine s1 ready 1 env MODE: expected slow; it could not be looked at "
      "(identity.engine.env.MODE)",
      "HOLD not-seen engine s1 ready 1 environ; permission denied"}},
    {"told_by_the_runtime_instead_of_seen",
     kSlow,
     [](Campaign& c) {
       c.each([](StreamMaker& s) { s.add(EnvRecord{0, "MODE", std::string("slow"), false, "env-file"}); });
     },
     {"HOLD evidence-kind engine s1 ready 0,1 env MODE: expected seen in the live process, seen reported "
      "(identity.engine.env.MODE)"}},
    {"an_unpinned_value_told_by_the_runtime",
     kSlow,
     [](Campaign& c) {
       c.each([](StreamMaker& s) {
         s.env("MODE", "slow").add(EnvRecord{1, "PATH", std::string("/bin"), false, "inspect"});
       });
     },
     {"HOLD evidence-kind engine s1 ready 0,1 env PATH: expected seen in the live process, seen reported"}},
    {"told_by_the_runtime_beside_what_the_process_shows",
     kSlow,
     [](Campaign& c) {
       c.each([](StreamMaker& s) {
         s.add(EnvRecord{0, "MODE", std::string("fast"), false, "env-file"}).env("MODE", "slow");
       });
     },
     {}},
    {"by_rank_met",
     R"({"env": {"MODE": {"by_rank": {"0": "a", "1": "b"}}}})",
     [](Campaign& c) {
       c.at("0").env("MODE", "a");
       c.at("1").env("MODE", "b");
     },
     {}},
    {"by_rank_swapped",
     R"({"env": {"MODE": {"by_rank": {"0": "a", "1": "b"}}}})",
     [](Campaign& c) {
       c.at("0").env("MODE", "b");
       c.at("1").env("MODE", "a");
     },
     {"STOP pin engine s1 ready 0 env MODE: expected a, seen b (identity.engine.env.MODE)",
      "STOP pin engine s1 ready 1 env MODE: expected b, seen a (identity.engine.env.MODE)"}},
    {"by_rank_all_equal",
     R"({"env": {"MODE": {"by_rank": {"0": "a", "1": "b"}}}})",
     [](Campaign& c) { c.each([](StreamMaker& s) { s.env("MODE", "a"); }); },
     {"STOP pin engine s1 ready 1 env MODE: expected b, seen a (identity.engine.env.MODE)"}},
};

const std::vector<Row> kArgvRows = {
    {"argument_met", kDepth, [](Campaign& c) { c.each([](StreamMaker& s) { s.arg("--depth", "1"); }); }, {}},
    {"argument_pin",
     kDepth,
     [](Campaign& c) {
       c.at("0").arg("--depth", "1");
       c.at("1").arg("--depth", "2");
     },
     {"STOP pin engine s1 ready 1 argv --depth: expected 1, seen 2 (identity.engine.argv[\"--depth\"])"}},
    {"argument_given_as_a_flag",
     kDepth,
     [](Campaign& c) { c.each([](StreamMaker& s) { s.flag("--depth"); }); },
     {"STOP pin engine s1 ready 0,1 argv --depth: expected 1, seen given without a value "
      "(identity.engine.argv[\"--depth\"])"}},
    {"argument_twice",
     kDepth,
     [](Campaign& c) { c.each([](StreamMaker& s) { s.arg("--depth", "1").arg("--depth", "2"); }); },
     {"STOP twice engine s1 ready 0,1 argv --depth: expected exactly once, seen stands more than once "
      "(identity.engine.argv[\"--depth\"])"}},
    {"empty_argv",
     kDepth,
     [](Campaign&) {},
     {"STOP missing engine s1 ready 0,1 argv --depth: expected 1, seen absent "
      "(identity.engine.argv[\"--depth\"])"}},
    {"flag_met",
     R"({"argv": {"--fast": {"flag": true}}})",
     [](Campaign& c) { c.each([](StreamMaker& s) { s.flag("--fast"); }); },
     {}},
    {"flag_with_a_value",
     R"({"argv": {"--fast": {"flag": true}}})",
     [](Campaign& c) { c.each([](StreamMaker& s) { s.arg("--fast", "no"); }); },
     {"STOP pin engine s1 ready 0,1 argv --fast: expected given without a value, seen no "
      "(identity.engine.argv[\"--fast\"])"}},
    {"positional_met",
     R"({"argv": {"#0": "engine", "#1": "serve"}})",
     [](Campaign& c) {
       c.each([](StreamMaker& s) { s.arg("", "engine").arg("--rank", "7").arg("", "serve"); });
     },
     {}},
    {"positional_pin",
     R"({"argv": {"#0": "engine", "#1": "serve"}})",
     [](Campaign& c) { c.each([](StreamMaker& s) { s.arg("", "serve").arg("", "engine"); }); },
     {"STOP pin engine s1 ready 0,1 argv #0: expected engine, seen serve (identity.engine.argv[\"#0\"])",
      "STOP pin engine s1 ready 0,1 argv #1: expected serve, seen engine (identity.engine.argv[\"#1\"])"}},
};

const std::vector<Row> kFactRows = {
    {"fact_met", kFact, [](Campaign& c) { c.each([](StreamMaker& s) { s.fact("driver", "550"); }); }, {}},
    {"fact_pin",
     kFact,
     [](Campaign& c) { c.each([](StreamMaker& s) { s.fact("driver", "535"); }); },
     {"STOP pin engine s1 ready 0,1 facts driver: expected 550, seen 535 (identity.engine.facts.driver)"}},
    {"fact_not_stated_is_not_absent",
     kFact,
     [](Campaign& c) { c.at("0").fact("driver", "550"); },
     {"HOLD not-recorded engine s1 ready 1 facts driver: expected 550; nobody stated this fact "
      "(identity.engine.facts.driver)"}},
    {"fact_only_declared",
     kFact,
     [](Campaign& c) { c.each([](StreamMaker& s) { s.fact("driver", "550", EvidenceKind::declared); }); },
     {"HOLD evidence-kind engine s1 ready 0,1 facts driver: expected reported, seen declared; a stated value "
      "does "
      "not meet this pin (identity.engine.facts.driver)"}},
    {"fact_declared_where_the_plan_says_so",
     R"({"facts": {"driver": {"value": "550", "kind": "declared"}}})",
     [](Campaign& c) { c.each([](StreamMaker& s) { s.fact("driver", "550", EvidenceKind::declared); }); },
     {}},
    {"fact_declared_and_wrong",
     R"({"facts": {"driver": {"value": "550", "kind": "declared"}}})",
     [](Campaign& c) { c.each([](StreamMaker& s) { s.fact("driver", "535", EvidenceKind::declared); }); },
     {"STOP pin engine s1 ready 0,1 facts driver: expected 550, seen 535 (identity.engine.facts.driver)"}},
    {"fact_stated_twice",
     kFact,
     [](Campaign& c) { c.each([](StreamMaker& s) { s.fact("driver", "550").fact("driver", "550"); }); },
     {"STOP twice engine s1 ready 0,1 facts driver: expected exactly once, seen stands more than once "
      "(identity.engine.facts.driver)"}},
};

INSTANTIATE_TEST_SUITE_P(Env, ThingRow, testing::ValuesIn(kEnvRows), row_name<Row>);
INSTANTIATE_TEST_SUITE_P(Argv, ThingRow, testing::ValuesIn(kArgvRows), row_name<Row>);
INSTANTIATE_TEST_SUITE_P(Facts, ThingRow, testing::ValuesIn(kFactRows), row_name<Row>);

TEST(OperatorsWord, IsNotedWhereADeclaredFactMeetsAPin) {
  const Plan plan =
      PlanMaker().engine(R"({"facts": {"driver": {"value": "550", "kind": "declared"}}})").make();
  const Judgement judgement =
      Campaign(plan)
          .all()
          .each([](StreamMaker& s) { s.fact("driver", "550", EvidenceKind::declared); })
          .judge();
  EXPECT_EQ(
      notes(judgement),
      Lines{"NOTE operators-word engine s1 ready 0,1 facts driver: seen 550 (identity.engine.facts.driver)"});
}

TEST(Forbidden, SaysWhatIsThereThatMustNotBe) {
  const Plan plan =
      PlanMaker()
          .arms(R"({"off": {"engine": {"env": {"forbid": ["TRACE"]}, "argv": {"forbid": ["--trace"]}}}})")
          .starts({"s1:off"})
          .make();
  EXPECT_EQ(Campaign(plan).all().judge().answer, Answer::pass);
  const Judgement judgement =
      Campaign(plan).all().each([](StreamMaker& s) { s.env("TRACE", hidden("1")).flag("--trace"); }).judge();
  EXPECT_EQ(
      faults(judgement),
      (Lines{"STOP forbidden engine s1 ready 0,1 argv --trace: expected absent, seen given without a value "
             "(arms.off.engine.argv.forbid[0])",
             "STOP forbidden engine s1 ready 0,1 env TRACE: expected absent, seen hidden value " +
                 hidden("1").hmac.substr(0, 12) + " (arms.off.engine.env.forbid[0])"}));
}

}  // namespace
}  // namespace evidence
