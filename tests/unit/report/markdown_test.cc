#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "fixture.h"

namespace evidence::report {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string without(std::string text, std::string_view what) {
  for (std::size_t at = 0; (at = text.find(what)) != std::string::npos;) text.erase(at, what.size());
  return text;
}

// Pipes a line: a table's rows all have as many as its title.
std::ptrdiff_t pipes(const std::string& line) {
  return std::count(line.begin(), line.end(), '|');
}

TEST(Markdown, TheTitleHasAnswerAndVerdict) {
  EXPECT_EQ(lines_of(render(large_report(), Format::markdown))[0],
            "# STOP — verdict UNSAFE — out/demo-complete.tar");
}

TEST(Markdown, NoTextBreaksATable) {
  for (const Hostile& hostile : hostile_texts()) {
    std::ptrdiff_t wanted = 0;
    for (const std::string& line : lines_of(render(report_of(hostile.text), Format::markdown))) {
      const bool in_table = !line.empty() && line.front() == '|';
      if (!in_table) wanted = 0;
      if (in_table && wanted == 0) wanted = pipes(line);
      EXPECT_EQ(pipes(line), wanted) << hostile.name << ": " << line;
    }
  }
}

// What is left of a line without the marks that we set has no character by which Markdown, GitHub or HTML
// would begin anything.
TEST(Markdown, NoTextIsMarkup) {
  for (const Hostile& hostile : hostile_texts()) {
    for (std::string line : lines_of(render(report_of(hostile.text), Format::markdown))) {
      line = without(without(without(without(line, "<code>"), "</code>"), "**"), "&nbsp;");
      line.erase(0, line.find_first_not_of("# |-"));
      EXPECT_EQ(line.find_first_of("\\`*_[]<>~@$^{}"), std::string::npos) << hostile.name << ": " << line;
      EXPECT_EQ(line.find("://"), std::string::npos) << hostile.name << ": " << line;
      EXPECT_EQ(line.find("www."), std::string::npos) << hostile.name << ": " << line;
    }
  }
}

TEST(Markdown, EveryLineBeginsAsWeWroteIt) {
  for (const Hostile& hostile : hostile_texts()) {
    for (const std::string& line : lines_of(render(report_of(hostile.text), Format::markdown))) {
      const bool ours = line.empty() || line.rfind("# STOP", 0) == 0 || line.rfind("## ", 0) == 0 ||
                        line.rfind("- ", 0) == 0 || line.rfind("  - ", 0) == 0 ||
                        line.rfind("    - ", 0) == 0 || line.front() == '|';
      EXPECT_TRUE(ours) << hostile.name << ": " << line;
    }
  }
}

TEST(Markdown, ASentenceOpensNothing) {
  Report report = bare_hold_report();
  report.not_proved = {"- a", "+ b", "12. c", "3) d", "    e", "# f", "> g", "4 pins"};
  const std::string made = render(report, Format::markdown);
  for (const std::string_view wanted :
       {"\n- &#45; a\n", "\n- &#43; b\n", "\n- 12&#46; c\n", "\n- 3&#41; d\n", "\n- &#32; &nbsp;&nbsp;e\n",
        "\n- &#35; f\n", "\n- &#62; g\n", "\n- 4 pins\n"}) {
    EXPECT_NE(made.find(wanted), std::string::npos) << wanted << made;
  }
}

}  // namespace
}  // namespace evidence::report
