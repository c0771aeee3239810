#include <gtest/gtest.h>

#include "fixture.h"
#include "python.h"

namespace evidence::report {
namespace {

TEST(Html, IsOneSelfContainedPage) {
  const std::string page = render(large_report(), Format::html);
  EXPECT_EQ(page.rfind("<!DOCTYPE html>\n", 0), 0U);
  for (const std::string_view foreign :
       {"<script", "<link", "<img", "<iframe", "src=", "href=", "url(", "@import", "http:", "https:"}) {
    EXPECT_EQ(page.find(foreign), std::string::npos) << foreign;
  }
  for (const std::string_view wanted :
       {"prefers-color-scheme: dark", "@media print", "width=device-width", "default-src 'none'"}) {
    EXPECT_NE(page.find(wanted), std::string::npos) << wanted;
  }
}

TEST(Html, TheTitleHasAnswerAndVerdict) {
  const std::string page = render(large_report(), Format::html);
  EXPECT_NE(page.find("<title>STOP — verdict UNSAFE — out/demo-complete.tar</title>"), std::string::npos);
}

TEST(Html, FaultsStandFirst) {
  const std::string page = render(large_report(), Format::html);
  EXPECT_LT(page.find("<h2>STOP</h2>"), page.find("<h2>HOLD</h2>"));
  EXPECT_LT(page.find("<h2>HOLD</h2>"), page.find("<h2>PASS</h2>"));
}

// Every element is one that we write, closed where it must be, with no attribute but ours: nothing that
// entered became markup.
constexpr std::string_view kRead = R"py(
from html.parser import HTMLParser
allowed = set('html head meta title style body header h1 h2 h3 b span bdi main section article dl dt dd ul li '
              'div table tr th td details summary code'.split())
head = {'charset', 'http-equiv', 'content', 'name', 'lang'}
class Reader(HTMLParser):
    def __init__(self): super().__init__(); self.open = []; self.text = []
    def handle_starttag(self, tag, attributes):
        assert tag in allowed, tag
        names = {name for name, value in attributes}
        assert names <= (head if tag in ('meta', 'html') else {'class'}), attributes
        if tag != 'meta': self.open.append(tag)
    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (self.open, tag)
        self.open.pop()
    def handle_comment(self, data): raise AssertionError('comment ' + data)
    def handle_data(self, data): self.text.append(data)
def check(path):
    reader = Reader()
    reader.feed(open(path, encoding='utf-8').read())
    reader.close()
    assert not reader.open, reader.open
    return ''.join(reader.text)
)py";

TEST(Html, NothingThatEntersIsMarkup) {
  if (!has_python("html.parser")) GTEST_SKIP() << "skipped: python3 is not here";
  const Ran ran = check_with_python(kRead, Format::html);
  EXPECT_EQ(ran.status, 0) << ran.output;
}

TEST(Html, WhatEntersIsShownAsItIs) {
  if (!has_python("html.parser")) GTEST_SKIP() << "skipped: python3 is not here";
  const std::string text = "<b>&amp;\"'` | *x*</b>";
  const std::string program = std::string(kRead) + "import sys\nsys.stdout.write(check(sys.argv[1]))\n";
  const Ran ran = run_python(program, render(report_of(text), Format::html));
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_NE(ran.output.find(text), std::string::npos) << ran.output;
}

}  // namespace
}  // namespace evidence::report
