#include <gtest/gtest.h>

#include <set>

#include "fixture.h"

namespace evidence {
namespace {

struct Pin {
  std::string name;
  Thing thing;
  std::string json;
  Attributes attributes;
};

// The manifest's text with one pin on one thing of the engine.
std::string pinning(Thing thing, std::string_view name, std::string_view pin,
                    std::string_view role = "engine") {
  const std::string entry = "{\"" + std::string(name) + "\":" + std::string(pin) + "}";
  const std::string things = thing == Thing::mount ? R"("mounts":{"pins":)" + entry + "}"
                                                   : "\"" + std::string(thing_name(thing)) + "\":" + entry;
  return manifest_of(R"(,"public":{"env":["X"],"argv":["-x"]},"identity":{")" + std::string(role) + "\":{" +
                     things + "}}");
}

std::string usual_name(Thing thing) {
  switch (thing) {
    case Thing::env:
      return "X";
    case Thing::argv:
      return "-x";
    case Thing::fact:
      return "x";
    default:
      return "/x";
  }
}

class PinForms : public testing::TestWithParam<Pin> {};
TEST_P(PinForms, HaveTheseAttributes) {
  const std::string name = usual_name(GetParam().thing);
  const Manifest manifest = parse(pinning(GetParam().thing, name, GetParam().json));
  const Expectation* pin = manifest.identity("engine", std::nullopt).find(GetParam().thing, name);
  ASSERT_NE(pin, nullptr);
  EXPECT_EQ(pin->kind, Expectation::Kind::pinned);
  EXPECT_EQ(pin->attributes, GetParam().attributes);
  EXPECT_FALSE(pin->distinct);
  EXPECT_EQ(pin->evidence, std::nullopt);
}
INSTANTIATE_TEST_SUITE_P(
    All, PinForms,
    testing::Values(Pin{"env_string", Thing::env, R"("a")", {{"value", "a"}}},
                    Pin{"env_empty", Thing::env, R"("")", {{"value", ""}}},
                    Pin{"env_value", Thing::env, R"({"value":"a"})", {{"value", "a"}}},
                    Pin{"env_hmac", Thing::env, R"({"hmac":")" + kHex + "\"}", {{"hmac", kHex}}},
                    Pin{"argv_string", Thing::argv, R"("1")", {{"value", "1"}}},
                    Pin{"argv_flag", Thing::argv, R"({"flag":true})", {{"flag", "true"}}},
                    Pin{"argv_hmac", Thing::argv, R"({"hmac":")" + kHex + "\"}", {{"hmac", kHex}}},
                    Pin{"file_string", Thing::file, '"' + kDigest + '"', {{"sha256", kHex}}},
                    Pin{"file_mode", Thing::file, R"({"mode":"0755"})", {{"mode", "0755"}}},
                    Pin{"mount_string", Thing::mount, '"' + kDigest + '"', {{"sha256", kHex}}},
                    Pin{"mount_all",
                        Thing::mount,
                        R"({"root":"/r","fstype":"ext4","options":"ro","sha256":")" + kDigest + "\"}",
                        {{"root", "/r"}, {"fstype", "ext4"}, {"options", "ro"}, {"sha256", kHex}}},
                    Pin{"fact_string", Thing::fact, R"("1")", {{"value", "1"}}},
                    Pin{"fact_value", Thing::fact, R"({"value":"1","note":["n"]})", {{"value", "1"}}}),
    [](const auto& row) { return row.param.name; });

TEST(Pins, ByRankAndDistinct) {
  const Manifest manifest =
      parse(pinning(Thing::env, "X", R"({"by_rank":{"0":"a","1":{"value":"b"}},"distinct":true})"));
  const Expectation* pin = manifest.identity("engine", "on").find(Thing::env, "X");
  EXPECT_TRUE(pin->distinct);
  EXPECT_EQ(pin->attributes, Attributes{});
  EXPECT_EQ(pin->for_rank("0"), (Attributes{{"value", "a"}}));
  EXPECT_EQ(pin->for_rank("1"), (Attributes{{"value", "b"}}));
}

TEST(Pins, DistinctAloneIsEnough) {
  EXPECT_TRUE(parse(pinning(Thing::fact, "x", R"({"distinct":true})"))
                  .identity("engine", "on")
                  .find(Thing::fact, "x")
                  ->distinct);
}

TEST(Pins, RanksMayShareSomeAttributesAndNotOthers) {
  const Manifest manifest = parse(
      pinning(Thing::mount, "/x", R"({"fstype":"ext4","by_rank":{"0":{"root":"/0"},"1":{"root":"/1"}}})"));
  EXPECT_EQ(manifest.identity("engine", "on").find(Thing::mount, "/x")->for_rank("1"),
            (Attributes{{"fstype", "ext4"}, {"root", "/1"}}));
}

