#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "evidence/tar.h"
#include "fixture.h"
#include "temp_folder.h"

namespace evidence {
namespace {

const std::string kSums = std::string(64, 'a') + "  a.py\n";

// Names lists/a.sha256 and has the parameter view.
std::string plan_manifest() {
  return manifest_of(
      R"(,"parameters":{"view":{"type":"path"}},"identity":{"engine":{"sums":[{"path":"lists/a.sha256","sha256":"sha256:)" +
      sha256(kSums).render() + R"(","count":1,"root":"${view}"}]}})");
}

std::vector<PlanFile> plan_files() {
  return {{"lists/a.sha256", kSums},
          {"manifest.json", plan_manifest()},
          {"binding.json", "{\"view\":\"/view\"}\n"}};
}

// A registration as far as the plan goes: its tag files are the packet's matter.
std::string registration_of(const std::vector<PlanFile>& files, const std::string& folder = "m/data/plan/") {
  std::vector<PlanFile> members{{"m/bagit.txt", "bag"}};
  for (const PlanFile& file : files) members.push_back({folder + file.path, file.bytes});
  std::sort(members.begin(), members.end(),
            [](const PlanFile& a, const PlanFile& b) { return a.path < b.path; });
  std::string bytes;
  for (const PlanFile& member : members) {
    const tar::Block header = tar::make_header(member.path, member.bytes.size(), 1764438093);
    bytes.append(header.data(), header.size()).append(member.bytes);
    bytes.resize(tar::padded(bytes.size()), '\0');
  }
  return bytes + std::string(2 * tar::kBlock, '\0');
}

Strings paths_of(const Plan& plan) {
  Strings paths;
  for (const PlanFile& file : plan.files()) paths.push_back(file.path);
  return paths;
}

template <typename Do>
std::string refusal(Do&& attempt) {
  try {
    attempt();
    return "accepted";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Plan, OfAManifestReadsWhatLiesBesideIt) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "lists");
  folder.write("lists/a.sha256", kSums);
  folder.write("other.txt", "not named, so not read");
  const Plan plan =
      Plan::unregistered(folder.write("plan.json", plan_manifest()), binding_of(R"({"view":"/view"})"));
  EXPECT_EQ(paths_of(plan), (Strings{"binding.json", "lists/a.sha256", "manifest.json"}));
  EXPECT_EQ(plan.file("binding.json")->bytes, "{\"view\":\"/view\"}\n");
  EXPECT_EQ(plan.file("manifest.json")->bytes, plan_manifest());
  EXPECT_EQ(plan.file("other.txt"), nullptr);
  EXPECT_FALSE(plan.registered());
  EXPECT_EQ(plan.registration(), "");
  EXPECT_EQ(plan.run(), sha256(plan_manifest()).render());
  EXPECT_EQ(plan.manifest_digest(), sha256(plan_manifest()));
  EXPECT_NE(plan.manifest().identity("engine", "on").find(Thing::file, "/view/a.py"), nullptr);
}

TEST(Plan, LoadTakesAManifestWithoutParameters) {
  const TempFolder folder;
  const std::string path = folder.write("plan.json", manifest_of(""));
  const Plan plan = Plan::load(path);
  EXPECT_EQ(paths_of(plan), Strings{"manifest.json"});
  EXPECT_EQ(plan.run(), sha256(manifest_of("")).render());
  folder.write("bound.json", plan_manifest());
  EXPECT_NE(refusal([&] { Plan::load(folder / "bound.json"); }).find("the parameter view has no value"),
            std::string::npos);
  EXPECT_THROW(Plan::load(folder / "missing.json"), SystemError);
}

TEST(Plan, NothingAboveTheManifestIsRead) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "inner");
  std::filesystem::create_directory(folder / "inner/lists");
  folder.write("a.sha256", kSums);
  folder.write("inner/plan.json", plan_manifest());
  std::filesystem::create_symlink("../../a.sha256", folder / "inner/lists/a.sha256");
  EXPECT_NE(refusal([&] {
              Plan::unregistered(folder / "inner/plan.json", binding_of(R"({"view":"/view"})"));
            }).find("lists/a.sha256"),
            std::string::npos);
}

TEST(Plan, ARegistrationIsItsRun) {
  const TempFolder folder;
  const std::string tar = registration_of(plan_files());
  const Plan plan = Plan::load(folder.write("registration.tar", tar));
  EXPECT_TRUE(plan.registered());
  EXPECT_EQ(plan.run(), sha256(tar).render());
  EXPECT_EQ(plan.manifest_digest(), sha256(plan_manifest()));
  EXPECT_EQ(plan.registration(), tar);
  EXPECT_EQ(paths_of(plan), (Strings{"binding.json", "lists/a.sha256", "manifest.json"}));
  EXPECT_EQ(plan.binding().render(), "{\"view\":\"/view\"}\n");
  EXPECT_EQ(plan.watch_list("engine", "0", "s1", "ready").files, Strings{"/view/a.py"});
}

