#include <gtest/gtest.h>

#include "evidence/report.h"
#include "fixture.h"
#include "plan_fixture.h"

namespace evidence::report {
namespace {

using Lines = std::vector<std::string>;

Plan bound_plan() {
  const std::string parameters =
      R"("commit":{"type":"commit"},"hosts":{"type":"label","list":true},"limit":{"type":"count"},)"
      R"("title":{"type":"text"})";
  // Each parameter must stand somewhere.
  const std::string facts = R"("commit":"${commit}","title":"${title}")";
  std::string manifest = manifest_of("native", parameters, facts);
  const std::string ranks = R"(["0"])";
  manifest.replace(manifest.find(ranks), ranks.size(), R"("${hosts}")");
  const std::string last = "\"identity\"";
  manifest.insert(manifest.find(last), R"("signers":{"keys":["x"],"threshold":"${limit}"},)");
  Binding binding;
  binding.set("commit", std::string(40, '0'));
  binding.set("hosts", json::Array{"a", "b"});
  binding.set("limit", 1);
  binding.set("title", "a title");
  return Plan::from_files({{"manifest.json", manifest}, {"binding.json", binding.render()}}, "demo");
}

TEST(OperatorsWord, ListsTheBinding) {
  EXPECT_EQ(operators_word(bound_plan(), {}),
            (Lines{"parameter commit = " + std::string(40, '0'), "parameter hosts = a, b",
                   "parameter limit = 1", "parameter title = a title"}));
}

TEST(OperatorsWord, ListsWhatWasDeclaredAndAccepted) {
  EXPECT_EQ(operators_word(plan_of("native"), large_report().findings),
            Lines{"rank 0 (engine, s1 ready): fact power_limit = 300 W"});
}

TEST(OperatorsWord, ListsNothingElse) {
  std::vector<Finding> findings = large_report().findings;
  for (Finding& finding : findings) {
    if (finding.rule == "operators-word") finding.result = Result::stop;
  }
  EXPECT_EQ(operators_word(plan_of("native"), findings), Lines{});
}

}  // namespace
}  // namespace evidence::report
