#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence {
namespace {

// A manifest with one check that has these cases.
Cases cases_of(const std::string& cases) {
  const std::string check = R"(,"checks":{"c":{"asks":"?","sql":"SELECT 1 AS ok","cases":)" + cases + "}}";
  return parse(manifest_of(check)).checks.front().cases;
}

using Case = std::vector<CaseValue>;
const std::int64_t kOne = 1;
const std::int64_t kTwo = 2;

TEST(Cases, AProductHasEveryCombinationInTheOrderOfItsColumnsNames) {
  const Cases cases = cases_of(R"({"start":["s1","s2"],"n":[1,2]})");
  EXPECT_EQ(cases.columns, (Strings{"n", "start"}));
  EXPECT_EQ(cases.listed, (std::vector<Case>{{kOne, "s1"}, {kOne, "s2"}, {kTwo, "s1"}, {kTwo, "s2"}}));
}

TEST(Cases, AUnionHasTheCasesOfAllItsProducts) {
  const Cases cases = cases_of(R"([{"start":"s1","n":1},{"start":["s2"],"n":[1,2]}])");
  EXPECT_EQ(cases.listed, (std::vector<Case>{{kOne, "s1"}, {kOne, "s2"}, {kTwo, "s2"}}));
}

TEST(Cases, AQueryIsText) {
  const Cases cases = cases_of(R"({"sql":["SELECT start","FROM starts"]})");
  EXPECT_EQ(cases.sql, "SELECT start\nFROM starts\n");
  EXPECT_TRUE(cases.listed.empty());
}

TEST(Cases, WithoutAnyACheckJudgesOneThing) {
  const Manifest manifest = parse(manifest_of(R"(,"checks":{"c":{"asks":"?","sql":"SELECT 1 AS ok"}})"));
  const Cases& cases = manifest.checks.front().cases;
  EXPECT_TRUE(cases.columns.empty());
  EXPECT_EQ(cases.listed, (std::vector<Case>{{}}));
}

TEST(Cases, OfAllChecksAreCountedTogether) {
  std::string numbers;
  for (int n = 0; n < 300; ++n) numbers += (n > 0 ? "," : "") + std::to_string(n);
  const std::string check =
      R"({"asks":"?","sql":"SELECT 1 AS ok","cases":{"a":[)" + numbers + R"(],"b":[)" + numbers + "]}}";
  EXPECT_EQ(mistakes_of(manifest_of(R"(,"checks":{"c":)" + check + R"(,"d":)" + check + "}")),
            Strings{"$.checks.d.cases: makes more than the 100000 cases that all checks may have"});
}

TEST(Cases, AsManyAsThereMayBe) {
  std::string numbers;
  for (int n = 0; n < 316; ++n) numbers += (n > 0 ? "," : "") + std::to_string(n);
  EXPECT_EQ(cases_of(R"({"a":[)" + numbers + R"(],"b":[)" + numbers + "]}").listed.size(), 316U * 316U);
}

}  // namespace
}  // namespace evidence
