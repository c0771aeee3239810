// Checks over observed rows: PASS only where every demanded case was seen and is so.

#include <gtest/gtest.h>

#include "query_plan.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

const std::string kCases =
    R"("cases": {"start": ["s1", "s2"], "tail": [1, 2]}, "rows": {"min": 2, "max": 2}, )";
const std::string kSql = R"("sql": "SELECT start, tail, ok FROM served")";

TEST(Checks, PassWhenEveryCaseIsThereAndOk) {
  const Plan plan = plan_with_check(kCases + kSql);
  const Judgement judgement = served_campaign(plan).judge();
  EXPECT_EQ(judgement.answer, Answer::pass) << rendered(judgement);
  EXPECT_EQ(of_rule(judgement, "check"),
            Lines{"PASS check checks c: expected is it so?, seen PASS; 4 cases, 8 rows"});
}

struct Unpassed {
  const char* name;
  std::string check;
  std::function<void(Campaign&)> change;
  std::string line;  // of the check's finding
};

void PrintTo(const Unpassed& row, std::ostream* out) {
  *out << row.name;
}

const std::function<void(Campaign&)> kNothing = [](Campaign&) {};

std::vector<Unpassed> unpassed() {
  const std::string asked = " check checks c: expected is it so?, seen ";
  const std::string hold = "HOLD" + asked + "NOT RUN: ";
  const std::string stop = "STOP" + asked + "FAIL: ";
  const std::string one = "start s1, tail 1: ";
  return {
      {"a_zero", kCases + kSql,
       [](Campaign& c) { c.at("1", "s2", "end").body<ObservationRecord>(1).fields["ok"] = false; },
       stop + "start s2, tail 2: ok is 0"},
      {"null", kCases + kSql,
       [](Campaign& c) { c.at("0", "s1", "end").body<ObservationRecord>().fields.erase("ok"); },
       hold + one + "ok is NULL"},
      {"no_row", kCases + kSql,
       [](Campaign& c) {
         for (const std::string rank : {"0", "1"})
           std::erase_if(c.at(rank, "s1", "end").bodies, [](const RecordBody& body) {
             const auto* row = std::get_if<ObservationRecord>(&body);
             return row != nullptr && row->fields.at("tail") == json::Value(1);
           });
       },
       hold + one + "no row"},
      {"too_few_rows", kCases + kSql,
       [](Campaign& c) {
         std::erase_if(c.at("0", "s1", "end").bodies, [](const RecordBody& body) {
           const auto* row = std::get_if<ObservationRecord>(&body);
           return row != nullptr && row->fields.at("tail") == json::Value(1);
         });
       },
       hold + one + "1 rows are too few"},
      {"too_many_rows", kCases + kSql,
       [](Campaign& c) {
         c.at("0", "s1", "end").row("served", {{"tail", 1}, {"ok", true}});
       },
       stop + one + "3 rows are too many"},
      {"case_that_is_not_declared", kCases + kSql,
       [](Campaign& c) {
         c.at("0", "s1", "end").row("served", {{"tail", 9}, {"ok", true}});
       },
       stop + "start s1, tail 9: a case that the plan does not have"},
      {"a_failure_outranks_what_is_missing", kCases + kSql,
       [](Campaign& c) {
         c.at("0", "s1", "end").body<ObservationRecord>().fields.erase("ok");
         c.at("0", "s2", "end").body<ObservationRecord>().fields["ok"] = false;
       },
       stop + "start s2, tail 1: ok is 0; also start s1, tail 1: ok is NULL"},
      {"no_rows_at_all", kCases + R"("sql": "SELECT start, tail, ok FROM served WHERE tail > 100")", kNothing,
       hold + one +
           "no row; also start s1, tail 2: no row; start s2, tail 1: no row; start s2, tail 2: no row"},
      {"mistyped_column", kCases + R"("sql": "SELECT start, tial AS tail, ok FROM served")", kNothing, ""},
      {"mistyped_table", kCases + R"("sql": "SELECT start, tail, ok FROM servd")", kNothing, ""},
      {"column_too_many", kCases + R"("sql": "SELECT start, tail, rank, ok FROM served")", kNothing,
       hold + "its columns must be start, tail, ok, and are start, tail, rank, ok"},
      {"column_missing", kCases + R"("sql": "SELECT start, ok FROM served")", kNothing,
       hold + "its columns must be start, tail, ok, and are start, ok"},
      {"ok_missing", kCases + R"("sql": "SELECT start, tail FROM served")", kNothing, ""},
      {"ok_twice", kCases + R"("sql": "SELECT start, tail, ok, 1 AS ok FROM served")", kNothing, ""},
      {"ok_is_two", R"("sql": "SELECT 2 AS ok FROM served GROUP BY run")", kNothing,
       hold + "ok must be 0, 1 or NULL, and is 2"},
      {"ok_is_a_number", R"("sql": "SELECT 1.0 AS ok FROM served GROUP BY run")", kNothing, ""},
      {"ok_is_text", R"("sql": "SELECT kind AS ok FROM served WHERE kind = 'decode' GROUP BY kind")",
       kNothing, ""},
      {"case_is_null", R"("cases": {"kind": ["prefill"]}, "sql": "SELECT NULL AS kind, 1 AS ok FROM served")",
       kNothing, ""},
      {"case_of_another_type",
       R"("cases": {"tail": ["1"]}, "rows": {"min": 1}, "sql": "SELECT tail, ok FROM served WHERE tail = 1")",
       kNothing, ""},
      {"unbound_parameter", R"("sql": "SELECT count(*) > :limit AS ok FROM served")", kNothing, ""},
      {"stream_missing", kCases + kSql, [](Campaign& c) { c.drop("1", "s2", "end"); }, ""},
      {"cases_from_a_query_that_gives_none",
       R"("cases": {"sql": "SELECT start FROM starts WHERE arm = 'none'"}, "sql": "SELECT start, 1 AS ok FROM served")",
       kNothing, hold + "its cases: the query gives none"},
      {"cases_over_evidence",
       R"("cases": {"sql": "SELECT DISTINCT start FROM served"}, "sql": "SELECT start, 1 AS ok FROM served")",
       kNothing, ""},
      {"cases_twice",
       R"("cases": {"sql": "SELECT s.arm FROM starts s, ranks r"}, "sql": "SELECT arm, 1 AS ok FROM served")",
       kNothing, ""},
      {"cases_null",
       R"("cases": {"sql": "SELECT NULL AS n"}, "sql": "SELECT NULL AS n, 1 AS ok FROM served")", kNothing,
       ""},
      {"cases_with_a_column_ok",
       R"("cases": {"sql": "SELECT 1 AS ok"}, "sql": "SELECT 1 AS ok, 0 AS really FROM served")", kNothing,
       hold + "its cases: their columns must be names, each once, and not ok"},
      {"cases_of_a_start_that_is_not_asked", R"("cases": {"sql": "SELECT 's9' AS start"}, "rows": {"min": 0},
        "sql": "SELECT start, 0 AS ok FROM served")",
       kNothing, ""},
      {"cases_of_an_unknown_rank", R"("cases": {"sql": "SELECT '9' AS rank"}, "rows": {"min": 0},
        "sql": "SELECT rank, 0 AS ok FROM served")",
       kNothing, ""},
      {"ok_is_infinite", R"("sql": "SELECT 9e999 AS ok FROM served GROUP BY run")", kNothing,
       hold + "ok must be 0, 1 or NULL, and is infinite"},
      {"case_is_infinite",
       R"("cases": {"tail": [1]}, "rows": {"min": 1}, "sql": "SELECT 9e999 AS tail, ok FROM served")",
       kNothing, ""},
      {"depends_on_the_order_of_rows", R"("sql": "SELECT tail = 1 AS ok FROM served LIMIT 1")", kNothing, ""},
      {"overflow", R"("sql": "SELECT sum(9223372036854775807) > 0 AS ok FROM served")", kNothing, ""},
  };
}

