#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "fixture.h"
#include "run_program.h"
#include "temp_folder.h"

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

// The tags of the page that GitHub's renderer makes, in their order, with raw HTML let through.
std::string tags_by_github(const Report& report) {
  const TempFolder folder;
  const std::string file = folder.write("report.md", render(report, Format::markdown));
  const Ran ran =
      run_program("cmark-gfm --unsafe -e table -e autolink -e strikethrough -e tasklist '" + file + "'");
  EXPECT_EQ(ran.status, 0) << ran.output;
  std::string tags;
  for (std::size_t at = 0; (at = ran.output.find('<', at)) != std::string::npos;) {
    const std::size_t end = ran.output.find('>', at);
    tags += ran.output.substr(at, end - at + 1);
    at = end;
  }
  return tags;
}

TEST(Markdown, GithubsRendererSeesOnlyOurMarkup) {
  if (run_program("cmark-gfm --version").status != 0) GTEST_SKIP() << "skipped: cmark-gfm is not here";
  const std::string plain = tags_by_github(report_of("plain"));
  EXPECT_NE(plain.find("<table>"), std::string::npos);
  for (const Hostile& hostile : hostile_texts())
    EXPECT_EQ(tags_by_github(report_of(hostile.text)), plain) << hostile.name;
}

}  // namespace
}  // namespace evidence::report
