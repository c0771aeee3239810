// What is wrong with queries, told before there is any evidence.

#include <gtest/gtest.h>

#include "query_plan.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

struct Fault {
  const char* name;
  std::string member;
  std::string json;
  std::vector<std::string> lines;  // each begins a finding; others may follow
};

void PrintTo(const Fault& row, std::ostream* out) {
  *out << row.name;
}

std::string check(const std::string& sql, const std::string& cases = "") {
  return R"({"c": {"asks": "?", )" + (cases.empty() ? "" : "\"cases\": " + cases + ", ") + R"("sql": ")" +
         sql + "\"}}";
}

std::string reading(const std::string& quantity, const std::string& when) {
  return R"([{"name": "r", "quantities": {"a": ")" + quantity +
         R"("}, "verdicts": [{"name": "YES", "answer": "PASS", "when": ")" + when +
         R"(", "meaning": "m"}, {"name": "NO", "answer": "HOLD", "meaning": "m"}]}])";
}

class Lints : public testing::TestWithParam<Fault> {};
TEST_P(Lints, Told) {
  const Plan plan = query_plan().with(GetParam().member, GetParam().json).make();
  const Judgement judgement = lint(plan);
  EXPECT_EQ(judgement.answer, GetParam().lines.empty() ? Answer::pass : Answer::stop) << rendered(judgement);
  const Lines told = faults(judgement);
  ASSERT_EQ(told.size(), GetParam().lines.size()) << rendered(judgement);
  for (std::size_t at = 0; at < told.size(); ++at)
    EXPECT_TRUE(told[at].starts_with(GetParam().lines[at])) << told[at];
}
INSTANTIATE_TEST_SUITE_P(
    All, Lints,
    testing::Values(
        Fault{"good_check",
              "checks",
              check("SELECT start, every(ok) AS ok FROM served GROUP BY start", R"({"start": ["s1", "s2"]})"),
              {}},
        Fault{"good_view", "views", R"({"a": {"sql": "SELECT tail FROM served WHERE kind = 'decode'"}})", {}},
        Fault{"good_gate", "gate", check("SELECT count(*) = 2 AS ok FROM starts"), {}},
        Fault{"good_reading", "readings", reading("SELECT median(seconds) FROM served", "a > 1"), {}},
        Fault{"mistyped_view_that_nobody_uses",
              "views",
              R"({"a": {"sql": "SELECT tial FROM served"}})",
              {"STOP lint views a; "}},
        Fault{"mistyped_check", "checks", check("SELECT okay AS ok FROM served"), {"STOP lint checks c; "}},
        Fault{"passes_over_nothing",
              "checks",
              check("SELECT count(*) = 0 AS ok FROM served"),
              {"STOP lint checks c; is PASS over empty tables; must be NOT RUN"}},
        Fault{"fails_over_nothing",
              "checks",
              check("SELECT count(*) > 0 AS ok FROM served"),
              {"STOP lint checks c; is FAIL over empty tables; must be NOT RUN"}},
        Fault{"reads_no_evidence",
              "checks",
              check("SELECT start, 1 AS ok FROM starts", R"({"start": "s1"})"),
              {"STOP lint checks c; reads nothing that was observed"}},
        Fault{"gate_reads_evidence",
              "gate",
              check("SELECT count(*) > 0 AS ok FROM served"),
              {"STOP lint gate c; reads what is observed only after the start"}},
        Fault{"literal_that_is_no_label",
              "checks",
              check("SELECT every(ok) AS ok FROM served WHERE kind = 'decod' GROUP BY start"),
              {"STOP lint checks c; the text 'decod' is no label that the plan declares"}},
        Fault{"undeclared_parameter",
              "checks",
              check("SELECT every(tail > :limit) AS ok FROM served"),
              {"STOP lint checks c; the parameter :limit is not declared"}},
        Fault{"facts_are_not_listed_by_the_plan",
              "checks",
              check("SELECT count(*) AS n, every(f.value = 'cool') AS ok FROM facts AS f GROUP BY f.start"),
              {"STOP lint checks c; must give the columns of its cases and ok, each once"}},
        Fault{"no_rows_are_fine_where_the_plan_says_so",
              "checks",
              R"({"c": {"asks": "?", "rows": {"min": 0}, "sql": "SELECT 0 AS ok FROM served"}})",
              {}},
        Fault{"wrong_columns",
              "checks",
              check("SELECT start, every(ok) AS ok FROM served GROUP BY start"),
              {"STOP lint checks c; must give the columns of its cases and ok, each once"}},
        Fault{"nulls_passed_over",
              "checks",
              check("SELECT max(seconds) < 9 AS ok FROM served"),
              {"STOP lint checks c; "}},
        Fault{"cases_give_none",
              "checks",
              check("SELECT start, ok FROM served",
                    R"({"sql": "SELECT start FROM starts WHERE start = 'off'"})"),
              {"STOP lint checks c; its cases: the query gives none"}},
        Fault{"mistyped_quantity",
              "readings",
              reading("SELECT median(secs) FROM served", "a > 1"),
              {"STOP lint readings r.a; "}},
        Fault{"two_columns",
              "readings",
              reading("SELECT tail, ok FROM served", "a > 1"),
              {"STOP lint readings r.a; must give one column"}},
        Fault{"unknown_quantity", "readings", reading("SELECT 1", "b > 1"), {"STOP lint readings r.YES; "}},
        Fault{"verdict_literal",
              "readings",
              reading("SELECT 1", "a = 'MAYBE'"),
              {"STOP lint readings r.YES; the text 'MAYBE' is no label that the plan declares"}},
        Fault{
            "word_of_sql",
            "readings",
            R"([{"name": "select", "quantities": {}, "verdicts": [{"name": "A", "answer": "PASS", "meaning": "m"}]}])",
            {"STOP lint select; is a word of SQL or of the engine's own, so no query can be asked"}}),
    [](const auto& row) { return row.param.name; });

Judgement lint_with(const Plan& plan, const Campaign& campaign) {
  Recording recording;
  RecordReader reader(recording);
  reader.feed(campaign.text(), "in");
  reader.end_of_input("in");
  return lint(plan, recording, reader.finish());
}

TEST(LintOfSources, EveryDroppedSourceIsNoticed) {
  const Plan plan = plan_with_check(
      R"("cases": {"start": ["s1", "s2"]}, "sql": "SELECT start, count(*) = 4 AS ok FROM served GROUP BY start")");
  EXPECT_EQ(summary(lint_with(plan, served_campaign(plan))), "PASS");
}

TEST(LintOfSources, RowsThatNobodyMissesAreTold) {
  const Plan plan = plan_with_check(
      R"("cases": {"start": ["s1"]}, "sql": "SELECT start, count(*) = 4 AS ok FROM served GROUP BY start")");
  EXPECT_EQ(
      faults(lint_with(plan, served_campaign(plan))),
      (Lines{
          "STOP lint engine observations served; without the rows of s2 end engine 0 the answer would still "
          "be PASS",
          "STOP lint engine observations served; without the rows of s2 end engine 1 the answer would still "
          "be PASS"}));
}

TEST(LintOfSources, RecordsThatDoNotPassTellNothing) {
  const Plan plan = plan_with_check(R"("sql": "SELECT every(ok) AS ok FROM served")");
  Campaign campaign = served_campaign(plan);
  campaign.drop("0", "s1");
  EXPECT_EQ(
      faults(lint_with(plan, campaign)),
      Lines{"HOLD lint: expected PASS, seen HOLD; the records do not pass as they are, so dropping some of "
            "them tells nothing"});
}

}  // namespace
}  // namespace evidence
