#include "evidence/manifest.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence {
namespace {

const std::string kFull = EVIDENCE_TEST_DATA "/manifest/full/";

Manifest full() {
  return Manifest::parse(
      read_file(kFull + "manifest.json", 1 << 20), Binding(),
      [](const std::string& path) { return read_file(kFull + path, 1 << 20); }, "m.json");
}

TEST(Manifest, HeadAndSigners) {
  const Manifest manifest = full();
  EXPECT_EQ(manifest.name, "full");
  EXPECT_EQ(plan_class_name(manifest.plan_class), "native");
  EXPECT_EQ(manifest.standing, "adoptable");
  ASSERT_EQ(manifest.signers.keys.size(), 2U);
  EXPECT_EQ(manifest.signers.keys[0],
            "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n");
  EXPECT_EQ(manifest.signers.keys[1],
            "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEB\n-----END PUBLIC KEY-----\n");
  EXPECT_EQ(manifest.signers.threshold, 2);
  EXPECT_EQ(manifest.named_files(), (Strings{"engine.sha256", "engine.sha256", "base.ndjson"}));
}

TEST(Manifest, EveryClassHasItsName) {
  EXPECT_EQ(plan_class_name(PlanClass::native), "native");
  EXPECT_EQ(plan_class_name(PlanClass::offline), "offline");
  EXPECT_EQ(plan_class_name(PlanClass::rehearsal), "rehearsal");
}

TEST(Manifest, RolesStartsAndMoments) {
  const Manifest manifest = full();
  const Role* engine = manifest.role("engine");
  ASSERT_NE(engine, nullptr);
  EXPECT_EQ(engine->life, Life::fresh);
  EXPECT_EQ(engine->ranks, (Strings{"0", "1"}));
  EXPECT_TRUE(engine->colocated);
  EXPECT_EQ(manifest.role("proxy")->life, Life::same);
  EXPECT_FALSE(manifest.role("proxy")->colocated);
  EXPECT_EQ(manifest.role("memory")->life, Life::none);
  EXPECT_EQ(manifest.role("client"), nullptr);
  EXPECT_EQ(manifest.start("s2")->arm, "on");
  EXPECT_EQ(manifest.start("s4")->arm, std::nullopt);
  EXPECT_EQ(manifest.start("s5"), nullptr);
  EXPECT_EQ(manifest.moments, (Strings{"ready", "q", "end"}));
}

TEST(Manifest, CheckpointsByName) {
  const Manifest manifest = full();
  EXPECT_EQ(manifest.checkpoint("q").starts, (Strings{"s1", "s2"}));
  EXPECT_EQ(manifest.checkpoint("q").moments, (Strings{"ready", "q"}));
  EXPECT_EQ(manifest.checkpoint("complete").starts.size(), 4U);
  EXPECT_THROW(manifest.checkpoint(""), UsageError);
  EXPECT_THROW(manifest.checkpoint("never"), UsageError);
}

TEST(Manifest, WithoutCheckpointsThereIsOneOfEverything) {
  const Manifest manifest = parse(manifest_of(""));
  const Checkpoint& checkpoint = manifest.checkpoint("");
  EXPECT_EQ(checkpoint.name, "complete");
  EXPECT_EQ(checkpoint.starts, (Strings{"s1", "s2", "s3"}));
  EXPECT_EQ(checkpoint.moments, (Strings{"ready", "end"}));
}

TEST(Manifest, PublicNamesAreSorted) {
  const Manifest manifest = full();
  EXPECT_EQ(manifest.public_env, (Strings{"LC_ALL", "LEVEL", "MODE", "NEW", "RANK", "REMOVED", "SET"}));
  EXPECT_EQ(manifest.public_argv, (Strings{"#1", "--depth", "--new", "--rank", "--set", "--who"}));
}

TEST(Manifest, MountScopes) {
  const Manifest manifest = full();
  ASSERT_EQ(manifest.mount_scopes.size(), 1U);
  EXPECT_EQ(manifest.mount_scopes.at("engine").under, (Strings{"/models", "/view"}));
  EXPECT_EQ(manifest.mount_scopes.at("engine").volatile_, (Strings{"/etc/host*", "/run/**"}));
}

TEST(Manifest, Observations) {
  const Manifest manifest = full();
  const ObservationPlan& served = manifest.observations.at("served");
  EXPECT_EQ(served.type.name, "served");
  EXPECT_EQ(served.roles, Strings{"engine"});
  EXPECT_EQ(served.moments, Strings{"end"});
  EXPECT_FALSE(served.accepts_declared);
  const auto kind_of = [&](const char* field) { return served.type.fields.at(field).kind; };
  EXPECT_EQ(kind_of("depth"), FieldType::Kind::integer);
  EXPECT_EQ(kind_of("seconds"), FieldType::Kind::number);
  EXPECT_EQ(kind_of("ok"), FieldType::Kind::boolean);
  EXPECT_EQ(kind_of("at"), FieldType::Kind::time);
  EXPECT_EQ(kind_of("answer"), FieldType::Kind::digest);
  EXPECT_EQ(kind_of("kind"), FieldType::Kind::enumeration);
  EXPECT_EQ(served.type.fields.at("kind").labels, (Strings{"prefill", "decode"}));
  EXPECT_TRUE(served.type.fields.at("seconds").optional);
  EXPECT_FALSE(served.type.fields.at("depth").optional);
  EXPECT_TRUE(manifest.observations.at("asked").accepts_declared);
}

TEST(Manifest, Artifacts) {
  const Manifest manifest = full();
  ASSERT_EQ(manifest.artifacts.size(), 2U);
  EXPECT_EQ(manifest.artifacts[1].name, "logs/engine.log");
  EXPECT_FALSE(manifest.artifacts[1].is_private);
  EXPECT_FALSE(manifest.artifacts[1].required);
  EXPECT_EQ(manifest.artifacts[0].name, "capture.bin");
  EXPECT_TRUE(manifest.artifacts[0].is_private);
  EXPECT_TRUE(manifest.artifacts[0].required);
}

TEST(Manifest, SaysEveryMistakeAtOnce) {
  const std::string text = R"({"class":"real","standing":"a b","extra":1,
    "roles":{"engine":{"life":"long","ranks":["0","0"]},"none":{"life":"none","ranks":[]}},
    "moments":["ready"],
    "starts":[{"name":"s1","arm":"x"},{"arm":"y"},{"name":"base"}],
    "arms":{"on":{"engine":{"env":{"add":{"A":1},"sub":[]}}}},
    "identity":{"engine":{"files":{"a":"b"}},"proxy":{}}})";
  EXPECT_EQ(mistakes_of(text),
            (Strings{R"($: member "name" is missing)",
                     R"($.class: must be one of "native", "offline", "rehearsal")",
                     "$.standing: must be a label (1 to 64 of A-Z a-z 0-9 . _ + @ -)",
                     R"($.roles.engine.life: must be one of "fresh", "same", "none")",
                     "$.roles.engine.ranks[1]: 0 stands twice",
                     "$.roles.none: a role's name must be a label and none of the reserved words like, note, "
                     "also, carry, none, base",
                     "$.roles.none.ranks: must not be empty",
                     "$.arms.on.engine.env.add.A: must be a string or an object, is an integer",
                     "$.arms.on.engine.env.sub: unknown member", "$.starts[0].arm: there is no arm x",
                     R"($.starts[1]: member "name" is missing)", "$.starts[1].arm: there is no arm y",
                     "$.starts[2]: the start names base and none are reserved",
                     "$.identity.engine.files.a: a is not an absolute path",
                     "$.identity.proxy: there is no role proxy", "$.extra: unknown member"}));
}

