#pragma once

// A reading of a report as rows of visible text: its verdict, and everything that the verdict rests on.

#include <string>
#include <vector>

#include "evidence/report.h"

namespace evidence::report {

struct ReadingTable {
  std::string heading;  // "reading match: CONFIRMED"
  Answer answer;
  std::vector<Fact> rows;  // what it means, why there is none, quantities, needs, tables
};

ReadingTable reading_table(const Reading& reading);

}  // namespace evidence::report
