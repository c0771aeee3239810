#include "facts.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "looked.h"
#include "temp_folder.h"

namespace evidence::host {
namespace {

std::vector<std::string> shown(const Looked& looked) {
  std::vector<std::string> lines;
  for (const FactRecord& fact : looked.of<FactRecord>()) {
    lines.push_back(fact.name + "=" + fact.value + " " + std::string(evidence_kind_name(fact.evidence)));
  }
  return lines;
}

TEST(Facts, are_declared_or_reported_in_the_order_of_the_request) {
  const TempFolder folder;
  Request request;
  request.facts = {{"gpu", "H200"}, {"driver", ""}};
  request.fact_files = {{"smi", folder.write("smi", "a\nb\n\n")}, {"bare", folder.write("bare", "x")}};
  EXPECT_EQ(shown(look(request)), (std::vector<std::string>{"gpu=H200 declared", "driver= declared",
                                                            "smi=a\nb\n reported", "bare=x reported"}));
}

TEST(Facts, must_be_in_the_plan_when_there_is_one) {
  Request request;
  request.watch.facts = {"gpu"};
  request.facts = {{"gpu", "H200"}};
  EXPECT_EQ(look(request).seen, Seen::complete);
  request.facts = {{"cpu", "x"}};
  EXPECT_THROW(look(request), UsageError);
  request.facts = {};
  request.fact_files = {{"cpu", "/dev/null"}};
  EXPECT_THROW(look(request), UsageError);
}

TEST(Facts, that_cannot_be_written_are_refused_before_anything_is_emitted) {
  for (const auto& fact : std::vector<std::pair<std::string, std::string>>{
           {"", "x"}, {"\xff", "x"}, {"a", "\xff"}, {"a", std::string(65537, 'x')}}) {
    Request request;
    request.facts = {{"fine", "x"}, fact};
    std::size_t emitted = 0;
    EXPECT_THROW(observe({}, request, [&emitted](const RecordBody&) { ++emitted; }), UsageError);
    EXPECT_EQ(emitted, 0U);
  }
}

TEST(Facts, from_files_that_cannot_be_read_are_errors) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  Request request;
  request.fact_files = {{"a", folder / "none"},
                        {"b", folder / "fifo"},
                        {"c", folder.write("odd", "hush\xff")},
                        {"d", folder.write("long", std::string(70000, 'x'))}};
  const Looked looked = look(request);
  EXPECT_EQ(looked.seen, Seen::incomplete);
  EXPECT_EQ(looked.errors(),
            (std::vector<std::string>{"fact a: " + (folder / "none") + ": stat: no such file or directory",
                                      "fact b: " + (folder / "fifo") + ": is not a regular file",
                                      "fact c: fact c: a value must be UTF-8",
                                      "fact d: " + (folder / "long") + ": longer than 65537 bytes"}));
}

}  // namespace
}  // namespace evidence::host