class Unpassing : public testing::TestWithParam<Unpassed> {};
TEST_P(Unpassing, IsTold) {
  const Plan plan = plan_with_check(GetParam().check);
  Campaign campaign = served_campaign(plan);
  GetParam().change(campaign);
  const Judgement judgement = campaign.judge();
  EXPECT_NE(judgement.answer, Answer::pass) << rendered(judgement);
  const Lines told = of_rule(judgement, "check");
  ASSERT_EQ(told.size(), 1U) << rendered(judgement);
  EXPECT_FALSE(told.front().starts_with("PASS")) << told.front();
  if (!GetParam().line.empty()) {
    EXPECT_EQ(told.front(), GetParam().line);
  }
}
INSTANTIATE_TEST_SUITE_P(All, Unpassing, testing::ValuesIn(unpassed()),
                         [](const auto& row) { return row.param.name; });

TEST(Checks, AStreamThatIsMissingIsNamed) {
  const Plan plan = plan_with_check(R"("sql": "SELECT count(*) > 0 AS ok FROM served")");
  Campaign campaign = served_campaign(plan);
  campaign.drop("1", "s2", "end");
  EXPECT_EQ(
      of_rule(campaign.judge(), "check"),
      Lines{
          "HOLD check checks c: expected is it so?, seen NOT RUN: no whole stream of s2 end engine 1, where "
          "served rows come from"});
}

