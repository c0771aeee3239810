// Names, values and sentences as an attacker would write them, in every field and every format.

#include <gtest/gtest.h>

#include <algorithm>

#include "characters.h"
#include "evidence/base.h"
#include "fixture.h"

namespace evidence::report {
namespace {

class HostileText : public testing::TestWithParam<Hostile> {};

bool moves_a_terminal(char32_t code) {
  return (code < 0x20 && code != '\n') || (code >= 0x7f && code <= 0x9f) ||
         (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

TEST_P(HostileText, NothingReachesATerminalUnescaped) {
  for (const Format format : kFormats) {
    const std::string made = render(report_of(GetParam().text), format);
    ASSERT_TRUE(is_utf8(made));
    each_character(made, [](const Character& next) {
      EXPECT_FALSE(moves_a_terminal(next.code)) << static_cast<unsigned>(next.code);
    });
  }
}

TEST_P(HostileText, MakesNoLineOfItsOwn) {
  const auto lines = [](const Report& report, Format format) {
    const std::string made = render(report, format);
    return std::count(made.begin(), made.end(), '\n');
  };
  for (const Format format : {Format::json, Format::markdown, Format::html, Format::junit}) {
    EXPECT_EQ(lines(report_of(GetParam().text), format), lines(report_of("plain"), format))
        << static_cast<int>(format);
  }
}

TEST_P(HostileText, XmlAndHtmlHoldOnlyOurTags) {
  for (const Format format : {Format::html, Format::junit}) {
    const auto tags = [&](const std::string& text) {
      const std::string made = render(report_of(text), format);
      return std::pair(std::count(made.begin(), made.end(), '<'), std::count(made.begin(), made.end(), '"'));
    };
    EXPECT_EQ(tags(GetParam().text), tags("plain"));
  }
}

// In JSON nothing may be lost, only written otherwise.
TEST_P(HostileText, JsonIsReadBack) {
  const std::string made = render(report_of(GetParam().text), Format::json);
  json::Document document;
  const auto error = document.scan(std::string_view(made).substr(0, made.size() - 1), json::Form::canonical);
  ASSERT_FALSE(error) << error->reason;
  const std::string_view subject = document.root().member("subject")->string();
  EXPECT_TRUE(subject == GetParam().text || subject == escaped(GetParam().text)) << subject;
}

TEST_P(HostileText, IsStillThere) {
  const std::string plain = render(report_of(""), Format::text);
  EXPECT_GT(render(report_of(GetParam().text), Format::text).size(), plain.size());
}

INSTANTIATE_TEST_SUITE_P(Report, HostileText, testing::ValuesIn(hostile_texts()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(HostileReport, ManyFindingsTakeNoTimeOfTheirOwn) {
  Report report = bare_hold_report();
  for (int at = 0; at < 20000; ++at) {
    Finding finding = wrong_file();
    finding.name = "/srv/" + std::to_string(at % 10000);
    finding.seen = std::to_string(at);
    report.findings.push_back(finding);
  }
  for (const Format format : kFormats) EXPECT_GT(render(report, format).size(), 20000U);
}

}  // namespace
}  // namespace evidence::report
