// Sums files: one that is bound by digest and count stands for as many file pins.

#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence {
namespace {

const std::string kOther(64, 'b');

std::string with_sums(std::string_view bytes, std::uint64_t count, std::string_view root = "/view",
                      std::string_view more = "") {
  return manifest_of(R"(,"identity":{"engine":{"sums":[{"path":"lists/a.sha256","sha256":"sha256:)" +
                     sha256(bytes).render() + R"(","count":)" + std::to_string(count) + R"(,"root":")" +
                     std::string(root) + "\"}]" + std::string(more) + "}}");
}

Strings mistakes_with(std::string_view bytes, std::uint64_t count) {
  return mistakes_of(with_sums(bytes, count), Binding(), {{"lists/a.sha256", std::string(bytes)}});
}

TEST(Sums, StandForFilePins) {
  const std::string bytes = kHex + "  a.py\n" + kOther + " *sub/b.py\n";
  for (const std::string_view root : {"/view", "/view/"}) {
    const Manifest manifest = parse(with_sums(bytes, 2, root), Binding(), {{"lists/a.sha256", bytes}});
    const Identity& identity = manifest.identity("engine", "on");
    ASSERT_EQ(identity.things.at(Thing::file).size(), 2U);
    const Expectation* second = identity.find(Thing::file, "/view/sub/b.py");
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(second->kind, Expectation::Kind::pinned);
    EXPECT_EQ(second->attributes, (Attributes{{"sha256", kOther}}));
    EXPECT_EQ(second->origin, "identity.engine.sums[0] (lists/a.sha256)");
    EXPECT_EQ(manifest.named_files(), Strings{"lists/a.sha256"});
    ASSERT_EQ(manifest.sums.size(), 1U);
    EXPECT_EQ(manifest.sums[0].role, "engine");
    EXPECT_EQ(manifest.sums[0].count, 2U);
    EXPECT_EQ(manifest.sums[0].digest, sha256(bytes));
  }
}

TEST(Sums, OneFileTooFewOrTooManyIsRefused) {
  const std::string bytes = kHex + "  a\n" + kHex + "  b\n" + kHex + "  c\n";
  EXPECT_EQ(mistakes_with(bytes, 3), Strings{});
  EXPECT_EQ(mistakes_with(bytes, 2),
            Strings{"$.identity.engine.sums[0]: lists/a.sha256 lists 3 files, the manifest says 2"});
  EXPECT_EQ(mistakes_with(bytes, 4),
            Strings{"$.identity.engine.sums[0]: lists/a.sha256 lists 3 files, the manifest says 4"});
}

TEST(Sums, EveryByteIsBound) {
  const std::string bytes = kHex + "  a\n";
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_EQ(mistakes_of(with_sums(bytes, 1), Binding(), {{"lists/a.sha256", changed}}),
              Strings{"$.identity.engine.sums[0]: lists/a.sha256 has sha256 " + sha256(changed).render() +
                      ", the manifest says " + sha256(bytes).render()});
  }
}

struct Path {
  std::string name;
  std::string path;
  bool below;
};
class SumsPaths : public testing::TestWithParam<Path> {};
TEST_P(SumsPaths, MustBeBelowTheRoot) {
  const Strings mistakes = mistakes_with(kHex + "  " + GetParam().path + "\n", 1);
  if (GetParam().below) {
    EXPECT_EQ(mistakes, Strings{});
  } else {
    EXPECT_EQ(mistakes, Strings{"$.identity.engine.sums[0]: lists/a.sha256: " + GetParam().path +
                                " is not a path below /view"});
  }
}
INSTANTIATE_TEST_SUITE_P(All, SumsPaths,
                         testing::Values(Path{"plain", "a", true}, Path{"deep", "a/b/c", true},
                                         Path{"dots_in_name", "a..b/..c/d..", true},
                                         Path{"find_style", "./a", true}, Path{"absolute", "/a", false},
                                         Path{"parent", "..", false}, Path{"above", "../a", false},
                                         Path{"hidden_above", "a/../../b", false},
                                         Path{"ends_above", "a/..", false}),
                         [](const auto& row) { return row.param.name; });

TEST(Sums, APinThatIsThereAlreadyIsRefused) {
  const std::string bytes = kHex + "  a\n";
  EXPECT_EQ(mistakes_of(with_sums(bytes, 1, "/view", R"(,"files":{"/view/a":")" + kDigest + "\"}"), Binding(),
                        {{"lists/a.sha256", bytes}}),
            Strings{"$.identity.engine.sums[0]: lists/a.sha256: /view/a is pinned already"});
}

TEST(Sums, TheSameListMayStandForTwoFolders) {
  const std::string bytes = kHex + "  a\n";
  const std::string one =
      R"({"path":"a.sha256","sha256":"sha256:)" + sha256(bytes).render() + R"(","count":1,"root":")";
  const Manifest manifest =
      parse(manifest_of(R"(,"identity":{"engine":{"sums":[)" + one + "/x\"}," + one + "/y\"}]}}"), Binding(),
            {{"a.sha256", bytes}});
  EXPECT_EQ(manifest.identity("engine", "on").things.at(Thing::file).size(), 2U);
}

TEST(Sums, TheirNumberCanBeAParameter) {
  const std::string bytes = kHex + "  a\n" + kHex + "  b\n";
  std::string manifest = with_sums(bytes, 2);
  manifest.replace(manifest.find("\"count\":2"), 9, R"("count":"${n}")");
  manifest.insert(1, R"("parameters":{"n":{"type":"count"}},)");
  const Files files{{"lists/a.sha256", bytes}};
  EXPECT_EQ(mistakes_of(manifest, binding_of(R"({"n":2})"), files), Strings{});
  EXPECT_EQ(mistakes_of(manifest, binding_of(R"({"n":1})"), files).size(), 1U);
}

}  // namespace
}  // namespace evidence
