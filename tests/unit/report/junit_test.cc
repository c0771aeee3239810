#include <gtest/gtest.h>

#include <algorithm>

#include "fixture.h"
#include "python.h"

namespace evidence::report {
namespace {

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++found;
  return found;
}

TEST(Junit, AStopIsAFailureAndAHoldAnError) {
  const std::string xml = render(large_report(), Format::junit);
  // Four findings and the answer; two findings.
  EXPECT_EQ(count(xml, "<failure "), 5U);
  EXPECT_EQ(count(xml, "<error "), 2U);
  EXPECT_EQ(count(xml, "<testcase "), 10U);
  EXPECT_NE(xml.find(" tests=\"10\" failures=\"5\" errors=\"2\""), std::string::npos);
}

TEST(Junit, ASuiteARole) {
  const std::string xml = render(large_report(), Format::junit);
  for (const std::string_view name : {"(answer)", "engine", "proxy", "(no role)"}) {
    EXPECT_EQ(count(xml, "<testsuite name=\"" + std::string(name) + "\""), 1U) << name;
  }
}

TEST(Junit, APassIsGreen) {
  const std::string xml = render(pass_report(), Format::junit);
  EXPECT_EQ(count(xml, "<failure"), 0U);
  EXPECT_EQ(count(xml, "<error"), 0U);
  EXPECT_NE(xml.find(" failures=\"0\" errors=\"0\""), std::string::npos);
}

TEST(Junit, AnAnswerWithoutFindingsIsNotGreen) {
  Report report = bare_hold_report();
  EXPECT_EQ(count(render(report, Format::junit), "<error "), 1U);
  report.answer = Answer::stop;
  EXPECT_EQ(count(render(report, Format::junit), "<failure "), 1U);
}

TEST(Junit, NotesAreOutput) {
  const std::string xml = render(large_report(), Format::junit);
  EXPECT_NE(xml.find("NOTE rank 0 (engine, s1 ready): EVIDENCE_RUN is not in the environment"),
            std::string::npos);
}

constexpr std::string_view kCount = R"py(
import xml.etree.ElementTree as tree
allowed = {'testsuites', 'testsuite', 'properties', 'property', 'testcase', 'failure', 'error', 'system-out'}
def check(path):
    root = tree.parse(path).getroot()
    assert root.tag == 'testsuites', root.tag
    for name, tag in (('tests', 'testcase'), ('failures', 'failure'), ('errors', 'error')):
        assert int(root.get(name)) == len(root.findall('.//' + tag)), name
        for suite in root: assert int(suite.get(name)) == len(suite.findall('.//' + tag)), name
    assert {node.tag for node in root.iter()} <= allowed
)py";

TEST(Junit, IsWellFormedWhateverEnters) {
  if (!has_python("xml.etree.ElementTree")) GTEST_SKIP() << "skipped: python3 is not here";
  const Ran ran = check_with_python(kCount, Format::junit);
  EXPECT_EQ(ran.status, 0) << ran.output;
}

}  // namespace
}  // namespace evidence::report
