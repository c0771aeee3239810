#include <gtest/gtest.h>

#include <optional>

#include "fixture.h"

namespace evidence {
namespace {

constexpr std::string_view kPublic = R"(,"public":{"env":["X","Y"],"argv":["--x","--y"]})";

std::string render(const Attributes& attributes) {
  std::string text;
  for (const auto& [name, value] : attributes) text += " " + name + "=" + (value == kHex ? "H" : value);
  return text;
}

// "pinned value=1", "absent", "any", "equal", or "silent" when nothing is said.
std::string said(const Manifest& manifest, const std::optional<std::string>& arm, Thing thing,
                 std::string_view name, std::string_view role = "engine") {
  const Expectation* found = manifest.identity(role, arm).find(thing, name);
  if (found == nullptr) return "silent";
  std::string text;
  switch (found->kind) {
    case Expectation::Kind::pinned:
      text = "pinned";
      break;
    case Expectation::Kind::absent:
      text = "absent";
      break;
    case Expectation::Kind::any:
      text = "any";
      break;
    case Expectation::Kind::equal:
      text = "equal";
      break;
  }
  text += render(found->attributes);
  for (const auto& [rank, attributes] : found->by_rank) text += " " + rank + ":" + render(attributes);
  return text + (found->allowance ? " allowed" : "");
}

// One delta of arm "on", and what it means there, in the other arm and without an arm.
struct OneDelta {
  std::string name;
  std::string things;  // of arms.on.engine
  Thing thing;
  std::string of;
  std::string on;
  std::string elsewhere;
};

class Deltas : public testing::TestWithParam<OneDelta> {};
TEST_P(Deltas, MeanThisThereAndThatElsewhere) {
  const Manifest manifest =
      parse(manifest_of(kPublic, R"("off":{},"on":{"engine":{)" + GetParam().things + "}}"));
  EXPECT_EQ(said(manifest, "on", GetParam().thing, GetParam().of), GetParam().on);
  EXPECT_EQ(said(manifest, "off", GetParam().thing, GetParam().of), GetParam().elsewhere);
  EXPECT_EQ(said(manifest, std::nullopt, GetParam().thing, GetParam().of), GetParam().elsewhere);
  EXPECT_EQ(said(manifest, "on", GetParam().thing, GetParam().of, "memory"), "silent");
}
INSTANTIATE_TEST_SUITE_P(
    Verbs, Deltas,
    testing::Values(
        OneDelta{"set", R"("env":{"set":{"X":"1"}})", Thing::env, "X", "pinned value=1 allowed", "equal"},
        OneDelta{"add", R"("env":{"add":{"X":"1"}})", Thing::env, "X", "pinned value=1 allowed", "absent"},
        OneDelta{"remove", R"("env":{"remove":["X"]})", Thing::env, "X", "absent allowed", "equal"},
        OneDelta{"forbid", R"("env":{"forbid":["X"]})", Thing::env, "X", "absent", "equal"},
        OneDelta{"may_differ", R"("env":{"may_differ":["X"]})", Thing::env, "X", "any allowed", "equal"},
        OneDelta{"replace", R"("env":{"replace":{"X":{"from":"1","to":"2"}}})", Thing::env, "X",
                 "pinned value=2 allowed", "pinned value=1"},
        OneDelta{"argv_add", R"("argv":{"add":{"--x":"1"}})", Thing::argv, "--x", "pinned value=1 allowed",
                 "absent"},
        OneDelta{"argv_flag", R"("argv":{"add":{"--x":{"flag":true}}})", Thing::argv, "--x",
                 "pinned flag=true allowed", "absent"},
        OneDelta{"file_add", R"("files":{"add":{"/x":")" + kDigest + "\"}}", Thing::file, "/x",
                 "pinned sha256=H allowed", "absent"},
        OneDelta{"mount_replace", R"("mounts":{"replace":{"/x":{"from":{"root":"/a"},"to":{"root":"/b"}}}})",
                 Thing::mount, "/x", "pinned root=/b allowed", "pinned root=/a"},
        OneDelta{"fact_set", R"("facts":{"set":{"x":"1"}})", Thing::fact, "x", "pinned value=1 allowed",
                 "equal"},
        OneDelta{"by_rank", R"("env":{"add":{"X":{"by_rank":{"0":"1","1":"2"}}}})", Thing::env, "X",
                 "pinned 0: value=1 1: value=2 allowed", "absent"}),
    [](const auto& row) { return row.param.name; });

TEST(Identity, PinsHoldInEveryArmAndAreNoAllowance) {
  const Manifest manifest =
      parse(manifest_of(std::string(kPublic) + R"(,"identity":{"engine":{"env":{"X":"1"}}})"));
  for (const std::optional<std::string>& arm :
       {std::optional<std::string>("on"), std::optional<std::string>("off"), std::optional<std::string>()}) {
    EXPECT_EQ(said(manifest, arm, Thing::env, "X"), "pinned value=1");
    EXPECT_EQ(said(manifest, arm, Thing::env, "Y"), "silent");
    EXPECT_EQ(said(manifest, arm, Thing::env, "X", "memory"), "silent");
  }
  EXPECT_EQ(manifest.identity("engine", "on").find(Thing::env, "X")->origin, "identity.engine.env.X");
}

// A delta goes over the pin where its arm is; elsewhere the pin stays.
TEST(Identity, DeltasGoOverPins) {
  const auto on_and_off = [](std::string_view verbs) {
    const Manifest manifest =
        parse(manifest_of(std::string(kPublic) + R"(,"identity":{"engine":{"env":{"X":"1"}}})",
                          std::string(R"("off":{},"on":{"engine":{"env":{)").append(verbs).append("}}}")));
    return said(manifest, "on", Thing::env, "X") + "; " + said(manifest, "off", Thing::env, "X");
  };
  EXPECT_EQ(on_and_off(R"("set":{"X":"2"})"), "pinned value=2 allowed; pinned value=1");
  EXPECT_EQ(on_and_off(R"("replace":{"X":{"from":"1","to":"2"}})"), "pinned value=2 allowed; pinned value=1");
  EXPECT_EQ(on_and_off(R"("remove":["X"])"), "absent allowed; pinned value=1");
  EXPECT_EQ(on_and_off(R"("forbid":["X"])"), "absent; pinned value=1");
  EXPECT_EQ(on_and_off(R"("may_differ":["X"])"), "any allowed; pinned value=1");
}

TEST(Identity, TheMoreSpecificArmOfALikeChainWins) {
  const Manifest manifest = parse(manifest_of(kPublic, R"("on":{},"off":{},
      "a":{"engine":{"env":{"set":{"X":"a","Y":"a"}},"argv":{"set":{"--x":"a"}}}},
      "b":{"like":"a","engine":{"env":{"set":{"X":"b"}}}},
      "c":{"like":"b","engine":{"env":{"may_differ":["Y"]}}})"));
  EXPECT_EQ(said(manifest, "a", Thing::env, "X"), "pinned value=a allowed");
  EXPECT_EQ(said(manifest, "b", Thing::env, "X"), "pinned value=b allowed");
  EXPECT_EQ(said(manifest, "b", Thing::env, "Y"), "pinned value=a allowed");
  EXPECT_EQ(said(manifest, "c", Thing::env, "X"), "pinned value=b allowed");
  EXPECT_EQ(said(manifest, "c", Thing::env, "Y"), "any allowed");
  EXPECT_EQ(said(manifest, "c", Thing::argv, "--x"), "pinned value=a allowed");
  EXPECT_EQ(said(manifest, "on", Thing::env, "X"), "equal");
  EXPECT_EQ(manifest.identity("engine", "c").find(Thing::env, "X")->origin, "arms.b.engine.env.set.X");
}

// "x" is in the ring, "tail" only leads to it; every chain must still end.
TEST(Identity, RingsAreRefusedAtEveryArmInThem) {
  EXPECT_EQ(mistakes_of(manifest_of(
                "", R"("on":{"like":"x"},"off":{},"x":{"like":"y"},"y":{"like":"z"},"z":{"like":"x"})")),
            (Strings{"$.arms.x.like: the arm x is like itself in the end",
                     "$.arms.y.like: the arm y is like itself in the end",
                     "$.arms.z.like: the arm z is like itself in the end"}));
  EXPECT_EQ(mistakes_of(manifest_of("", R"("on":{"like":"on"},"off":{"like":"gone"})")),
            (Strings{"$.arms.off.like: there is no arm gone",
                     "$.arms.on.like: the arm on is like itself in the end"}));
}

// What one arm adds, the base does not have, whatever else an arm before it in the alphabet says of it.
TEST(Identity, SilenceOfOneArmDoesNotHideWhatAnotherSaysOfTheBase) {
  for (const std::string_view first : {"a", "z"}) {
    const Manifest manifest = parse(manifest_of(
        kPublic,
        std::string(
            R"("on":{"engine":{"env":{"add":{"X":"1"},"replace":{"Y":{"from":"1","to":"2"}}}}},"off":{},")")
            .append(first)
            .append(R"(":{"engine":{"env":{"set":{"X":"2"},"may_differ":["Y"]}}})")));
    EXPECT_EQ(said(manifest, "off", Thing::env, "X"), "absent") << first;
    EXPECT_EQ(said(manifest, "off", Thing::env, "Y"), "pinned value=1") << first;
  }
}

struct Pair {
  std::string name;
  std::string off;
  std::string on;
  std::string mistake;  // empty: they agree
};
class TwoArms : public testing::TestWithParam<Pair> {};
TEST_P(TwoArms, MustSayTheSameOfTheBase) {
  const Strings expected = GetParam().mistake.empty() ? Strings{} : Strings{GetParam().mistake};
  EXPECT_EQ(mistakes_of(manifest_of(kPublic, R"("off":{"engine":{"env":{)" + GetParam().off +
                                                 R"(}}},"on":{"engine":{"env":{)" + GetParam().on + "}}}")),
            expected);
}
INSTANTIATE_TEST_SUITE_P(
    All, TwoArms,
    testing::Values(
        Pair{"both_add", R"("add":{"X":"1"})", R"("add":{"X":"2"})", ""},
        Pair{"same_from", R"("replace":{"X":{"from":"1","to":"2"}})",
             R"("replace":{"X":{"from":"1","to":"3"}})", ""},
        Pair{"other_from", R"("replace":{"X":{"from":"1","to":"2"}})",
             R"("replace":{"X":{"from":"2","to":"3"}})",
             "$.arms.on.engine.env.replace.X: says something else of the base than "
             "arms.off.engine.env.replace.X"},
        Pair{
            "add_and_replace", R"("add":{"X":"1"})", R"("replace":{"X":{"from":"1","to":"2"}})",
            "$.arms.on.engine.env.replace.X: says something else of the base than arms.off.engine.env.add.X"},
        Pair{"add_and_set", R"("add":{"X":"1"})", R"("set":{"X":"2"})", ""}),
    [](const auto& row) { return row.param.name; });

TEST(Identity, ByRankPinsAreReplacedByWhatTheyAre) {
  const auto replacing = [](std::string_view from) {
    return mistakes_of(manifest_of(
        std::string(kPublic) + R"(,"identity":{"engine":{"env":{"X":{"by_rank":{"0":"1","1":"1"}}}}})",
        std::string(R"("off":{},"on":{"engine":{"env":{"replace":{"X":{"from":)")
            .append(from)
            .append(R"(,"to":"3"}}}}})")));
  };
  const Strings refused{
      "$.arms.on.engine.env.replace.X: replaces another value than identity.engine.env.X pins"};
  EXPECT_EQ(replacing(R"({"by_rank":{"0":"1","1":"1"}})"), Strings{});
  EXPECT_EQ(replacing(R"("1")"), Strings{});  // the same for every rank
  EXPECT_EQ(replacing(R"("2")"), refused);
  EXPECT_EQ(replacing(R"({"by_rank":{"0":"1","1":"2"}})"), refused);
}

TEST(Expectation, RanksOwnAttributesGoOverTheSharedOnes) {
  Expectation pin;
  pin.attributes = {{"root", "/"}, {"fstype", "ext4"}};
  pin.by_rank["1"] = {{"root", "/1"}};
  EXPECT_EQ(pin.for_rank("0"), (Attributes{{"root", "/"}, {"fstype", "ext4"}}));
  EXPECT_EQ(pin.for_rank("1"), (Attributes{{"root", "/1"}, {"fstype", "ext4"}}));
}

TEST(Things, AreNamedAsInTheManifest) {
  std::string names;
  for (const Thing thing : kThings) names += std::string(thing_name(thing)) + " ";
  EXPECT_EQ(names, "env argv files mounts facts ");
}

}  // namespace
}  // namespace evidence
