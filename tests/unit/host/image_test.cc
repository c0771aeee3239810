#include "image.h"

#include <gtest/gtest.h>

#include "fake_proc.h"
#include "looked.h"

namespace evidence::host {
namespace {

const std::string kImage = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f809";
const std::string kManifest = "c0ffee00112233445566778899aabbccddeeff00112233445566778899aabbcc";
const std::string kContainer = "4f6d0a7c9b1e2d3f4a5b6c7d8e9f00112233445566778899aabbccddeeff0123";
const std::string kOther = "a" + kContainer.substr(1);

std::string docker_image() {
  return R"({"Id":"sha256:)" + kImage + R"(","RepoTags":["engine:2","engine:1","engine:2"],)" +
         R"("RepoDigests":["reg.example:5000/engine@sha256:)" + kManifest +
         R"("],"Created":"2026-01-01T00:00:00Z","Config":{"Env":["PATH=/bin"]},"Size":123,)" +
         R"("RootFS":{"Type":"layers"}})";
}

std::string container(const std::string& id) {
  return R"({"Id":")" + id + R"(","Path":"/usr/bin/python3","Args":["-m","x"],"Image":"sha256:)" + kImage +
         R"(","HostConfig":{"Memory":0},"Config":{"Image":"reg.example:5000/engine:2",)" +
         R"("Env":["A=1","TOKEN=hush","A=2=3","B"]}})";
}

// "id | digests | tags | container".
std::string shown(const ImageRecord& record) {
  std::string line = record.id + " |";
  for (const std::string& digest : record.repo_digests) line += " " + digest;
  line += " |";
  for (const std::string& tag : record.tags) line += " " + tag;
  return line + " | " + record.container;
}

std::vector<std::string> shown(const Looked& looked) {
  std::vector<std::string> lines;
  for (const ImageRecord& record : looked.of<ImageRecord>()) lines.push_back(shown(record));
  return lines;
}

struct Row {
  const char* title;
  std::string text;
  std::vector<std::string> images;
};

class Inspect : public testing::TestWithParam<Row> {};

TEST_P(Inspect, has_the_image) {
  const TempFolder folder;
  Request request;
  request.image_files = {folder.write("inspect", GetParam().text)};
  const Looked looked = look(request);
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(shown(looked), GetParam().images);
}

const std::string kDigest = "sha256:" + kManifest;

INSTANTIATE_TEST_SUITE_P(
    Table, Inspect,
    testing::Values(
        Row{"docker_image",
            "[\n    " + docker_image() + "\n]\n",
            {"sha256:" + kImage + " | reg.example:5000/engine@" + kDigest + " | engine:1 engine:2 | "}},
        Row{"one_object",
            docker_image(),
            {"sha256:" + kImage + " | reg.example:5000/engine@" + kDigest + " | engine:1 engine:2 | "}},
        Row{"built_image",
            R"([{"Id":"sha256:)" + kImage + R"(","RepoTags":null,"RepoDigests":[]}])",
            {"sha256:" + kImage + " | | | "}},
        Row{"podman_image",
            R"([{"Id":")" + kImage +
                R"(","Digest":"x","RepoTags":["localhost/a:1"],"RepoDigests":["localhost/a@)" + kDigest +
                "\"]}]",
            {"sha256:" + kImage + " | localhost/a@" + kDigest + " | localhost/a:1 | "}},
        Row{"two_images",
            "[" + docker_image() + R"(,{"Id":")" + kOther + R"(","RepoTags":["b"]}])",
            {"sha256:" + kImage + " | reg.example:5000/engine@" + kDigest + " | engine:1 engine:2 | ",
             "sha256:" + kOther + " | | b | "}},
        Row{"docker_container",
            "[" + container(kContainer) + "]",
            {"sha256:" + kImage + " | | reg.example:5000/engine:2 | " + kContainer}},
        Row{"podman_container",
            R"([{"Id":")" + kContainer + R"(","Image":")" + kImage + R"(","ImageDigest":")" + kDigest +
                R"(","ImageName":"reg.example:5000/engine:2","Config":{"Image":"engine"}}])",
            {"sha256:" + kImage + " | reg.example:5000/engine@" + kDigest +
             " | engine reg.example:5000/engine:2 | " + kContainer}},
        Row{"podman_container_of_an_image_without_a_name",
            R"([{"Id":")" + kContainer + R"(","Image":")" + kImage + R"(","ImageDigest":")" + kDigest +
                R"(","ImageName":")" + kImage + R"(","Config":{}}])",
            {"sha256:" + kImage + " | | | " + kContainer}},
        Row{"container_by_digest",
            R"({"Id":")" + kContainer + R"(","Image":")" + kImage +
                R"(","Config":{"Image":"reg.example:5000/engine:2@)" + kDigest + "\"}}",
            {"sha256:" + kImage + " | reg.example:5000/engine@" + kDigest + " | | " + kContainer}},
        Row{"container_by_id",
            R"({"Id":")" + kContainer + R"(","Image":")" + kImage + R"(","Config":{"Image":"sha256:)" +
                kImage + "\",\"Env\":null}}",
            {"sha256:" + kImage + " | | | " + kContainer}}),
    [](const auto& row) { return row.param.title; });