TEST(Manifest, WhatIsNoJsonIsAFormatErrorWithItsPlace) {
  EXPECT_THROW(parse("{"), FormatError);
  try {
    parse("{\n\"name\":\"a\",\n\"name\":\"b\"}");
    FAIL() << "accepted";
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find("m.json: line 3"), std::string::npos) << error.what();
  }
  EXPECT_EQ(mistakes_of("[]"), Strings{"$: must be an object, is an array"});
}

TEST(ManifestError, NamesTheFirstMistakeAndTheNumberOfOthers) {
  EXPECT_STREQ(ManifestError("m.json", {{"$.a", "is bad"}}).what(), "m.json: $.a: is bad");
  EXPECT_STREQ(ManifestError("m.json", {{"$.a", "is bad"}, {"$.b", "x"}, {"$.c", "y"}}).what(),
               "m.json: $.a: is bad (and 2 more mistakes)");
}

TEST(Manifest, ANoteMayBeLinesOrOneTextWhereverOneMayStand) {
  for (const std::string note : {R"("one")", R"(["two","lines"])"}) {
    const std::string said = R"("note":)" + note;
    EXPECT_EQ(mistakes_of(manifest_of(
                  "," + said + R"(,"identity":{)" + said + R"(,"engine":{)" + said +
                      R"(,"env":{"A":{"distinct":true,)" + said + R"(}},"mounts":{)" + said +
                      R"(}}},"public":{)" + said + R"(},"artifacts":{"a":{"type":"opaque",)" + said + "}}",
                  R"("on":{)" + said + R"(,"engine":{)" + said + R"(,"facts":{)" + said + R"(}}},"off":{})")),
              Strings{});
  }
}

}  // namespace
}  // namespace evidence
