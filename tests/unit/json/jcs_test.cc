// RFC 8785: what any spelling of a document must become, byte for byte.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "evidence/json.h"
#include "scanned.h"

namespace evidence::json {
namespace {

struct Row {
  std::string_view name;
  std::string_view input;
  std::string_view output;
};

// The examples of the RFC's text: §3.2.2 (and §3.2.4 for the same in bytes) and §3.2.3.
const Row kExamples[] = {
    {"3.2.2",
     R"({ "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
          "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
          "literals": [null, true, false] })",
     "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
     "\"string\":\"\xe2\x82\xac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"},
    {"3.2.3",
     R"({ "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
          "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
          "\u00f6": "Latin Small Letter O With Diaeresis" })",
     "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xc2\x80\":\"Control\","
     "\"\xc3\xb6\":\"Latin Small Letter O With Diaeresis\",\"\xe2\x82\xac\":\"Euro Sign\","
     "\"\xf0\x9f\x98\x80\":\"Emoji: Grinning Face\",\"\xef\xac\xb3\":\"Hebrew Letter Dalet With Dagesh\"}"},
};

void expect_canonical(std::string_view input, std::string_view output) {
  const Scanned read(input, Form::any);
  ASSERT_TRUE(read.ok()) << read.reason();
  EXPECT_EQ(read.canonical(), output);
  const Scanned again(output, Form::canonical);
  ASSERT_TRUE(again.ok()) << again.reason();
  EXPECT_EQ(again.canonical(), output);
  EXPECT_FALSE(Scanned(input, Form::canonical).ok());
}

TEST(Jcs, ExamplesOfTheRfc) {
  for (const Row& row : kExamples) {
    SCOPED_TRACE(row.name);
    expect_canonical(row.input, row.output);
  }
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Published vectors that are kept outside of the repository: input/NAME.json must become output/NAME.json.
std::filesystem::path vectors() {
  const char* const root = std::getenv("EVIDENCE_CONFORMANCE");
  return std::filesystem::path(root != nullptr ? root : EVIDENCE_SOURCE_DIR "/../shared/conformance") / "jcs";
}

TEST(Jcs, PublishedVectors) {
  const std::filesystem::path folder = vectors();
  if (!std::filesystem::is_directory(folder / "input")) {
    GTEST_SKIP() << "skipped: no conformance data (set EVIDENCE_CONFORMANCE)";
  }
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "input")) {
    SCOPED_TRACE(entry.path().filename());
    expect_canonical(content(entry.path()), content(folder / "output" / entry.path().filename()));
    ++count;
  }
  EXPECT_GE(count, 6);
}

}  // namespace
}  // namespace evidence::json
