#include <gtest/gtest.h>

#include "evidence/carry.h"

namespace evidence::carry {
namespace {

const Commit kFrom{std::string(40, '1'), std::string(40, '2')};
const Commit kTo{std::string(40, '3'), std::string(40, '4')};
const Entry kOld{0100644, std::string(40, 'a')};
const Entry kNew{0100755, std::string(40, 'b')};

Comparison comparison() {
  return {.from = kFrom,
          .to = kTo,
          .descends = true,
          .ancestry_unknown = "",
          .changes = {{"b", kOld, kNew}, {"d", std::nullopt, kNew}, {"f", kOld, std::nullopt}},
          .files = 7};
}

std::string line_of(const RecordBody& body) {
  const StreamKey key{"none", "carry", "none", "none", "none"};
  const std::string line = render_record(key, 1, body);
  // Without what every record of the stream has.
  std::string rest;
  for (std::size_t at = 0; at < line.size();) {
    bool skipped = false;
    for (const std::string_view word : {R"("moment":"none",)", R"("rank":"none",)", R"("role":"carry",)",
                                        R"("run":"none",)", R"("seq":1,)", R"("start":"none",)"}) {
      if (line.compare(at, word.size(), word) != 0) continue;
      at += word.size();
      skipped = true;
    }
    if (!skipped) rest += line[at++];
  }
  return rest;
}

std::vector<std::string> lines_of(const std::vector<RecordBody>& bodies) {
  std::vector<std::string> lines;
  for (const RecordBody& body : bodies) lines.push_back(line_of(body));
  return lines;
}

const std::string kOldText = R"({"id":")" + kOld.id + R"(","mode":"100644"})";
const std::string kNewText = R"({"id":")" + kNew.id + R"(","mode":"100755"})";

TEST(Records, OfAComparisonStandByPath) {
  const std::vector<Unverified> unverified{
      {"a", "submodule", kOld}, {"d", "Git LFS pointer", kNew}, {"e", "submodule", kNew}};
  const std::string pointer = R"("reason":"content not verified: Git LFS pointer",)";
  const std::string submodule = R"("reason":"content not verified: submodule",)";
  EXPECT_EQ(
      lines_of(comparison_records(comparison(), unverified)),
      (std::vector<std::string>{
          R"({"commit":")" + kFrom.id + R"(","name":"from","tree":")" + kFrom.tree + R"(","type":"git"})",
          R"({"commit":")" + kTo.id + R"(","descends_from":")" + kFrom.id +
              R"(","files":7,"name":"to","tree":")" + kTo.tree + R"(","type":"git"})",
          R"({"after":)" + kOldText + R"(,"before":)" + kOldText + R"(,"method":"bytes","path":"a",)" +
              submodule + R"("type":"carry"})",
          R"({"after":)" + kNewText + R"(,"before":)" + kOldText +
              R"(,"method":"bytes","path":"b","type":"carry"})",
          R"({"after":)" + kNewText + R"(,"method":"bytes","path":"d",)" + pointer + R"("type":"carry"})",
          R"({"after":)" + kNewText + R"(,"before":)" + kNewText + R"(,"method":"bytes","path":"e",)" +
              submodule + R"("type":"carry"})",
          R"({"before":)" + kOldText + R"(,"method":"bytes","path":"f","type":"carry"})"}));
}

TEST(Records, SayDescentOnlyWhereItIs) {
  Comparison apart = comparison();
  apart.descends = false;
  EXPECT_EQ(std::get<GitRecord>(comparison_records(apart, {})[1]).descends_from, std::nullopt);
  EXPECT_EQ(std::get<GitRecord>(comparison_records(comparison(), {})[1]).descends_from, kFrom.id);
}

TEST(Records, OfACommitAndOfADrift) {
  EXPECT_EQ(line_of(commit_record("head", kTo)),
            R"({"commit":")" + kTo.id + R"(","name":"head","tree":")" + kTo.tree + R"(","type":"git"})");
  EXPECT_EQ(line_of(drift_record({"p", "missing"})),
            R"({"method":"worktree","path":"p","reason":"missing","type":"carry"})");
}

}  // namespace
}  // namespace evidence::carry
