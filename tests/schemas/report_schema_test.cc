#include <gtest/gtest.h>

#include <filesystem>

#include "schema.h"

namespace evidence::schemas {
namespace {

TEST(ReportSchema, AcceptsTheAcceptedReports) {
  const Schema schema("report");
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(EVIDENCE_TEST_DATA "/report")) {
    if (entry.path().extension() != ".json") continue;
    ++seen;
    EXPECT_EQ(schema.refusal(load_json(entry.path().string())).value_or(""), "") << entry.path();
  }
  EXPECT_GE(seen, 3);
}

TEST(ReportSchema, RefusesWhatLacksAMember) {
  const Schema schema("report");
  const json::Value report = load_json(EVIDENCE_TEST_DATA "/report/stop.json");
  for (const auto& [name, value] : std::get<json::Object>(report.data())) {
    json::Object without = std::get<json::Object>(report.data());
    without.erase(name);
    EXPECT_TRUE(schema.refusal(without)) << name;
  }
}

}  // namespace
}  // namespace evidence::schemas
