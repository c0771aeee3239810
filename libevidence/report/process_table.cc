#include "process_table.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <span>

#include "ranks.h"
#include "visible.h"

namespace evidence::report {
namespace {

constexpr std::size_t kMostRows = 16;
constexpr std::size_t kShort = 12;

Row row_of(const ProcessIdentity& process) {
  return {visible(process.start),
          visible(process.role),
          visible(process.rank),
          std::to_string(process.pid),
          std::to_string(process.start_ticks),
          visible(process.exec),
          visible(process.executable),
          visible(process.container),
          visible(process.boot_id)};
}

// The value that all rows have in a column, or how many there are.
std::string common_cell(const std::vector<Row>& rows, std::size_t column) {
  std::set<std::string_view> values;
  for (const Row& row : rows) values.insert(row[column]);
  return values.size() == 1 ? std::string(*values.begin()) : std::to_string(values.size()) + " values";
}

Row folded_row(std::span<const ProcessIdentity> processes) {
  std::vector<Row> rows;
  std::vector<std::string> ranks;
  for (const ProcessIdentity& process : processes) {
    rows.push_back(row_of(process));
    ranks.push_back(process.rank);
  }
  Row folded;
  for (std::size_t column = 0; column < std::size(kProcessColumns); ++column) {
    const bool is_rank = kProcessColumns[column] == "rank";
    folded.push_back(is_rank ? folded_ranks(ranks) : common_cell(rows, column));
  }
  return folded;
}

bool is_id(std::string_view cell) {
  return std::all_of(cell.begin(), cell.end(), [](char byte) {
    return std::isxdigit(static_cast<unsigned char>(byte)) != 0 || byte == '-';
  });
}

}  // namespace

std::vector<Row> process_rows(const std::vector<ProcessIdentity>& processes) {
  std::vector<Row> rows;
  for (auto first = processes.begin(); first != processes.end();) {
    const auto last = std::find_if(first, processes.end(), [&](const ProcessIdentity& one) {
      return one.start != first->start || one.role != first->role;
    });
    const std::span<const ProcessIdentity> together(first, last);
    if (together.size() > kMostRows) {
      rows.push_back(folded_row(together));
    } else {
      std::transform(together.begin(), together.end(), std::back_inserter(rows), row_of);
    }
    first = last;
  }
  return rows;
}

bool holds_ids(std::size_t column) {
  const std::string_view name = kProcessColumns[column];
  return name == "exec" || name == "executable" || name == "container" || name == "boot";
}

Row shortened(Row row) {
  for (std::size_t column = 0; column < row.size(); ++column) {
    if (holds_ids(column) && is_id(row[column])) row[column].resize(std::min(row[column].size(), kShort));
  }
  return row;
}

}  // namespace evidence::report
