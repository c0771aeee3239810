// The base: streams of an earlier look, bound by digest.

#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence {
namespace {

std::string with_base(std::string_view bytes) {
  const json::Object base{{"path", "base/rank0.ndjson"}, {"sha256", "sha256:" + sha256(bytes).render()}};
  return manifest_of(R"(,"base":[)" + json::canonical(base) + "]");
}

TEST(Base, IsBoundByDigest) {
  const Manifest manifest = parse(with_base("lines\n"), Binding(), {{"base/rank0.ndjson", "lines\n"}});
  ASSERT_EQ(manifest.base.size(), 1U);
  EXPECT_EQ(manifest.base[0].path, "base/rank0.ndjson");
  EXPECT_EQ(manifest.base[0].digest, sha256("lines\n"));
  EXPECT_EQ(manifest.named_files(), Strings{"base/rank0.ndjson"});
}

TEST(Base, OtherBytesAreRefused) {
  std::string mistake = "$.base[0]: base/rank0.ndjson has sha256 ";
  mistake.append(sha256("lines").render()).append(", the manifest says ").append(sha256("lines\n").render());
  EXPECT_EQ(mistakes_of(with_base("lines\n"), Binding(), {{"base/rank0.ndjson", "lines"}}), Strings{mistake});
  EXPECT_EQ(mistakes_of(with_base("lines\n")), Strings{"$.base[0]: base/rank0.ndjson: not there"});
}

struct Path {
  std::string name;
  std::string path;
};
class BasePaths : public testing::TestWithParam<Path> {};
TEST_P(BasePaths, ThatLeaveThePlanAreRefusedAndNotFetched) {
  const std::string manifest = manifest_of(
      R"(,"base":[)" + json::canonical(json::Object{{"path", GetParam().path}, {"sha256", kDigest}}) + "]");
  const Manifest::Fetch fetch = [](const std::string& path) -> std::string {
    throw std::logic_error("fetched " + path);
  };
  try {
    Manifest::parse(manifest, Binding(), fetch, "m.json");
    FAIL() << "accepted";
  } catch (const ManifestError& error) {
    EXPECT_EQ(rendered(error.mistakes()),
              Strings{"$.base[0].path: must be a manifest-relative path of letters, digits and ._+@-/"});
  }
}
INSTANTIATE_TEST_SUITE_P(
    All, BasePaths,
    testing::Values(Path{"absolute", "/etc/passwd"}, Path{"above", "../x"}, Path{"hidden", "a/../x"},
                    Path{"empty", ""}, Path{"manifest", "manifest.json"}, Path{"binding", "binding.json"},
                    Path{"space", "a b"}, Path{"double_slash", "a//b"},
                    Path{"too_long", std::string(100, 'a').append("/").append(100, 'b')}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace evidence
