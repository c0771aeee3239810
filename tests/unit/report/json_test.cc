#include "evidence/json.h"

#include <gtest/gtest.h>

#include "evidence/base.h"
#include "fixture.h"
#include "python.h"

namespace evidence::report {
namespace {

json::Value read_back(const std::string& line) {
  json::Document document;
  const auto error = document.scan(std::string_view(line).substr(0, line.size() - 1), json::Form::canonical);
  if (error) throw std::runtime_error(error->reason);
  return json::to_value(document.root());
}

const json::Object& object_of(const json::Value& value) {
  return std::get<json::Object>(value.data());
}

TEST(Json, IsOneCanonicalLine) {
  for (const Report& report : {stop_report(), large_report(), pass_report(), bare_hold_report()}) {
    const std::string line = render(report, Format::json);
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    EXPECT_EQ(json::canonical(read_back(line)) + "\n", line);
  }
}

TEST(Json, HasWhatTheReportHas) {
  const json::Value value = read_back(render(large_report(), Format::json));
  const json::Object& object = object_of(value);
  EXPECT_EQ(object.at("tool"), json::Value("check-packet"));
  EXPECT_EQ(object.at("subject"), json::Value("out/demo-complete.tar"));
  EXPECT_EQ(object.at("answer"), json::Value("STOP"));
  EXPECT_EQ(object.at("verdict"), json::Value("UNSAFE"));
  EXPECT_EQ(object_of(object.at("head")).at("class"), json::Value("native"));
  EXPECT_EQ(std::get<json::Array>(object.at("processes").data()).size(), large_report().processes.size());
  EXPECT_EQ(std::get<json::Array>(object.at("not_proved").data()).size(), large_report().not_proved.size());
  EXPECT_EQ(std::get<json::Array>(object.at("readings").data()).size(), large_report().readings.size());
  EXPECT_EQ(object.size(), 10U);
}

TEST(Json, WithoutAVerdictItIsNull) {
  const json::Value value = read_back(render(stop_report(), Format::json));
  EXPECT_EQ(object_of(value).at("verdict"), json::Value(nullptr));
}

TEST(Json, FindingsCanBeReadBack) {
  const Report report = large_report();
  const std::string line = render(report, Format::json);
  json::Document document;
  ASSERT_FALSE(document.scan(line, json::Form::any));
  json::Mistakes mistakes;
  const json::Place root(document.root(), mistakes);
  std::vector<Finding> findings;
  json::each_element(
      json::Place(*document.root().member("findings"), root, 0),
      [&](const json::Place& place) { findings.push_back(finding_from_json(place).value_or(Finding{})); });
  EXPECT_TRUE(mistakes.empty());
  EXPECT_EQ(findings, report.findings);
}

TEST(Json, NoFactOfTheHeadIsLost) {
  Report report = bare_hold_report();
  report.head = {{"signature", "a"}, {"signature", "b"}, {"signature 2", "c"}};
  const json::Value value = read_back(render(report, Format::json));
  EXPECT_EQ(object_of(object_of(value).at("head")).size(), 3U);
}

constexpr std::string_view kValidate = R"py(
import json, sys, jsonschema
schema = json.load(open(sys.argv[2]))
jsonschema.Draft7Validator.check_schema(schema)
errors = list(jsonschema.Draft7Validator(schema).iter_errors(json.load(open(sys.argv[1]))))
for error in errors: print(list(error.absolute_path), error.message)
sys.exit(1 if errors else 0)
)py";

constexpr const char* kSchema = "'" EVIDENCE_SOURCE_DIR "/schemas/report.schema.json'";

TEST(Json, MeetsItsSchema) {
  if (!has_python("jsonschema")) GTEST_SKIP() << "skipped: python3 with jsonschema is not here";
  for (const Report& report : {stop_report(), large_report(), pass_report(), bare_hold_report()}) {
    const Ran ran = run_python(kValidate, render(report, Format::json), kSchema);
    EXPECT_EQ(ran.status, 0) << ran.output;
  }
}

TEST(Json, TheSchemaRefusesOtherThings) {
  if (!has_python("jsonschema")) GTEST_SKIP() << "skipped: python3 with jsonschema is not here";
  const json::Object good = object_of(read_back(render(large_report(), Format::json)));
  const auto refused = [&](std::string_view name, json::Value value) {
    json::Object bad = good;
    bad[std::string(name)] = std::move(value);
    return run_python(kValidate, json::canonical(bad), kSchema).status == 1;
  };
  EXPECT_TRUE(refused("answer", "PERHAPS"));
  EXPECT_TRUE(refused("verdict", ""));
  EXPECT_TRUE(refused("more", 1));
  EXPECT_TRUE(refused("findings", json::Array{json::Object{{"result", "STOP"}}}));
  EXPECT_TRUE(
      refused("findings", json::Array{json::Object{{"result", "STOP"}, {"rule", "pin"}, {"seen", ""}}}));
  EXPECT_TRUE(refused("processes", json::Array{json::Object{}}));
}

}  // namespace
}  // namespace evidence::report
