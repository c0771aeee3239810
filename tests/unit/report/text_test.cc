#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "evidence/base.h"
#include "fixture.h"
#include "wrap.h"

namespace evidence::report {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string first_lines(const std::string& text, std::size_t count) {
  std::string out;
  const std::vector<std::string> lines = lines_of(text);
  for (std::size_t at = 0; at < lines.size() && at < count; ++at) out += lines[at] + '\n';
  return out;
}

std::string first_line(const Report& report) {
  return lines_of(render(report, Format::text))[0];
}

TEST(Text, TheFirstLineHasAnswerVerdictAndSubject) {
  EXPECT_EQ(first_line(stop_report()).rfind("STOP  s1 ready: ", 0), 0U);
  EXPECT_EQ(first_line(large_report()).rfind("STOP  verdict UNSAFE  out/demo-complete.tar: ", 0), 0U);
  EXPECT_EQ(first_line(pass_report()), "PASS  verdict CONFIRMED  s1 ready");
  EXPECT_EQ(first_line(bare_hold_report()), "HOLD  x.tar");
}

TEST(Text, TheFirstLineNamesTheWorstFault) {
  EXPECT_EQ(first_line(stop_report()),
            "STOP  s1 ready: rank 1 (engine, s1 ready): file /srv/demo/model.bin; expected " +
                digest_of('a') + "; seen " + digest_of('b'));
  Report report = stop_report();
  report.answer = Answer::hold;
  report.findings[0].result = Result::hold;
  EXPECT_NE(first_line(report).find("file /srv/demo/model.bin"), std::string::npos);
  report = large_report();
  std::rotate(report.findings.begin(), report.findings.begin() + 4, report.findings.end());
  EXPECT_NE(first_line(report).find("env MODE; seen on; and 3 more below"), std::string::npos)
      << first_line(report);
}

// What an operator must see without scrolling: which rank, which file, which value, and what was expected.
TEST(Text, ASingleFaultIsInTheFirstLines) {
  for (const Result result : {Result::stop, Result::hold}) {
    Report report = stop_report();
    report.findings[0].result = result;
    const std::string top = first_lines(render(report, Format::text), 5);
    for (const std::string& wanted : {std::string("rank 1"), std::string("engine"), std::string("s1 ready"),
                                      std::string("/srv/demo/model.bin"), digest_of('a'), digest_of('b')}) {
      EXPECT_NE(top.find(wanted), std::string::npos) << wanted << " is not in\n" << top;
    }
  }
}

TEST(Text, FaultsStandBeforeWhatPassed) {
  const std::string text = render(large_report(), Format::text);
  EXPECT_LT(text.find("\nSTOP  "), text.find("\nHOLD  "));
  EXPECT_LT(text.find("\nHOLD  "), text.find("\nPASS  "));
  EXPECT_LT(text.find("\nPASS  "), text.find("\nNOTE  "));
}

TEST(Text, RanksThatAgreeAreFolded) {
  const std::string text = render(large_report(), Format::text);
  EXPECT_NE(text.find("ranks 0-511,513 (s1,s2 ready)"), std::string::npos) << text;
}

TEST(Text, LinesAreNoWiderThanATerminal) {
  Report report = large_report();
  report.findings[0].detail =
      "a sentence of many words that goes on and on " + std::string(300, ' ') + "and on and on and on and on";
  std::vector<std::string> odd;
  for (int rank = 1; rank < 999; rank += 2) odd.push_back(std::to_string(rank));
  report.findings[0].where[0].ranks = odd;
  report.not_proved.push_back("another sentence of very many words " +
                              std::string(200, 'x').replace(100, 1, " ") + " that must be wrapped");
  const std::vector<std::string> lines = lines_of(render(report, Format::text));
  // The first is one line whatever it holds, for whoever reads only that.
  for (std::size_t at = 1; at < lines.size(); ++at) EXPECT_LE(columns(lines[at]), kColumns) << lines[at];
}

TEST(Text, DigestsStayWhole) {
  Report report = stop_report();
  report.findings[0].expected = "one of " + digest_of('1') + " " + digest_of('2') + " " + digest_of('3');
  const std::string text = render(report, Format::text);
  for (const char digit : {'1', '2', '3'}) EXPECT_NE(text.find(digest_of(digit)), std::string::npos);
}

TEST(Text, ColoursOnlyWhenAskedFor) {
  EXPECT_EQ(render(large_report(), Format::text).find('\x1b'), std::string::npos);
  const std::string painted = render(large_report(), Format::text, Color::on);
  EXPECT_EQ(painted.substr(0, 15), "\x1b[1;31mSTOP\x1b[0m");
  EXPECT_NE(painted.find("\n\x1b[1;33mHOLD\x1b[0m"), std::string::npos);
  EXPECT_NE(painted.find("\n\x1b[1;32mPASS\x1b[0m"), std::string::npos);
}

TEST(Text, ColoursChangeNothingElse) {
  std::string painted = render(large_report(), Format::text, Color::on);
  for (const std::string_view paint : {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;32m", "\x1b[0m"}) {
    for (std::size_t at = 0; (at = painted.find(paint)) != std::string::npos;)
      painted.erase(at, paint.size());
  }
  EXPECT_EQ(painted, render(large_report(), Format::text));
}

// A forged line would need a line feed of its own.
TEST(Text, NoNameMakesALineOfItsOwn) {
  Report report = stop_report();
  report.answer = Answer::stop;
  report.findings[0].name = "x\nPASS  s1 ready";
  report.subject = "y\nPASS  all";
  for (const std::string& line : lines_of(render(report, Format::text))) {
    if (line.substr(0, 4) == "PASS") {
      EXPECT_NE(line.find("12 pins met"), std::string::npos) << line;
    }
  }
}

TEST(Text, TheFirstLineSaysWhyWhereThereIsNothingToCompare) {
  Report report = bare_hold_report();
  Finding finding{Result::hold, "carry", "", {}, "carry", "from"};
  finding.detail = "the admission was not supplied";
  report.findings = {finding};
  const std::string text = render(report, Format::text);
  EXPECT_EQ(text.substr(0, text.find('\n')), "HOLD  x.tar: carry from; the admission was not supplied");
}

TEST(Text, TheFirstLineHasTheReadingWhereNothingElseIsWrong) {
  Report report = bare_hold_report();
  report.verdict = "SLOWER";
  report.readings = {Reading{"speed", Answer::hold, "SLOWER"}};
  report.readings[0].meaning = "slower than before";
  const std::string text = render(report, Format::text);
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "HOLD  verdict SLOWER  x.tar: reading speed: SLOWER; meaning slower than before");
}

}  // namespace
}  // namespace evidence::report