struct BadPlan {
  std::string name;
  std::vector<PlanFile> files;
  std::string reason;
};

std::vector<BadPlan> bad_plans() {
  const PlanFile sums{"lists/a.sha256", kSums};
  const PlanFile manifest{"manifest.json", plan_manifest()};
  const PlanFile binding{"binding.json", "{\"view\":\"/view\"}\n"};
  const PlanFile bare{"manifest.json", manifest_of("")};
  return {
      {"no_manifest", {sums, binding}, "p: has no manifest.json"},
      {"nothing", {}, "p: has no manifest.json"},
      {"stranger",
       {sums, manifest, binding, {"notes.txt", "x"}},
       "p: notes.txt: is in the plan and named by nothing in the manifest"},
      {"stranger_with_odd_name",
       {sums, manifest, binding, {"a\nb", "x"}},
       "p: \"a\\nb\": is in the plan and named by nothing in the manifest"},
      {"sums_missing",
       {manifest, binding},
       "p: $.identity.engine.sums[0]: p: lists/a.sha256: is named by the manifest and missing from the plan"},
      {"no_binding",
       {sums, manifest},
       "p: $.identity.engine.sums[0].root: the parameter view has no value; register the plan with --set "
       "view=VALUE"},
      {"binding_of_no_parameter",
       {bare, binding},
       "p: $.parameters: the binding has a value for view, which is not declared"},
      {"binding_not_canonical",
       {sums, manifest, {"binding.json", "{\"view\": \"/view\"}\n"}},
       "p: binding.json: is not in canonical form"},
      {"binding_without_line_feed",
       {sums, manifest, {"binding.json", "{\"view\":\"/view\"}"}},
       "p: binding.json: is not in canonical form"},
      {"binding_empty",
       {bare, {"binding.json", "{}\n"}},
       "p: binding.json: has no values, so it must not be there"},
      {"binding_no_json", {bare, {"binding.json", "x"}}, "p/binding.json: line 1, offset 0:"}};
}

class BadPlans : public testing::TestWithParam<BadPlan> {};
TEST_P(BadPlans, AreRefused) {
  const std::string files = refusal([&] { Plan::from_files(GetParam().files, "p"); });
  EXPECT_EQ(files.substr(0, GetParam().reason.size()), GetParam().reason);
}
INSTANTIATE_TEST_SUITE_P(All, BadPlans, testing::ValuesIn(bad_plans()),
                         [](const auto& row) { return row.param.name; });

TEST(Plan, ARegistrationHoldsAPlanAndNothingElse) {
  const std::string tar =
      registration_of({{"plan/manifest.json", manifest_of("")}, {"streams/x.ndjson", "{}\n"}}, "m/data/");
  EXPECT_EQ(refusal([&] { Plan::from_registration(tar, "p.tar"); }),
            "p.tar: m/data/streams/x.ndjson: is data; a registration holds a plan and nothing else");
  const std::string sealed = registration_of({{"registration.tar", "x"}}, "m/data/");
  EXPECT_EQ(refusal([&] { Plan::from_registration(sealed, "p.tar"); }),
            "p.tar: m/data/registration.tar: is data; a registration holds a plan and nothing else");
}

// data/plan deeper in the packet is somebody's data with a telling name.
TEST(Plan, OnlyThePlanFolderOfThePacketIsThePlan) {
  const std::string tar = registration_of({{"manifest.json", manifest_of("")}}, "m/data/evidence/data/plan/");
  EXPECT_NE(refusal([&] { Plan::from_registration(tar, "p.tar"); }).find("is data;"), std::string::npos);
  const std::string outside = registration_of({{"manifest.json", manifest_of("")}}, "m/x/data/plan/");
  EXPECT_EQ(refusal([&] { Plan::from_registration(outside, "p.tar"); }), "p.tar: has no manifest.json");
}

TEST(Plan, ARegistrationThatIsCutOffIsRefused) {
  const std::string tar = registration_of(plan_files());
  for (const std::size_t left :
       {tar.size() - 1, tar.size() - tar::kBlock, tar.size() / 2, std::size_t{512}}) {
    EXPECT_NE(refusal([&] { Plan::from_registration(std::string_view(tar).substr(0, left), "p.tar"); }),
              "accepted")
        << left;
  }
}

TEST(Plan, EveryFlippedByteOfARegistrationIsAnotherRunOrRefused) {
  const std::string tar = registration_of(plan_files());
  const std::string run = Plan::from_registration(tar, "p.tar").run();
  for (std::size_t at = 0; at < tar.size(); at += 37) {
    std::string changed = tar;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    try {
      EXPECT_NE(Plan::from_registration(changed, "p.tar").run(), run) << at;
    } catch (const Error&) {
      SUCCEED();
    }
  }
}

}  // namespace
}  // namespace evidence
