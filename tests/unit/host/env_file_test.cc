#include "env_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "looked.h"
#include "temp_folder.h"

namespace evidence::host {
namespace {

using namespace std::string_literals;

// "NAME=<value>", "NAME bare".
std::vector<std::string> shown(const std::vector<EnvFileEntry>& entries) {
  std::vector<std::string> lines;
  for (const EnvFileEntry& entry : entries) {
    lines.push_back(entry.name + (entry.bare ? " bare" : "=<" + entry.value + ">"));
  }
  return lines;
}

struct Row {
  const char* title;
  std::string bytes;
  std::vector<std::string> entries;
};

class EnvFile : public testing::TestWithParam<Row> {};

TEST_P(EnvFile, is_read_as_docker_reads_it) {
  EXPECT_EQ(shown(parse_env_file(GetParam().bytes, "")), GetParam().entries);
}

INSTANTIATE_TEST_SUITE_P(
    Table, EnvFile,
    testing::Values(
        Row{"empty", "", {}}, Row{"one", "A=b\n", {"A=<b>"}}, Row{"no_last_line_feed", "A=b", {"A=<b>"}},
        Row{"duplicates_in_order", "A=1\nB=2\nA=3\n", {"A=<1>", "B=<2>", "A=<3>"}},
        Row{"blank_lines", "\n \t\nA=b\n\n", {"A=<b>"}},
        Row{"comments", "#A=1\n  # A=2\nA=b # c\n", {"A=<b # c>"}},
        Row{"quotes_mean_nothing", "A=\"b c\"\nB='d'\n", {"A=<\"b c\">", "B=<'d'>"}},
        Row{"escapes_mean_nothing", "A=b\\nc\\\n", {"A=<b\\nc\\>"}},
        Row{"space_around_a_value_stays", "A= b \t\n", {"A=< b \t>"}},
        Row{"space_before_a_name_goes", " \t A=b\n", {"A=<b>"}},
        Row{"wide_space_before_a_name_goes", "\xc2\xa0\xe3\x80\x80\v\f\xc2\x85"s + "A=b\n", {"A=<b>"}},
        Row{"carriage_return_and_line_feed", "A=b\r\nB\r\n", {"A=<b>", "B bare"}},
        Row{"one_carriage_return_of_two", "A=b\r\r\n", {"A=<b\r>"}},
        Row{"last_carriage_return", "A=b\r", {"A=<b>"}},
        Row{"inner_carriage_return", "A=b\rC=d\n", {"A=<b\rC=d>"}}, Row{"empty_value", "A=\n", {"A=<>"}},
        Row{"equals_in_a_value", "A=b=c=\n", {"A=<b=c=>"}}, Row{"bare", "A\nB=c\n", {"A bare", "B=<c>"}},
        Row{"export_is_no_word", "A.b-c=d\n", {"A.b-c=<d>"}},
        Row{"byte_order_mark",
            "\xef\xbb\xbf"
            "A=b\n",
            {"A=<b>"}},
        Row{"byte_order_mark_alone", "\xef\xbb\xbf\n", {}}, Row{"nul", "A=b\0c\n"s, {"A=<b\0c>"s}},
        Row{"longest_line", "A=" + std::string(65533, 'x') + "\n", {"A=<" + std::string(65533, 'x') + ">"}}),
    [](const auto& row) { return row.param.title; });

struct Bad {
  const char* title;
  std::string bytes;
  const char* reason;
};

class BadEnvFile : public testing::TestWithParam<Bad> {};

// Nothing of it is recorded and nothing of it is quoted.
TEST_P(BadEnvFile, is_an_error_with_its_line) {
  const TempFolder folder;
  const std::string path = folder.write("env", "HUSH=hush\n" + GetParam().bytes + "\nA=b\n");
  Request request;
  request.env_files = {path};
  const Looked looked = look(request);
  EXPECT_EQ(looked.seen, Seen::incomplete);
  EXPECT_EQ(looked.errors(), std::vector<std::string>{"env-file " + path + ": line 2: " + GetParam().reason});
  EXPECT_EQ(looked.records.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Table, BadEnvFile,
    testing::Values(Bad{"no_name", "=hush", "has no name before its '='"},
                    Bad{"space_in_a_name", "export HUSH=hush", "has white space in its name"},
                    Bad{"space_after_a_name", "HUSH =hush", "has white space in its name"},
                    Bad{"tab_in_a_bare_name", "hush\thush", "has white space in its name"},
                    Bad{"wide_space_in_a_name", "A\xc2\xa0=hush", "is no variable's name"},
                    Bad{"byte_order_mark",
                        "\xef\xbb\xbf"
                        "A=hush",
                        "is no variable's name"},
                    Bad{"base64_tail", "c2VjcmV0+hush==", "is no variable's name"},
                    Bad{"bare_token", "hush-hush", "is no variable's name"},
                    Bad{"json", R"([{"hush":"A=hush"}])", "is no variable's name"},
                    Bad{"digit_first", "1hush=x", "is no variable's name"},
                    Bad{"not_utf8", "A=\xff\xfe", "is not UTF-8"},
                    Bad{"utf8_cut_short", "A=\xe6\x82", "is not UTF-8"},
                    Bad{"comment_that_is_not_utf8", "# \xff", "is not UTF-8"},
                    Bad{"too_long", "A=" + std::string(65534, 'x'), "is longer than 65535 bytes"},
                    Bad{"too_long_with_carriage_return", "A=" + std::string(65533, 'x') + "\r",
                        "is longer than 65535 bytes"}),
    [](const auto& row) { return row.param.title; });

TEST(EnvFiles, are_recorded_as_reported_in_order) {
  const TempFolder folder;
  Request request;
  request.watch.public_env = {"A", "B"};
  request.env_files = {folder.write("one", "A=1\nTOKEN=hush\nB\n"), folder.write("two", "A=2\n")};
  const Looked looked = look(request);
  EXPECT_EQ(looked.seen, Seen::complete);
  const auto records = looked.of<EnvRecord>();
  ASSERT_EQ(records.size(), 4U);
  for (const EnvRecord& record : records) EXPECT_EQ(record.source, "env-file");
  EXPECT_EQ(std::get<std::string>(records[0].value), "1");
  EXPECT_TRUE(std::holds_alternative<Secret>(records[1].value));
  EXPECT_EQ(records[1].index, 1U);
  EXPECT_TRUE(records[2].bare);
  EXPECT_EQ(std::get<std::string>(records[2].value), "");
  EXPECT_EQ(records[3].index, 0U);
  EXPECT_EQ(looked.text().find("hush"), std::string::npos);
}

TEST(EnvFiles, are_hidden_like_the_environment) {
  const TempFolder folder;
  const std::string path = folder.write("key", std::string(32, 'k'));
  chmod(path.c_str(), 0600);
  Request request;
  request.key = CampaignKey::read(path);
  request.env_files = {folder.write("one", "TOKEN=hush\n")};
  const auto records = look(request).of<EnvRecord>();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(std::get<Keyed>(records[0].value), request.key->hide("env", "TOKEN", "hush"));
}

TEST(EnvFiles, that_are_no_files_are_errors) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  Request request;
  request.env_files = {folder / "none", folder / "fifo"};
  EXPECT_EQ(look(request).errors(),
            (std::vector<std::string>{
                "env-file " + (folder / "none") + ": unreadable: no such file or directory",
                "env-file " + (folder / "fifo") + ": " + (folder / "fifo") + ": is not a regular file"}));
}

}  // namespace
}  // namespace evidence::host
