#pragma once

// Table tests: a row has a `name`, by which it is called.

#include <gtest/gtest.h>

#include <string>

namespace evidence {

template <typename Row>
std::string row_name(const testing::TestParamInfo<Row>& row) {
  return row.param.name;
}

}  // namespace evidence
