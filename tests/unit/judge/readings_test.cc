// Readings: every verdict is reached, and none is given where what it needs did not pass.

#include <gtest/gtest.h>

#include "query_plan.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

const std::string kChecks =
    R"({"all_ok": {"asks": "was every answer right?", "cases": {"start": ["s1", "s2"]},
         "sql": "SELECT start, every(ok) AS ok FROM served GROUP BY start"},
        "complete": {"asks": "did every rank serve?", "cases": {"start": ["s1", "s2"]},
         "sql": "SELECT start, count(*) = 4 AS ok FROM served GROUP BY start"}})";

// Slower by more than half is UNSAFE whatever the answers were, faster or as fast is SAME, else SLOWER.
const std::string kReading =
    R"([{"name": "speed", "quantities": {
          "off": "SELECT median(seconds) FROM served WHERE start = 's1'",
          "slow": "SELECT median(seconds) FROM served WHERE start = 's2'"},
         "verdicts": [
          {"name": "UNSAFE", "answer": "STOP", "needs": ["complete"], "when": "slow > 1.6 * off", "meaning": "too slow"},
          {"name": "SAME", "answer": "PASS", "when": "slow <= 1.1 * off", "meaning": "as fast", "next": "adopt it"},
          {"name": "SLOWER", "answer": "HOLD", "needs": [], "meaning": "slower than before"}]}])";

Plan reading_plan(const std::string& readings = kReading) {
  return query_plan().with("checks", kChecks).with("readings", readings).make();
}

Campaign timed(const Plan& plan, double seconds) {
  Campaign campaign = served_campaign(plan);
  campaign.each([&](StreamMaker& stream) {
    if (stream.key.start != "s2") return;
    for (RecordBody& body : stream.bodies) {
      if (auto* row = std::get_if<ObservationRecord>(&body)) row->fields["seconds"] = seconds;
    }
  });
  return campaign;
}

void answer_wrong(Campaign& campaign) {
  campaign.at("0", "s1", "end").body<ObservationRecord>().fields["ok"] = false;
}

struct Outcome {
  const char* name;
  double seconds;  // of s2; s1 has 2
  std::function<void(Campaign&)> change;
  Answer answer;
  const char* verdict;
  std::string why_none;
};

void PrintTo(const Outcome& row, std::ostream* out) {
  *out << row.name;
}

const std::function<void(Campaign&)> kNothing = [](Campaign&) {};

class Reads : public testing::TestWithParam<Outcome> {};
TEST_P(Reads, ThatVerdictOrNone) {
  const Plan plan = reading_plan();
  Campaign campaign = timed(plan, GetParam().seconds);
  GetParam().change(campaign);
  const Judgement judgement = campaign.judge();
  ASSERT_EQ(judgement.readings.size(), 1U);
  EXPECT_EQ(judgement.readings[0].verdict, GetParam().verdict) << rendered(judgement);
  EXPECT_EQ(judgement.readings[0].why_none, GetParam().why_none);
  EXPECT_EQ(judgement.answer, GetParam().answer) << rendered(judgement);
  EXPECT_EQ(judgement.readings[0].quantities.size(), 2U);
}
INSTANTIATE_TEST_SUITE_P(
    All, Reads,
    testing::Values(
        Outcome{"same", 2.1, kNothing, Answer::pass, "SAME", ""},
        Outcome{"slower", 2.9, kNothing, Answer::hold, "SLOWER", ""},
        Outcome{"unsafe", 4.0, kNothing, Answer::stop, "UNSAFE", ""},
        Outcome{"unsafe_needs_no_right_answers", 4.0, answer_wrong, Answer::stop, "UNSAFE", ""},
        Outcome{"same_needs_every_check", 2.0, answer_wrong, Answer::stop, "",
                "SAME needs all_ok, which is FAIL"},
        Outcome{"slower_needs_no_check_but_the_answer_stays", 2.9, answer_wrong, Answer::stop, "SLOWER", ""},
        Outcome{"every_verdict_needs_the_identity", 2.9,
                [](Campaign& c) { c.at("0", "s1").env("TRACE", "1"); }, Answer::stop, "",
                "SLOWER needs identity, which is FAIL"},
        Outcome{"a_missing_stream_leaves_no_verdict", 2.0, [](Campaign& c) { c.drop("0", "s1"); },
                Answer::hold, "", "SAME needs identity, which is NOT RUN"},
        Outcome{"an_unknown_quantity_is_hold_not_false", 2.0,
                [](Campaign& c) { c.at("0", "s2", "end").body<ObservationRecord>().fields.erase("seconds"); },
                Answer::hold, "", "whether UNSAFE holds is not known: slow is NULL"}),
    [](const auto& row) { return row.param.name; });

