#include <gtest/gtest.h>

#include <algorithm>

#include "evidence/host.h"

namespace evidence::host {
namespace {

// Hidden values are shown as ~NAME:VALUE, so that a row shows the name that goes into the HMAC.
std::string split(const std::vector<std::string>& arguments,
                  const std::vector<std::string>& public_names = {}) {
  const auto publish = [&](std::string_view name, std::string_view value) -> MaybeSecret {
    if (std::ranges::find(public_names, name) != public_names.end()) return std::string(value);
    return Keyed{std::string(name) + ":" + std::string(value)};
  };
  std::string text;
  for (const ArgvRecord& record : split_arguments(arguments, publish)) {
    text += (text.empty() ? "" : " | ") + std::to_string(record.index) + " " + record.option;
    if (!record.has_value) continue;
    const auto* clear = std::get_if<std::string>(&record.value);
    const auto* keyed = std::get_if<Keyed>(&record.value);
    text += "=" + (clear != nullptr ? *clear : keyed != nullptr ? "~" + keyed->hmac : "?");
  }
  return text;
}

struct Row {
  const char* title;
  std::vector<std::string> arguments;  // after the program
  std::vector<std::string> public_names;
  const char* records;  // after the program's
};

class SplitArguments : public testing::TestWithParam<Row> {};

TEST_P(SplitArguments, gives_these_records) {
  std::vector<std::string> arguments = GetParam().arguments;
  arguments.insert(arguments.begin(), "engine");
  const std::string rest = GetParam().records;
  EXPECT_EQ(split(arguments, GetParam().public_names), "0 =~#0:engine" + (rest.empty() ? "" : " | " + rest));
}

INSTANTIATE_TEST_SUITE_P(
    Table, SplitArguments,
    testing::Values(
        Row{"program_alone", {}, {}, ""}, Row{"option_and_value", {"--k", "v"}, {}, "1 --k=~--k:v"},
        Row{"option_equals_value", {"--k=v"}, {}, "1 --k=~--k:v"},
        Row{"public_either_way", {"--k", "v", "--k=v"}, {"--k"}, "1 --k=v | 3 --k=v"},
        Row{"value_with_equals", {"--k=a=b"}, {"--k"}, "1 --k=a=b"},
        Row{"empty_value", {"--k=", "--l", ""}, {"--k", "--l"}, "1 --k= | 2 --l="},
        Row{"flags", {"--a", "--b"}, {}, "1 --a | 2 --b"},
        Row{"last_flag", {"x", "--a"}, {"#1"}, "1 =x | 2 --a"},
        Row{"negative_value",
            {"--t", "-1", "--t", "-.5e-3", "--t", "-2."},
            {"--t"},
            "1 --t=-1 | 3 --t=-.5e-3 | 5 --t=-2."},
        Row{"dash_is_no_value", {"--in", "-"}, {"#1"}, "1 --in | 2 =-"},
        Row{"no_numbers",
            {"--t", "-e5", "--t", "-1e", "--t", "-."},
            {},
            "1 --t | 2 =~#1:-e5 | 3 --t | 4 =~#2:-1e | 5 --t | 6 =~#3:-."},
        Row{"positionals", {"a", "b"}, {"#2"}, "1 =~#1:a | 2 =b"},
        Row{"positionals_count_from_one", {"--k", "v", "a"}, {"#1"}, "1 --k=~--k:v | 3 =a"},
        Row{"after_double_dash",
            {"--", "--k", "v", "-x", "--"},
            {"#3"},
            "1 -- | 2 =~#1:--k | 3 =~#2:v | 4 =-x | 5 =~#4:--"},
        Row{"double_dash_is_no_value", {"--k", "--", "v"}, {}, "1 --k | 2 -- | 3 =~#1:v"},
        Row{"short_option", {"-p", "secret"}, {}, "1 =~#1:-p | 2 =~#2:secret"},
        Row{"short_option_glued", {"-psecret"}, {"-p"}, "1 =~#1:-psecret"},
        Row{"short_option_equals", {"-p=secret", "-Dx=secret"}, {}, "1 =~#1:-p=secret | 2 =~#2:-Dx=secret"},
        Row{"short_option_listed", {"-p", "8000", "-v", "-p=1"}, {"-p", "-v"}, "1 -p=8000 | 3 -v | 4 -p=1"},
        Row{"unlisted_in_a_public_place", {"-psecret", "-5"}, {"#1", "#2"}, "1 =? | 2 =-5"},
        Row{"odd_long_spelling",
            {"--my key=secret", "--\xc3\xa9=secret", "--=secret", "---x=secret"},
            {},
            "1 =~#1:--my key=secret | 2 =~#2:--\xc3\xa9=secret | 3 =~#3:--=secret | 4 =~#4:---x=secret"},
        Row{"odd_long_spelling_listed", {"--my key=v"}, {"--my key"}, "1 --my key=v"},
        Row{"long_spelling_characters", {"--A.b_c-9=v"}, {}, "1 --A.b_c-9=~--A.b_c-9:v"},
        Row{"empty_element", {"", "--k", "v"}, {"#1"}, "1 = | 2 --k=~--k:v"},
        Row{"line_feed", {"--k\nx=v"}, {}, "1 =~#1:--k\nx=v"}),
    [](const auto& row) { return row.param.title; });

TEST(SplitArgumentsProgram, is_public_when_listed) {
  EXPECT_EQ(split({"engine"}, {"#0"}), "0 =engine");
}

TEST(SplitArgumentsProgram, is_no_option_whatever_its_name) {
  EXPECT_EQ(split({"--k=v", "--"}), "0 =~#0:--k=v | 1 --");
}

TEST(SplitArgumentsProgram, may_be_missing) {
  EXPECT_EQ(split({}), "");
}

}  // namespace
}  // namespace evidence::host
