#include "observations.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "looked.h"
#include "temp_folder.h"

namespace evidence::host {
namespace {

const std::string kRun(64, 'a');
const std::string kOtherRun(64, 'b');

std::string row(const std::string& members, const std::string& start = "s1", const std::string& run = kRun) {
  return R"({"type":"timed","run":")" + run + R"(","start":")" + start + "\"" +
         (members.empty() ? "" : "," + members) + "}\n";
}

Request request_for(const std::vector<std::string>& files) {
  Request request;
  request.run = kRun;
  request.start = "s1";
  request.observation_files = files;
  ObservationType type{.name = "timed", .fields = {}};
  type.fields["round"] = FieldType{.kind = FieldType::Kind::integer, .labels = {}};
  request.watch.observations = {type};
  return request;
}

std::vector<std::string> shown(const Looked& looked) {
  std::vector<std::string> lines;
  for (const ObservationRecord& record : looked.of<ObservationRecord>()) {
    lines.push_back(std::to_string(record.line) + " " + record.name + " " + json::canonical(record.fields) +
                    " " + std::string(evidence_kind_name(record.evidence)));
  }
  return lines;
}

TEST(Observations, are_rows_of_this_run_and_start) {
  const TempFolder folder;
  const std::string path = folder.write("rows", row("\"round\":1") + row("\"round\":2", "s2") +
                                                    row("\"round\":3") + row("\"round\":4").substr(0, 30));
  const Looked looked = look(request_for({path}));
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(shown(looked),
            (std::vector<std::string>{"1 timed {\"round\":1} declared", "3 timed {\"round\":3} declared"}));
}

struct Row {
  const char* title;
  std::string line;
  const char* reason;
};

class BadRow : public testing::TestWithParam<Row> {};

TEST_P(BadRow, is_an_error_with_file_line_and_path) {
  const TempFolder folder;
  const std::string path = folder.write("rows", row("\"round\":1") + GetParam().line + row("\"round\":3"));
  const Looked looked = look(request_for({path}));
  ASSERT_EQ(looked.errors().size(), 1U);
  const std::string error = looked.errors()[0];
  EXPECT_TRUE(error.starts_with("observations " + path + ": line 2: ")) << error;
  EXPECT_NE(error.find(GetParam().reason), std::string::npos) << error;
  EXPECT_EQ(error.find("hush"), std::string::npos) << error;
  EXPECT_EQ(looked.of<ObservationRecord>().size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(
    Observations, BadRow,
    testing::Values(
        Row{"empty", "\n", "$"}, Row{"no_json", "hush\n", "$"},
        Row{"other_run", row("\"round\":2", "s1", kOtherRun), "row belongs to another run"},
        Row{"other_run_and_start", row("\"round\":2", "s2", kOtherRun), "row belongs to another run"},
        Row{"no_run", "{\"type\":\"timed\",\"start\":\"s1\",\"round\":2}\n", "run"},
        Row{"unknown_type", "{\"type\":\"hushed\",\"run\":\"" + kRun + "\",\"start\":\"s1\"}\n", "type"},
        Row{"missing_field", row(""), "round"}, Row{"wrong_kind", row("\"round\":\"hush\""), "$.round"},
        Row{"undeclared_field", row("\"round\":2,\"text\":\"hush\""), "text"},
        Row{"twice", row("\"round\":2,\"round\":2"), "twice"},
        Row{"too_long", row("\"round\":2,\"text\":\"" + std::string(70000, 'h') + "\""),
            "longer than 65536 bytes"},
        Row{"not_utf8", row("\"round\":2,\"x\":\"\xff\""), "UTF-8"}),
    [](const auto& row_of) { return row_of.param.title; });

TEST(Observations, say_no_more_than_a_hundred_times_that_a_row_is_wrong) {
  const TempFolder folder;
  std::string rows;
  for (int number = 0; number < 250; ++number) rows += "x\n";
  const std::string path = folder.write("rows", rows);
  const auto errors = look(request_for({path})).errors();
  ASSERT_EQ(errors.size(), 101U);
  EXPECT_EQ(errors.back(), "observations " + path + ": 150 more rows are wrong");
}

TEST(Observations, have_rows_across_the_chunks_of_a_long_file) {
  const TempFolder folder;
  std::string rows;
  constexpr std::size_t kRows = 20000;
  for (std::size_t number = 0; number < kRows; ++number) rows += row("\"round\":" + std::to_string(number));
  ASSERT_GT(rows.size(), std::size_t{2} << 20);
  const auto records = look(request_for({folder.write("rows", rows)})).of<ObservationRecord>();
  ASSERT_EQ(records.size(), kRows);
  for (std::size_t number = 0; number < kRows; ++number) {
    EXPECT_EQ(records[number].line, number + 1);
    EXPECT_EQ(records[number].fields.at("round"), json::Value(static_cast<std::int64_t>(number)));
  }
}

TEST(Observations, from_what_is_no_file_are_errors) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  const Looked looked = look(request_for({folder / "none", folder / "fifo", folder.write("empty", "")}));
  EXPECT_EQ(looked.errors(),
            (std::vector<std::string>{
                "observations " + (folder / "none") + ": unreadable: no such file or directory",
                "observations " + (folder / "fifo") + ": " + (folder / "fifo") + ": is not a regular file"}));
}

std::string evidence_with(const std::string& path, const Child& child) {
  Request request = request_for({path});
  request.pid = child.pid();
  const auto records = look(request).of<ObservationRecord>();
  return records.size() == 1 ? std::string(evidence_kind_name(records[0].evidence)) : "none";
}

TEST(Observations, are_bound_by_the_process_that_writes_them) {
  const TempFolder folder;
  const std::string path = folder.write("rows", row("\"round\":1"));
  const Child writer = Child::fork_and([&] { return open(path.c_str(), O_WRONLY | O_APPEND) >= 0; });
  const Child reader = Child::fork_and([&] { return open(path.c_str(), O_RDONLY) >= 0; });
  EXPECT_EQ(evidence_with(path, writer), "process");
  EXPECT_EQ(evidence_with(path, reader), "declared");
}

TEST(Observations, are_not_bound_by_a_file_of_the_same_name) {
  const TempFolder folder;
  const std::string path = folder.write("rows", row("\"round\":1"));
  const Child writer = Child::fork_and([&] { return open(path.c_str(), O_WRONLY) >= 0; });
  ASSERT_EQ(unlink(path.c_str()), 0);
  folder.write("rows", row("\"round\":1"));
  EXPECT_EQ(evidence_with(path, writer), "declared");
}

// ---- keyed fields ----

Request keyed_request(const std::string& path, const TempFolder& folder) {
  Request request = request_for({path});
  auto& fields = request.watch.observations[0].fields;
  fields["tokens"] =
      FieldType{.kind = FieldType::Kind::keyed, .labels = {}, .optional = true, .domain = "token"};
  fields["first"] =
      FieldType{.kind = FieldType::Kind::keyed, .labels = {}, .optional = true, .domain = "token"};
  fields["text"] =
      FieldType{.kind = FieldType::Kind::keyed, .labels = {}, .optional = true, .domain = "text"};
  const std::string key = folder.write("key", std::string(32, 'k'));
  chmod(key.c_str(), 0600);
  request.key = CampaignKey::read(key);
  return request;
}

TEST(Observations, hide_keyed_fields) {
  const TempFolder folder;
  const std::string path =
      folder.write("rows", row("\"round\":1,\"tokens\":[ 48123,7 ]") +
                               row("\"round\":2,\"first\":48123,\"tokens\":48123,\"text\":48123") +
                               row("\"round\":3,\"text\":\"h\\u0075sh\"") + row("\"round\":4"));
  const Request request = keyed_request(path, folder);
  const auto hidden = [&request](const char* domain, const char* value) {
    return json::Value(request.key->hide("field", domain, value).hmac);
  };
  const Looked looked = look(request);
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  const auto records = looked.of<ObservationRecord>();
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[0].fields.at("tokens"), hidden("token", "[48123,7]"));
  EXPECT_EQ(records[1].fields.at("first"), hidden("token", "48123"));
  EXPECT_EQ(records[1].fields.at("tokens"), records[1].fields.at("first"));
  EXPECT_NE(records[1].fields.at("text"), records[1].fields.at("first"));
  EXPECT_EQ(records[2].fields.at("text"), hidden("text", "\"hush\""));
  EXPECT_EQ(records[3].fields.size(), 1U);
  for (const char* secret : {"hush", "48123"}) EXPECT_EQ(looked.text().find(secret), std::string::npos);
}

TEST(Observations, with_keyed_fields_need_the_key) {
  const TempFolder folder;
  const std::string path = folder.write("rows", row("\"round\":1,\"text\":\"hush\"") + row("\"round\":2") +
                                                    row("\"round\":3,\"text\":\"hush\"", "s2"));
  Request request = keyed_request(path, folder);
  request.key = std::nullopt;
  const Looked looked = look(request);
  EXPECT_EQ(looked.errors(), std::vector<std::string>{"observations " + path +
                                                      ": line 1: field text is keyed: give --env-key"});
  EXPECT_EQ(shown(looked), std::vector<std::string>{"2 timed {\"round\":2} declared"});
  EXPECT_EQ(looked.text().find("hush"), std::string::npos);
}

TEST(Observations, without_the_key_are_as_many_errors_as_others) {
  const TempFolder folder;
  std::string rows;
  for (int number = 0; number < 150; ++number) rows += row("\"round\":1,\"text\":\"hush\"");
  Request request = keyed_request(folder.write("rows", rows), folder);
  request.key = std::nullopt;
  EXPECT_EQ(look(request).errors().size(), 101U);
}

class BadKeyedRow : public testing::TestWithParam<Row> {};

TEST_P(BadKeyedRow, quotes_nothing_of_the_value) {
  const TempFolder folder;
  const std::string path = folder.write("rows", GetParam().line);
  const Looked looked = look(keyed_request(path, folder));
  EXPECT_EQ(looked.errors(),
            std::vector<std::string>{"observations " + path + ": line 1: " + GetParam().reason});
  EXPECT_EQ(looked.of<ObservationRecord>().size(), 0U);
}

const char* const kMustBe = "$.text: must be an integer, a string or a list of integers";

INSTANTIATE_TEST_SUITE_P(
    Observations, BadKeyedRow,
    testing::Values(Row{"object", row("\"round\":2,\"text\":{\"hush\":1}"), kMustBe},
                    Row{"list_of_texts", row("\"round\":2,\"text\":[\"hush\"]"), kMustBe},
                    Row{"fraction", row("\"round\":2,\"text\":48123.5"), kMustBe},
                    Row{"other_field_wrong", row("\"round\":\"x\",\"text\":\"hush\""),
                        "$.round: must be an integer"},
                    Row{"names_in_the_value", row("\"text\":{\"hush\":1,\"hush\":2}"),
                        "$: offset 119: member … stands twice"},
                    Row{"not_utf8", row("\"round\":2,\"text\":\"hush\xff\""), "$: offset 124: not UTF-8"},
                    Row{"cut_short", "{\"text\":\"hush\n", "$: offset 13: the text ends inside a string"},
                    Row{"other_run", row("\"round\":2,\"text\":\"hush\"", "s1", kOtherRun),
                        "row belongs to another run"}),
    [](const auto& row_of) { return row_of.param.title; });

}  // namespace
}  // namespace evidence::host