struct Bad {
  const char* title;
  std::string text;
  std::vector<std::string> errors;
};

class BadInspect : public testing::TestWithParam<Bad> {};

TEST_P(BadInspect, is_an_error_with_its_path) {
  const TempFolder folder;
  const std::string path = folder.write("inspect", GetParam().text);
  Request request;
  request.image_files = {path};
  const Looked looked = look(request);
  std::vector<std::string> errors;
  for (const std::string& error : GetParam().errors) errors.push_back("image " + path + ": " + error);
  EXPECT_EQ(looked.errors(), errors);
  EXPECT_EQ(looked.records.size(), errors.size());
}

const std::string kBadId = "must be an image's id: sha256: and 64 hexadecimal digits";

INSTANTIATE_TEST_SUITE_P(
    Table, BadInspect,
    testing::Values(Bad{"no_json", "Error: no such object", {"$: line 1: expected a value"}},
                    Bad{"nothing", "[]\n", {"$: holds no answer"}},
                    Bad{"no_object", "[1]", {"$[0]: must be an object, is an integer"}},
                    Bad{"network",
                        R"([{"Id":")" + kOther + R"(","Name":"bridge"}])",
                        {"$[0]: is neither an image nor a container"}},
                    Bad{"image_without_id", R"([{"RepoTags":[]}])", {"$[0]: member \"Id\" is missing"}},
                    Bad{"image_of_another_algorithm",
                        R"([{"Id":"sha512:)" + kImage + R"(","RepoTags":[]}])",
                        {"$[0].Id: " + kBadId}},
                    Bad{"upper_case",
                        R"([{"Id":"sha256:)" + std::string(64, 'A') + R"(","RepoTags":[]}])",
                        {"$[0].Id: " + kBadId}},
                    Bad{"tags_of_another_type",
                        R"({"Id":")" + kImage + R"(","RepoTags":"a","RepoDigests":[1]})",
                        {"$.RepoDigests[0]: must be a string, is an integer",
                         "$.RepoTags: must be an array, is a string"}},
                    Bad{"container_without_id",
                        R"([{"Image":")" + kImage + R"(","Config":{}}])",
                        {"$[0]: member \"Id\" is missing"}},
                    Bad{"container_without_config",
                        R"([{"Id":")" + kContainer + R"(","Image":")" + kImage + "\"}]",
                        {"$[0]: member \"Config\" is missing"}},
                    Bad{"container_of_a_name",
                        R"([{"Id":")" + kContainer + R"(","Image":"engine:2","Config":{}}])",
                        {"$[0].Image: " + kBadId}},
                    Bad{"environment_of_another_type",
                        R"([{"Id":")" + kContainer + R"(","Image":")" + kImage +
                            R"(","Config":{"Env":[{"hush":1}]}}])",
                        {"$[0].Config.Env[0]: must be a string, is an object"}},
                    Bad{"twice", R"([{"Id":"a","Id":"b"}])", {"$: line 1: member \"Id\" stands twice"}}),
    [](const auto& row) { return row.param.title; });