struct KindRow {
  std::string name;
  Thing thing;
  std::string pin;
  std::set<std::string> possible;
};
class Kinds : public testing::TestWithParam<KindRow> {};
TEST_P(Kinds, AreThoseInWhichTheThingCanBeKnown) {
  for (const std::string kind : {"process", "file", "source", "reported", "declared", "rumoured"}) {
    const std::string text = pinning(GetParam().thing, usual_name(GetParam().thing),
                                     "{" + GetParam().pin + R"(,"kind":")" + kind + "\"}");
    const Strings mistakes = mistakes_of(text);
    if (GetParam().possible.count(kind) > 0) {
      EXPECT_EQ(mistakes, Strings{}) << kind;
      const auto seen =
          parse(text).identity("engine", "on").find(GetParam().thing, usual_name(GetParam().thing))->evidence;
      EXPECT_EQ(evidence_kind_name(seen.value()), kind);
    } else {
      ASSERT_EQ(mistakes.size(), 1U) << kind;
      EXPECT_NE(mistakes.front().find("kind: cannot be known as " + kind + " for " +
                                      std::string(thing_name(GetParam().thing))),
                std::string::npos);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(
    All, Kinds,
    testing::Values(KindRow{"env", Thing::env, R"("value":"a")", {"process"}},
                    KindRow{"argv", Thing::argv, R"("value":"a")", {"process"}},
                    KindRow{"file", Thing::file, R"("mode":"0644")", {"file", "process"}},
                    KindRow{"mount", Thing::mount, R"("root":"/")", {"process"}},
                    KindRow{"fact", Thing::fact, R"("value":"a")", {"reported", "declared"}}),
    [](const auto& row) { return row.param.name; });

TEST(Pins, WithoutAProcessAFileCanBeKnownAsAFileOnly) {
  EXPECT_EQ(mistakes_of(pinning(Thing::file, "/x", R"({"mode":"0644","kind":"file"})", "memory")), Strings{});
  EXPECT_EQ(mistakes_of(pinning(Thing::file, "/x", R"({"mode":"0644","kind":"process"})", "memory")),
            Strings{R"($.identity.memory.files["/x"].kind: the role memory has no process)"});
}

struct NameRow {
  std::string name;
  Thing thing;
  std::string text;
  bool good;
};
class Names : public testing::TestWithParam<NameRow> {};
TEST_P(Names, AreJudgedByThing) {
  const std::string pin = GetParam().thing == Thing::fact    ? R"("1")"
                          : GetParam().thing == Thing::file  ? R"({"mode":"0644"})"
                          : GetParam().thing == Thing::mount ? R"({"root":"/"})"
                                                             : R"({"distinct":true})";
  EXPECT_EQ(mistakes_of(pinning(GetParam().thing, GetParam().text, pin)).empty(), GetParam().good);
}
INSTANTIATE_TEST_SUITE_P(All, Names,
                         testing::Values(NameRow{"env_lower", Thing::env, "http_proxy", true},
                                         NameRow{"env_odd", Thing::env, "BASH_FUNC_x%%", true},
                                         NameRow{"env_space", Thing::env, "a b", true},
                                         NameRow{"env_empty", Thing::env, "", false},
                                         NameRow{"env_equals", Thing::env, "A=", false},
                                         NameRow{"env_nul", Thing::env, "A\\u0000", false},
                                         NameRow{"env_too_long", Thing::env, std::string(4097, 'A'), false},
                                         NameRow{"argv_long", Thing::argv, "--depth", true},
                                         NameRow{"argv_short", Thing::argv, "-d", true},
                                         NameRow{"argv_second", Thing::argv, "--depth#2", true},
                                         NameRow{"argv_program", Thing::argv, "#0", true},
                                         NameRow{"argv_positional", Thing::argv, "#12", true},
                                         NameRow{"argv_word", Thing::argv, "depth", false},
                                         NameRow{"argv_number_sign", Thing::argv, "#", false},
                                         NameRow{"argv_number_word", Thing::argv, "#1a", false},
                                         NameRow{"argv_with_value", Thing::argv, "--depth=1", false},
                                         NameRow{"file_absolute", Thing::file, "/a b", true},
                                         NameRow{"file_relative", Thing::file, "a", false},
                                         NameRow{"mount_root", Thing::mount, "/", true},
                                         NameRow{"mount_relative", Thing::mount, "a", false},
                                         NameRow{"fact_label", Thing::fact, "gpu-clock", true},
                                         NameRow{"fact_space", Thing::fact, "gpu clock", false}),
                         [](const auto& row) { return row.param.name; });

TEST(Pins, OneMistakeForOneWrongValue) {
  EXPECT_EQ(
      mistakes_of(pinning(Thing::file, "/x", R"({"sha256":"x"})")),
      Strings{
          R"($.identity.engine.files["/x"].sha256: must be "sha256:" and 64 lower-case hexadecimal digits)"});
  EXPECT_EQ(mistakes_of(pinning(Thing::env, "X", R"({"by_rank":{"0":"a","1":{"value":1}}})")),
            Strings{R"($.identity.engine.env.X.by_rank["1"].value: must be a string, is an integer)"});
}

TEST(Pins, TheirLengthIsBounded) {
  EXPECT_EQ(mistakes_of(pinning(Thing::env, "X", '"' + std::string(65536, 'v') + '"')), Strings{});
  EXPECT_EQ(mistakes_of(pinning(Thing::env, "X", '"' + std::string(65537, 'v') + '"')),
            Strings{"$.identity.engine.env.X: must be at most 65,536 bytes"});
}

}  // namespace
}  // namespace evidence
