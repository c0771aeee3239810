#include "labels.h"

#include <gtest/gtest.h>

#include <string>

namespace evidence::record {
namespace {

struct LabelCase {
  std::string name;
  std::string line;
  std::string rest;  // what remains
};

class Labels : public testing::TestWithParam<LabelCase> {};

TEST_P(Labels, AreStrippedOnlyInKnownForms) {
  EXPECT_EQ(strip_label(GetParam().line), GetParam().rest);
}

std::string host(std::size_t length) {
  return std::string(length, 'h');
}

INSTANTIATE_TEST_SUITE_P(
    All, Labels,
    testing::Values(
        LabelCase{"none", R"({"a":1})", R"({"a":1})"}, LabelCase{"empty", "", ""},
        LabelCase{"srun", "0: {}", "{}"}, LabelCase{"srun_wide", "0127: {}", "{}"},
        LabelCase{"host", "node-1.example_a: {}", "{}"}, LabelCase{"mpirun", "[1,0]<stdout>:{}", "{}"},
        LabelCase{"mpirun_space", "[12,34]<stdout>: {}", "{}"},
        LabelCase{"longest_host", host(255) + ": {}", "{}"},
        LabelCase{"host_too_long", host(256) + ": {}", host(256) + ": {}"},
        LabelCase{"space_before", " 0: {}", " 0: {}"}, LabelCase{"two_spaces", "0:  {}", "0:  {}"},
        LabelCase{"no_space", "0:{}", "0:{}"}, LabelCase{"twice", "0: 0: {}", "0: 0: {}"},
        LabelCase{"stderr", "[1,0]<stderr>:{}", "[1,0]<stderr>:{}"},
        LabelCase{"mpirun_two_spaces", "[1,0]<stdout>:  {}", "[1,0]<stdout>:  {}"},
        LabelCase{"mpirun_no_digit", "[1,]<stdout>:{}", "[1,]<stdout>:{}"},
        LabelCase{"mpirun_no_first_digit", "[,1]<stdout>:{}", "[,1]<stdout>:{}"},
        LabelCase{"no_object", "0: srun", "0: srun"}, LabelCase{"only_label", "0: ", "0: "},
        LabelCase{"odd_host", "node/1: {}", "node/1: {}"}, LabelCase{"empty_host", ": {}", ": {}"},
        LabelCase{"inside", R"({"a":"0: {"})", R"({"a":"0: {"})"}),
    [](const testing::TestParamInfo<LabelCase>& row) { return row.param.name; });

}  // namespace
}  // namespace evidence::record
