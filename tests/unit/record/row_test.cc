#include <gtest/gtest.h>

#include "stream_fixture.h"

namespace evidence {
namespace {

using FieldKind = FieldType::Kind;

std::vector<ObservationType> types() {
  return {{"empty", {}},
          {"timed",
           {{"n", {FieldKind::integer, {}, false}},
            {"seconds", {FieldKind::number, {}, true}},
            {"ok", {FieldKind::boolean, {}, true}},
            {"at", {FieldKind::time, {}, true}},
            {"body", {FieldKind::digest, {}, true}},
            {"token", {FieldKind::keyed, {}, true, "token"}},
            {"arm", {FieldKind::enumeration, {"off", "on"}, true}}}}};
}

// A row of type `timed` with n = 1 and these members beside.
std::string row_with(const std::string& members) {
  return R"({"type": "timed", "run": ")" + kRun + R"(", "start": "s1", "n": 1)" +
         (members.empty() ? "" : ", ") + members + "}";
}

// The fields in canonical form, or the mistakes.
std::string read_row(const std::string& line) {
  const auto read = parse_row(line, types());
  if (const auto* row = std::get_if<Row>(&read)) return json::canonical(row->fields);
  std::string text;
  for (const json::Mistake& mistake : std::get<std::vector<json::Mistake>>(read)) {
    text += (text.empty() ? "" : "; ") + mistake.path + ": " + mistake.reason;
  }
  return text;
}

TEST(ParseRow, TakesTheStreamMembersOut) {
  const auto read = parse_row(R"( {"start":"s1","run":"none","type":"empty"} )", types());
  const Row& row = std::get<Row>(read);
  EXPECT_EQ(row.type, "empty");
  EXPECT_EQ(row.run, "none");
  EXPECT_EQ(row.start, "s1");
  EXPECT_TRUE(row.fields.empty());
}

struct RowCase {
  std::string name;
  std::string line;
  std::string result;
};

class ParseRow : public testing::TestWithParam<RowCase> {};

TEST_P(ParseRow, GivesFieldsOrMistakes) {
  EXPECT_EQ(read_row(GetParam().line), GetParam().result);
}

const std::string kDigest(64, '5');

INSTANTIATE_TEST_SUITE_P(
    Fields, ParseRow,
    testing::Values(RowCase{"required_only", row_with(""), R"({"n":1})"},
                    RowCase{"number", row_with(R"("seconds": 0.50)"), R"({"n":1,"seconds":0.5})"},
                    RowCase{"integer_as_number", row_with(R"("seconds": 3)"), R"({"n":1,"seconds":3})"},
                    RowCase{"boolean", row_with(R"("ok": false)"), R"({"n":1,"ok":false})"},
                    RowCase{"time_gets_one_spelling", row_with(R"("at": "2026-01-31T12:00:00.5Z")"),
                            R"({"at":"2026-01-31T12:00:00.500000000Z","n":1})"},
                    RowCase{"digest", row_with("\"body\": \"" + kDigest + "\""),
                            "{\"body\":\"" + kDigest + "\",\"n\":1}"},
                    RowCase{"keyed_integer", row_with(R"("token": 7)"), R"({"n":1,"token":7})"},
                    RowCase{"keyed_text", row_with(R"("token": "a")"), R"({"n":1,"token":"a"})"},
                    RowCase{"keyed_list", row_with(R"("token": [1, 2])"), R"({"n":1,"token":[1,2]})"},
                    RowCase{"enumeration", row_with(R"("arm": "\u006fn")"), R"({"arm":"on","n":1})"}),
    [](const testing::TestParamInfo<RowCase>& row) { return row.param.name; });

TEST(FieldMistake, OfAKeyedFieldIsWhatIsNoDigest) {
  const FieldType keyed{FieldKind::keyed, {}, false, "token"};
  EXPECT_EQ(field_mistake(json::Value(kDigest), keyed), std::nullopt);
  EXPECT_EQ(field_mistake(json::Value("secret"), keyed), "must be 64 lower-case hexadecimal digits");
  EXPECT_EQ(field_mistake(json::Value(7), keyed), "must be a string");
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes, ParseRow,
    testing::Values(RowCase{"integer_missing", R"({"type":"timed","run":"none","start":"s1"})",
                            "$: member \"n\" is missing"},
                    RowCase{"integer_is_fraction", R"({"type":"timed","run":"none","start":"s1","n":1.5})",
                            "$.n: must be an integer"},
                    RowCase{"integer_is_text", R"({"type":"timed","run":"none","start":"s1","n":"1"})",
                            "$.n: must be an integer"},
                    RowCase{"number_is_null", row_with(R"("seconds": null)"), "$.seconds: must be a number"},
                    RowCase{"number_reads_as_large_integer", row_with(R"("seconds": 1e17)"),
                            "$.seconds: must be within 2^53 - 1 of zero"},
                    RowCase{"boolean_is_0", row_with(R"("ok": 0)"), "$.ok: must be true or false"},
                    RowCase{"time_with_offset", row_with(R"("at": "2026-01-31T12:00:00+01:00")"),
                            "$.at: must be a UTC time, as 2026-01-31T12:00:00Z"},
                    RowCase{"time_is_number", row_with(R"("at": 5)"), "$.at: must be a string"},
                    RowCase{"digest_short", row_with(R"("body": "55")"),
                            "$.body: must be 64 lower-case hexadecimal digits"},
                    RowCase{"keyed_number", row_with(R"("token": 0.5)"),
                            "$.token: must be an integer, a string or a list of integers"},
                    RowCase{"keyed_list_of_text", row_with(R"("token": ["secret"])"),
                            "$.token: must be an integer, a string or a list of integers"},
                    RowCase{"enumeration_other", row_with(R"("arm": "maybe")"),
                            "$.arm: must be one of off, on"},
                    RowCase{"enumeration_is_list", row_with(R"("arm": ["on"])"), "$.arm: must be a string"},
                    RowCase{"unknown_member", row_with(R"("prompt": "text")"), "$.prompt: unknown member"},
                    RowCase{"unknown_type", R"({"type":"x","run":"none","start":"s1","n":1})",
                            "$.type: no declared observation has this type"},
                    RowCase{"no_type", R"({"run":"none","start":"s1"})", "$: member \"type\" is missing"},
                    RowCase{"run_short", R"({"type":"empty","run":"aa","start":"s1"})",
                            "$.run: must be 64 lower-case hexadecimal digits or \"none\""},
                    RowCase{"two_mistakes", R"({"type":"timed","run":"none","start":"s1","n":"a","ok":2})",
                            "$.n: must be an integer; $.ok: must be true or false"},
                    RowCase{"array", "[]", "$: must be an object, is an array"}),
    [](const testing::TestParamInfo<RowCase>& row) { return row.param.name; });

TEST(ParseRow, NamesTheOffsetOfBrokenJson) {
  for (const char* line :
       {"", "{", R"({"type":"empty","type":"empty"})", "{\"type\":\"\xff\"}", "{} {}", "NaN"}) {
    EXPECT_TRUE(read_row(line).starts_with("$: offset ")) << line;
  }
}

TEST(ParseRow, EveryAcceptedRowCanBeWrittenAndReadBack) {
  for (const char* seconds : {"0.1", "-0.0", "1e-300", "9007199254740991", "4.5e15", "1.0"}) {
    const auto read = parse_row(row_with("\"seconds\": " + std::string(seconds)), types());
    ASSERT_TRUE(std::holds_alternative<Row>(read)) << seconds;
    const ObservationRecord observation{"timed", 1, std::get<Row>(read).fields, EvidenceKind::declared};
    const Read back = read_text(joined(lines_of(key_of("0"), {observation})));
    EXPECT_TRUE(back.outcome.damages.empty()) << seconds;
    const auto& fields = std::get<ObservationRecord>(back.seen.bodies.at(1)).fields;
    EXPECT_FALSE(field_mistake(fields.at("seconds"), types()[1].fields.at("seconds"))) << seconds;
  }
}

}  // namespace
}  // namespace evidence