TEST(Readings, ListEverythingThatTheVerdictRestsOn) {
  const Plan plan = reading_plan();
  const Judgement judgement = timed(plan, 2.1).judge();
  const Reading& reading = judgement.readings.at(0);
  EXPECT_EQ(
      json::canonical(to_json(reading)),
      R"({"answer":"PASS","meaning":"as fast","name":"speed","needs":{"all_ok":"PASS","complete":"PASS",)"
      R"("identity":"PASS"},"next":"adopt it","quantities":{"off":2,"slow":2.1},"tables":{"served":8},)"
      R"("verdict":"SAME"})");
  EXPECT_EQ(of_rule(judgement, "verdict"), Lines{"PASS verdict readings speed: seen SAME; as fast"});
}

struct Unread {
  const char* name;
  std::string quantity;
  std::string when;
  std::string why_none;
};

void PrintTo(const Unread& row, std::ostream* out) {
  *out << row.name;
}

class NoReading : public testing::TestWithParam<Unread> {};
TEST_P(NoReading, GivesNoVerdict) {
  const Plan plan =
      reading_plan(R"([{"name": "r", "quantities": {"a": ")" + GetParam().quantity +
                   R"("}, "verdicts": [{"name": "YES", "answer": "PASS", "when": ")" + GetParam().when +
                   R"(", "meaning": "m"}, {"name": "NO", "answer": "PASS", "meaning": "m"}]}])");
  const Judgement judgement = served_campaign(plan).judge();
  EXPECT_EQ(judgement.readings.at(0).verdict, "");
  EXPECT_EQ(judgement.answer, Answer::hold);
  if (!GetParam().why_none.empty()) {
    EXPECT_EQ(judgement.readings[0].why_none, GetParam().why_none);
  }
  EXPECT_NE(judgement.readings[0].why_none, "");
}
INSTANTIATE_TEST_SUITE_P(
    All, NoReading,
    testing::Values(
        Unread{"two_rows", "SELECT tail FROM served", "a = 1",
               "whether YES holds is not known: a must be one value of one row, and is 8 rows of 1 columns"},
        Unread{"no_row", "SELECT tail FROM served WHERE tail = 9", "a = 1",
               "whether YES holds is not known: a must be one value of one row, and is 0 rows of 1 columns"},
        Unread{"two_columns", "SELECT min(tail), max(tail) FROM served", "a = 1",
               "whether YES holds is not known: a must be one value of one row, and is 1 rows of 2 columns"},
        Unread{"infinite_condition", "SELECT 1", "9e999",
               "YES: the condition must be 0, 1 or NULL, and is infinite"},
        Unread{"infinite", "SELECT 9e999", "a > 1", "whether YES holds is not known: a is infinite"},
        Unread{"not_a_truth", "SELECT count(*) FROM served", "a",
               "YES: the condition must be 0, 1 or NULL, and is 8"},
        Unread{"unknown_name", "SELECT 1", "b = 1", ""},
        Unread{"mistyped_query", "SELECT 1 FROM servd", "a = 1", ""},
        Unread{"division", "SELECT 1", "a / 2 = 0", ""}, Unread{"unbound", "SELECT :limit", "a = 1", ""}),
    [](const auto& row) { return row.param.name; });