TEST(Checks, ACaseOnAStartSeesOnlyThatStartsRowsAndStreams) {
  const Plan plan = plan_with_check(
      R"("cases": {"start": ["s1"]}, "sql": "SELECT start, count(*) = 4 AS ok FROM served GROUP BY start")");
  Campaign campaign = served_campaign(plan);
  EXPECT_TRUE(of_rule(campaign.judge(), "check").front().starts_with("PASS"));
  campaign.drop("1", "s2", "end");
  const Judgement judgement = campaign.judge();
  EXPECT_EQ(summary(judgement), "HOLD stream-missing");
  EXPECT_TRUE(of_rule(judgement, "check").front().starts_with("PASS")) << rendered(judgement);
}

TEST(Checks, CasesAreCutToTheStartsInQuestion) {
  const Plan plan = plan_with_check(kCases + kSql);
  Campaign campaign = served_campaign(plan);
  campaign.drop("0", "s2", "end").drop("1", "s2", "end").drop("0", "s2").drop("1", "s2");
  Question question{"q", {"s1"}, {"ready", "end"}, Depth::everything, {"c"}, {}};
  const Judgement judgement = campaign.judge(question);
  EXPECT_EQ(judgement.answer, Answer::pass) << rendered(judgement);
  EXPECT_EQ(of_rule(judgement, "check"),
            Lines{"PASS check checks c: expected is it so?, seen PASS; 2 cases, 4 rows"});
}

TEST(Checks, OfWhichNoCaseIsInQuestionAreNotRun) {
  const Plan plan =
      plan_with_check(R"("cases": {"start": ["s2"]}, "sql": "SELECT start, 1 AS ok FROM served")");
  Campaign campaign = served_campaign(plan);
  const Question question{"q", {"s1"}, {"ready", "end"}, Depth::everything, {"c"}, {}};
  EXPECT_EQ(
      of_rule(campaign.judge(question), "check"),
      Lines{"HOLD check checks c: expected is it so?, seen NOT RUN: none of its cases lies at the starts, "
            "moments and arms in question"});
}

TEST(Checks, CasesMayComeFromThePlan) {
  const Plan plan = plan_with_check(
      R"("cases": {"sql": "SELECT start, rank FROM starts, ranks"},
         "sql": "SELECT start, rank, every(ok) AS ok FROM served GROUP BY start, rank")");
  const Judgement judgement = served_campaign(plan).judge();
  EXPECT_EQ(of_rule(judgement, "check"),
            Lines{"PASS check checks c: expected is it so?, seen PASS; 4 cases, 4 rows"});
}

TEST(Checks, CompleteOrAbsentIsACheckOverStarts) {
  const Plan plan = plan_with_check(
      R"("cases": {"sql": "SELECT start FROM starts"},
         "sql": ["SELECT s.start, count(v.line) IN (0, 4) AS ok",
                 "FROM starts AS s LEFT JOIN served AS v ON v.start = s.start GROUP BY s.start"])");
  Campaign campaign = served_campaign(plan);
  EXPECT_EQ(campaign.judge().answer, Answer::pass) << rendered(campaign.judge());
  Campaign absent = served_campaign(plan);
  for (const std::string rank : {"0", "1"}) {
    std::erase_if(absent.at(rank, "s2", "end").bodies,
                  [](const RecordBody& body) { return std::holds_alternative<ObservationRecord>(body); });
  }
  EXPECT_EQ(absent.judge().answer, Answer::pass) << rendered(absent.judge());
  campaign.at("0", "s2", "end").bodies.pop_back();
  EXPECT_EQ(summary(campaign.judge()), "STOP check");
}

TEST(Checks, FactsAndWhatIsAbsentAreTables) {
  const Plan plan = plan_with_check(
      R"("cases": {"start": ["s1", "s2"]},
         "sql": ["SELECT f.start, count(*) = 4 AND (SELECT count(*) FROM absent) = 1 AS ok",
                 "FROM facts AS f WHERE f.name = 'clock' AND f.value = 'fast' GROUP BY f.start"])");
  Campaign campaign = served_campaign(plan);
  campaign.each([](StreamMaker& stream) { stream.fact("clock", "fast", EvidenceKind::process); });
  campaign.at("0", "s1").absent("/var/trace");
  const Judgement judgement = campaign.judge();
  EXPECT_TRUE(of_rule(judgement, "check").front().starts_with("PASS")) << rendered(judgement);
}