Looked look_in(const std::string& cgroup, const std::string& answer) {
  FakeProc proc;
  proc.add(7);
  proc.write(7, "cgroup", cgroup);
  Request request = of_process(7);
  request.watch.public_env = {"A"};
  request.image_files = {proc.folder().write("inspect", answer)};
  return look(request, proc.world());
}

TEST(Image, of_the_processs_container_has_its_environment) {
  const Looked looked = look_in("0::/system.slice/docker-" + kContainer + ".scope\n", container(kContainer));
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(shown(looked).size(), 1U);
  std::vector<std::string> lines;
  for (const EnvRecord& record : looked.of<EnvRecord>()) {
    EXPECT_EQ(record.source, "inspect");
    const auto* clear = std::get_if<std::string>(&record.value);
    lines.push_back(std::to_string(record.index) + " " + record.name +
                    (record.bare ? " bare"
                     : clear     ? "=" + *clear
                                 : " withheld"));
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"0 A=1", "1 TOKEN withheld", "2 A=2=3", "3  withheld"}));
  EXPECT_EQ(looked.text().find("hush"), std::string::npos);
  EXPECT_EQ(looked.of<ArgvRecord>().size(), 0U);
}

TEST(Image, of_another_container_is_an_error_and_no_more) {
  const Looked looked = look_in("0::/docker/" + kOther + "\n", container(kContainer));
  ASSERT_EQ(looked.errors().size(), 1U);
  EXPECT_TRUE(looked.errors()[0].ends_with(": is about container " + kContainer +
                                           ", the process is in container " + kOther))
      << looked.errors()[0];
  EXPECT_EQ(shown(looked).size(), 0U);
  EXPECT_EQ(looked.of<EnvRecord>().size(), 0U);
}

TEST(Image, of_a_container_that_cannot_be_tied_is_recorded_beside_an_error) {
  const Looked looked = look_in("0::/\n", container(kContainer));
  ASSERT_EQ(looked.errors().size(), 1U);
  EXPECT_TRUE(
      looked.errors()[0].ends_with(": is about container " + kContainer +
                                   " and cannot be tied to the process, whose own container cannot be told"))
      << looked.errors()[0];
  EXPECT_EQ(looked.seen, Seen::incomplete);
  EXPECT_EQ(shown(looked).size(), 1U);
}

TEST(Image, says_nothing_of_the_process) {
  EXPECT_EQ(look_in("0::/docker/" + kOther + "\n", docker_image()).errors(), std::vector<std::string>());
}

TEST(Image, is_found_among_several_containers) {
  const Looked looked =
      look_in("0::/docker/" + kContainer + "\n", "[" + container(kOther) + "," + container(kContainer) + "]");
  EXPECT_EQ(looked.errors().size(), 1U);
  ASSERT_EQ(shown(looked).size(), 1U);
  EXPECT_TRUE(shown(looked)[0].ends_with(kContainer));
}

TEST(Image, files_are_bounded) {
  const TempFolder folder;
  const std::string path = folder.write("inspect", std::string((16 << 20) + 1, ' '));
  Request request;
  request.image_files = {path, folder / "none"};
  EXPECT_EQ(
      look(request).errors(),
      (std::vector<std::string>{"image " + path + ": longer than 16777216 bytes",
                                "image " + (folder / "none") + ": unreadable: no such file or directory"}));
}

TEST(Image, records_can_be_written_and_read) {
  const TempFolder folder;
  Request request;
  request.image_files = {folder.write("inspect", docker_image())};
  EXPECT_NE(look(request).text().find("\"tags\":[\"engine:1\",\"engine:2\"]"), std::string::npos);
}

}  // namespace
}  // namespace evidence::host
