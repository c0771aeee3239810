#include "process_table.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence::report {
namespace {

std::vector<ProcessIdentity> of_start(int count) {
  std::vector<ProcessIdentity> processes;
  for (int rank = 0; rank < count; ++rank) processes.push_back(process(std::to_string(rank), "s1"));
  return processes;
}

TEST(ProcessRows, AFewStandByThemselves) {
  const std::vector<Row> rows = process_rows(of_start(16));
  ASSERT_EQ(rows.size(), 16U);
  EXPECT_EQ(rows[3][2], "3");
  EXPECT_EQ(rows[3][3], "4711");
}

TEST(ProcessRows, ManyAreFoldedByStartAndRole) {
  std::vector<ProcessIdentity> processes = of_start(17);
  processes[5].pid = 4712;
  processes.push_back(process("0", "s2"));
  const std::vector<Row> rows = process_rows(processes);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0][2], "ranks 0-16");
  EXPECT_EQ(rows[0][3], "2 values");
  EXPECT_EQ(rows[0][5], std::string(64, 'e'));
  EXPECT_EQ(rows[1][0], "s2");
}

TEST(ProcessRows, HaveACellForEachColumn) {
  for (const Row& row : process_rows(of_start(1))) EXPECT_EQ(row.size(), std::size(kProcessColumns));
  for (const Row& row : process_rows(of_start(40))) EXPECT_EQ(row.size(), std::size(kProcessColumns));
}

TEST(Shortened, CutsIdsOnly) {
  const std::string hex(64, 'a');
  const Row row = shortened({hex, hex, hex, "1234567890123", "1234567890123", hex, hex, "a rather long text",
                             "6f1c9a52-0b1d-4c57"});
  const std::string cut(12, 'a');
  EXPECT_EQ(row, (Row{hex, hex, hex, "1234567890123", "1234567890123", cut, cut, "a rather long text",
                      "6f1c9a52-0b1"}));
}

}  // namespace
}  // namespace evidence::report
