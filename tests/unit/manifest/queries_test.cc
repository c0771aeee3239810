#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence {
namespace {

Manifest full() {
  const std::string folder = EVIDENCE_TEST_DATA "/manifest/full/";
  return Manifest::parse(
      read_file(folder + "manifest.json", 1 << 20), Binding(),
      [&](const std::string& path) { return read_file(folder + path, 1 << 20); }, "m.json");
}

TEST(Queries, ViewsChecksAndGateByName) {
  const Manifest manifest = full();
  ASSERT_EQ(manifest.views.size(), 2U);
  EXPECT_EQ(manifest.views[1].name, "timed");
  EXPECT_EQ(manifest.views[1].sql, "SELECT start, seconds FROM served WHERE kind = 'decode'");
  ASSERT_EQ(manifest.checks.size(), 3U);
  const CheckPlan& check = manifest.checks[2];
  EXPECT_EQ(check.name, "served_all");
  EXPECT_EQ(check.asks, "did every rank serve every kind at every start?");
  EXPECT_EQ(check.sql, "SELECT start, kind, rank, good\nAS ok FROM per_rank\n");
  EXPECT_EQ(check.cases.listed.size(), 6U);
  ASSERT_EQ(manifest.gate.size(), 1U);
  EXPECT_EQ(manifest.gate[0].cases.sql, "SELECT arm FROM arms\n");
}

TEST(Queries, RowsOfACase) {
  struct Rows {
    std::string text;
    std::int64_t min;
    std::int64_t max;
  };
  const Rows rows[] = {{"", 1, 1},
                       {R"(,"rows":{})", 1, 1'000'000},
                       {R"(,"rows":{"min":0})", 0, 1'000'000},
                       {R"(,"rows":{"max":3})", 1, 3},
                       {R"(,"rows":{"min":2,"max":2})", 2, 2}};
  for (const Rows& row : rows) {
    SCOPED_TRACE(row.text);
    const Manifest manifest =
        parse(manifest_of(R"(,"checks":{"c":{"asks":"?","sql":"SELECT 1 AS ok")" + row.text + "}}"));
    EXPECT_EQ(manifest.checks.front().min_rows, row.min);
    EXPECT_EQ(manifest.checks.front().max_rows, row.max);
  }
}

TEST(Queries, ReadingsKeepThePlansOrder) {
  const Manifest manifest = full();
  ASSERT_EQ(manifest.readings.size(), 2U);
  const ReadingPlan& speed = manifest.readings[0];
  EXPECT_EQ(speed.name, "speed");
  ASSERT_EQ(speed.quantities.size(), 2U);
  EXPECT_EQ(speed.quantities[1].name, "off");
  EXPECT_EQ(speed.quantities[1].sql, "SELECT median(seconds)\nFROM timed\n");
  ASSERT_EQ(speed.verdicts.size(), 3U);
  EXPECT_EQ(speed.verdicts[0].name, "SLOWER");
  EXPECT_EQ(speed.verdicts[0].answer, Answer::stop);
  EXPECT_EQ(speed.verdicts[0].when, "fast > off\nAND off > 0\n");
  EXPECT_EQ(speed.verdicts[0].needs, (Strings{"one", "enough_starts"}));
  EXPECT_EQ(speed.verdicts[0].next, "look again");
  EXPECT_EQ(speed.verdicts[1].needs, std::nullopt);
  EXPECT_EQ(speed.verdicts[2].when, "");
  EXPECT_EQ(speed.verdicts[2].needs, Strings());
  EXPECT_EQ(manifest.readings[1].name, "end");
}

TEST(Queries, ACheckpointHasAllOfThemUnlessItListsThem) {
  const Manifest manifest = full();
  EXPECT_EQ(manifest.checkpoint("q").checks, (Strings{"served_all"}));
  EXPECT_EQ(manifest.checkpoint("q").readings, Strings());
  EXPECT_EQ(manifest.checkpoint("complete").checks, (Strings{"depth_is_known", "one", "served_all"}));
  EXPECT_EQ(manifest.checkpoint("complete").readings, (Strings{"speed", "end"}));
}

TEST(Queries, APlanWithoutCheckpointsHasOneWithAllOfThem) {
  const Manifest manifest = parse(manifest_of(R"(,"checks":{"c":{"asks":"?","sql":"SELECT 1 AS ok"}})"));
  EXPECT_EQ(manifest.checkpoint("").checks, (Strings{"c"}));
}

TEST(Queries, AParameterMayStandInAQueryAlone) {
  const auto with = [](const std::string& sql) {
    return manifest_of(R"(,"parameters":{"limit_s":{"type":"count"}},"gate":{"g":{"asks":"?","sql":")" + sql +
                       R"("}})");
  };
  EXPECT_EQ(mistakes_of(with("SELECT :limit_s > 3 AS ok"), binding_of(R"({"limit_s":4})")), Strings());
  EXPECT_EQ(
      mistakes_of(with("SELECT :limit_ss > 3 AS ok"), binding_of(R"({"limit_s":4})")),
      (Strings{"$.parameters.limit_s: is declared but stands nowhere as ${limit_s}, and as :limit_s in no "
               "query"}));
}

TEST(Parents, ShowAPassUnlessThePlanSaysOtherwise) {
  const Manifest manifest = full();
  ASSERT_EQ(manifest.parents.size(), 3U);
  EXPECT_EQ(manifest.parent("plain")->shows.at("answer"), "PASS");
  EXPECT_EQ(manifest.parent("other")->shows.at("answer"), "HOLD");
  EXPECT_TRUE(manifest.parent("other")->optional);
  const ParentPlan& qualified = *manifest.parent("qualified");
  EXPECT_FALSE(qualified.optional);
  EXPECT_EQ(qualified.shows.at("match"), "CONFIRMED");
  EXPECT_EQ(manifest.parent("none"), nullptr);
}

TEST(Carry, CommitsAndPaths) {
  const CarryPlan carry = full().carry.value();
  EXPECT_EQ(carry.from, "0123456789abcdef0123456789abcdef01234567");
  EXPECT_EQ(carry.to, "76543210fedcba9876543210fedcba9876543210");
  EXPECT_EQ(carry.admission, "qualified");
  EXPECT_TRUE(carry.descends);
  EXPECT_EQ(carry.identical, (Strings{"engine/", "serve.py"}));
  EXPECT_EQ(carry.may_change, (Strings{"tools/measure/", "notes.txt"}));
  EXPECT_FALSE(parse(manifest_of(R"(,"carry":{"from":")" + std::string(40, 'a') + R"(","to":")" +
                                 std::string(40, 'b') + R"(","descends":false})"))
                   .carry->descends);
  EXPECT_FALSE(parse(manifest_of("")).carry.has_value());
}

}  // namespace
}  // namespace evidence
