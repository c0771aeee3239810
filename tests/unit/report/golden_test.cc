// What reports look like. After a change that is meant: EVIDENCE_ACCEPT=1 writes them anew (and the tests are
// skipped); read the difference.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "fixture.h"

namespace evidence::report {
namespace {

struct Golden {
  std::string name;
  Report report;
  Format format;
  Color color = Color::off;
};

class GoldenTest : public testing::TestWithParam<Golden> {};

TEST_P(GoldenTest, IsAsAccepted) {
  const std::string path = std::string(EVIDENCE_TEST_DATA "/report/") + GetParam().name;
  const std::string made = render(GetParam().report, GetParam().format, GetParam().color);
  if (std::getenv("EVIDENCE_ACCEPT") != nullptr) {
    std::ofstream(path, std::ios::binary) << made;
    GTEST_SKIP() << "skipped: " << path << " was accepted as it is now";
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is missing; make it with EVIDENCE_ACCEPT=1";
  EXPECT_EQ(made, std::string(std::istreambuf_iterator<char>(file), {}));
}

std::vector<Golden> goldens() {
  return {{"stop.txt", stop_report(), Format::text},
          {"stop.color.txt", stop_report(), Format::text, Color::on},
          {"stop.json", stop_report(), Format::json},
          {"large.txt", large_report(), Format::text},
          {"large.json", large_report(), Format::json},
          {"large.md", large_report(), Format::markdown},
          {"large.html", large_report(), Format::html},
          {"large.xml", large_report(), Format::junit},
          {"pass.txt", pass_report(), Format::text},
          {"pass.color.txt", pass_report(), Format::text, Color::on},
          {"pass.md", pass_report(), Format::markdown},
          {"pass.xml", pass_report(), Format::junit},
          {"hold.txt", bare_hold_report(), Format::text},
          {"hold.json", bare_hold_report(), Format::json},
          {"hold.xml", bare_hold_report(), Format::junit}};
}

INSTANTIATE_TEST_SUITE_P(Report, GoldenTest, testing::ValuesIn(goldens()), [](const auto& row) {
  std::string name = row.param.name;
  for (char& byte : name) byte = byte == '.' ? '_' : byte;
  return name;
});

}  // namespace
}  // namespace evidence::report
