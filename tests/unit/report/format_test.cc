#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence::report {
namespace {

TEST(ParseFormat, KnowsEachName) {
  EXPECT_EQ(parse_format("text"), Format::text);
  EXPECT_EQ(parse_format("json"), Format::json);
  EXPECT_EQ(parse_format("markdown"), Format::markdown);
  EXPECT_EQ(parse_format("html"), Format::html);
  EXPECT_EQ(parse_format("junit"), Format::junit);
}

TEST(ParseFormat, KnowsNothingElse) {
  for (const std::string_view name : {"", "Text", "text ", "xml", "md", "jsonx"}) {
    EXPECT_EQ(parse_format(name), std::nullopt) << name;
  }
}

TEST(Render, EveryFormatEndsWithOneLineFeed) {
  for (const Format format : kFormats) {
    const std::string made = render(large_report(), format);
    ASSERT_GT(made.size(), 2U);
    EXPECT_EQ(made.back(), '\n');
    EXPECT_NE(made[made.size() - 2], '\n');
  }
}

TEST(Render, OnlyTextIsColoured) {
  for (const Format format : kFormats) {
    const bool painted = render(large_report(), format, Color::on) != render(large_report(), format);
    EXPECT_EQ(painted, format == Format::text);
  }
}

}  // namespace
}  // namespace evidence::report