// 1.7e18 would be written like an integer, which no reader of a receipt takes.
TEST(Readings, WriteLargeWholeNumbersAsText) {
  const Plan plan = reading_plan(
      R"([{"name": "r", "quantities": {"a": "SELECT 1769860800000000000.0", "b": "SELECT 1769860800000000000"},
           "verdicts": [{"name": "A", "answer": "PASS", "meaning": "m"}]}])");
  const Judgement judgement = served_campaign(plan).judge();
  const std::string text = json::canonical(to_json(judgement.readings.at(0)));
  json::Document document;
  ASSERT_FALSE(document.scan(text, json::Form::canonical)) << text;
  json::Mistakes mistakes;
  const Reading back = reading_from_json(json::Place(document.root(), mistakes));
  EXPECT_TRUE(mistakes.empty());
  EXPECT_EQ(json::canonical(to_json(back)), text);
}

TEST(Readings, SeeTheVerdictsOfEarlierOnes) {
  const Plan plan = reading_plan(
      R"([{"name": "first", "quantities": {}, "verdicts": [{"name": "YES", "answer": "PASS", "meaning": "m"}]},
          {"name": "second", "quantities": {"n": "SELECT count(*) FROM served"}, "verdicts": [
             {"name": "BOTH", "answer": "PASS", "when": "first = 'YES' AND n = 8", "meaning": "m"},
             {"name": "NOT", "answer": "HOLD", "meaning": "m"}]}])");
  const Judgement judgement = served_campaign(plan).judge();
  ASSERT_EQ(judgement.readings.size(), 2U);
  EXPECT_EQ(judgement.readings[0].verdict, "YES");
  EXPECT_EQ(judgement.readings[1].verdict, "BOTH");
}

TEST(Readings, WithoutAVerdictLeaveLaterOnesUnknowing) {
  const Plan plan = reading_plan(
      R"([{"name": "first", "quantities": {}, "verdicts": [
             {"name": "YES", "answer": "PASS", "needs": ["all_ok"], "meaning": "m"}]},
          {"name": "second", "quantities": {}, "verdicts": [
             {"name": "BOTH", "answer": "PASS", "when": "first = 'YES'", "needs": [], "meaning": "m"},
             {"name": "NOT", "answer": "PASS", "needs": [], "meaning": "m"}]}])");
  Campaign campaign = served_campaign(plan);
  answer_wrong(campaign);
  const Judgement judgement = campaign.judge();
  EXPECT_EQ(judgement.readings.at(1).why_none, "whether BOTH holds is not known");
}

TEST(Readings, NeedChecksOfTheQuestionAlone) {
  const Plan plan = reading_plan(
      R"([{"name": "r", "quantities": {}, "verdicts": [
             {"name": "YES", "answer": "PASS", "needs": ["complete"], "meaning": "m"}]}])");
  const Question question{"q", {"s1", "s2"}, {"ready", "end"}, Depth::everything, {"all_ok"}, {"r"}};
  const Judgement judgement = served_campaign(plan).judge(question);
  EXPECT_EQ(judgement.readings.at(0).why_none, "YES needs complete, which is NOT RUN");
}

TEST(Readings, DoNotDependOnTheOrderInWhichRecordsCome) {
  const Plan plan = reading_plan();
  const Campaign campaign = timed(plan, 2.1);
  std::vector<std::string> lines;
  for (const StreamMaker& stream : const_cast<Campaign&>(campaign).streams()) {
    for (const std::string& line : stream.lines()) lines.push_back(line);
  }
  std::string reversed;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) reversed += *line;
  EXPECT_EQ(rendered(judge_text(plan, reversed)), rendered(campaign.judge()));
}

}  // namespace
}  // namespace evidence