// A checkpoint that comes before any row: nothing may pass because nothing is there.
TEST(Checks, OfTablesThatNoStreamInQuestionDeliversAreNotRun) {
  const Plan plan =
      query_plan()
          .with("checks", R"({"none": {"asks": "?", "rows": {"min": 0}, "sql": "SELECT 0 AS ok FROM served"},
                              "no_faults": {"asks": "?", "cases": {"sql": "SELECT start FROM starts"},
                 "sql": ["SELECT s.start, count(v.line) = 0 AS ok",
                         "FROM starts AS s LEFT JOIN served AS v ON v.start = s.start GROUP BY s.start"]}})")
          .with("readings",
                R"([{"name": "r", "quantities": {"n": "SELECT count(*) FROM served"}, "verdicts": [
                 {"name": "SAFE", "answer": "PASS", "when": "n = 0", "needs": [], "meaning": "m"},
                 {"name": "NOT", "answer": "HOLD", "meaning": "m"}]}])")
          .make();
  const Question question{"q", {"s1", "s2"}, {"ready"}, Depth::everything, {"none", "no_faults"}, {"r"}};
  Campaign campaign(plan);
  const Judgement judgement = campaign.all().judge(question);
  for (const std::string& line : of_rule(judgement, "check"))
    EXPECT_NE(line.find("NOT RUN: no stream in question has rows of served"), std::string::npos) << line;
  EXPECT_EQ(judgement.readings.at(0).why_none,
            "whether SAFE holds is not known: n is unknown: no stream in question has rows of served");
}

TEST(Checks, FactsThatAreOnlyDeclaredAreNotSeenUnlessAPinAcceptsThem) {
  const std::string check =
      R"({"c": {"asks": "?", "sql": "SELECT count(*) > 0 AS ok FROM facts WHERE value = 'cool'"}})";
  const auto answer = [&](PlanMaker maker) {
    const Plan plan = maker.with("checks", check).make();
    Campaign campaign(plan);
    campaign.all().each([](StreamMaker& stream) { stream.fact("gpu", "cool", EvidenceKind::declared); });
    return of_rule(campaign.judge(), "check").front().substr(0, 4);
  };
  EXPECT_EQ(answer(query_plan()), "STOP");
  EXPECT_EQ(answer(query_plan().engine(R"({"facts": {"gpu": {"value": "cool", "kind": "declared"}}})")),
            "PASS");
}

TEST(Checks, CasesAreCutToTheArmsInQuestion) {
  const Plan plan = plan_with_check(
      R"("cases": {"arm": ["off", "on"]}, "sql": "SELECT arm, count(*) = 4 AS ok FROM served GROUP BY arm")");
  const Question question{"q", {"s1"}, {"ready", "end"}, Depth::everything, {"c"}, {}};
  EXPECT_EQ(of_rule(served_campaign(plan).judge(question), "check"),
            Lines{"PASS check checks c: expected is it so?, seen PASS; 1 case, 1 row"});
}

TEST(Checks, FaultsThatAreTooManyAreOnlyCounted) {
  const Plan plan = plan_with_check(R"("cases": {"tail": [0]}, "rows": {"max": 9999}, "sql": [
      "SELECT 0 AS tail, 0 AS ok FROM served AS a, served AS b, served AS c"])");
  const std::string line = of_rule(served_campaign(plan).judge(), "check").front();
  EXPECT_NE(line.find("; and 462 more"), std::string::npos) << line;
}

TEST(Checks, AreNotAskedAboutInAPreflight) {
  const Plan plan = plan_with_check(R"("sql": "SELECT 0 AS ok FROM served")");
  const Campaign campaign = served_campaign(plan);
  const Judgement judgement = campaign.judge(ask(plan.manifest(), {"s1"}, {"ready"}));
  EXPECT_EQ(judgement.answer, Answer::pass) << rendered(judgement);
  EXPECT_EQ(of_rule(judgement, "check"), Lines());
}

TEST(Checks, ANameThatIsAWordOfSqlStopsAllQuestions) {
  const Plan plan =
      query_plan()
          .with("observations", R"({"order": {"roles": ["engine"], "moments": ["end"], "fields": {}}})")
          .with("checks", R"({"c": {"asks": "?", "sql": "SELECT 1 AS ok"}})")
          .make();
  Campaign campaign(plan);
  EXPECT_EQ(
      of_rule(campaign.all().judge(), "query-name"),
      Lines{"HOLD query-name order; is a word of SQL or of the engine's own, so no query can be asked"});
}

TEST(Checks, RowsThatThePlanDoesNotTakeAreNotSeen) {
  const Plan plan = plan_with_check(R"("sql": "SELECT count(*) = 8 AS ok FROM served")");
  Campaign campaign = served_campaign(plan);
  campaign.at("0", "s1", "end").body<ObservationRecord>().evidence = EvidenceKind::declared;
  EXPECT_EQ(summary(campaign.judge()), "STOP check evidence-kind");
}

}  // namespace
}  // namespace evidence
