#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence {
namespace {

Plan full() {
  return Plan::load(EVIDENCE_TEST_DATA "/manifest/full/manifest.json");
}

Strings names_of(const std::vector<ObservationType>& types) {
  Strings names;
  for (const ObservationType& type : types) names.push_back(type.name);
  return names;
}

// Whatever any arm says of a thing must be looked at in every arm, or its absence could not be seen.
const Strings kEngineFiles = {
    "/etc/engine.conf", "/opt/log",   "/opt/new",        "/opt/old",        "/opt/rank",           "/opt/run",
    "/opt/set",         "/opt/trace", "/view/engine.py", "/view/model.bin", "/view/sub/serve.conf"};
const Strings kEngineMounts = {"/models",   "/scratch",  "/view/a.bin", "/view/b.bin", "/view/log",
                               "/view/new", "/view/old", "/view/set",   "/view/trace"};
const Strings kEngineFacts = {"clock", "driver", "gpu", "new", "node", "old", "set", "slot", "trace"};

class WatchLists : public testing::TestWithParam<const char*> {};
TEST_P(WatchLists, HaveAllThatAnyArmSpeaksOf) {
  const WatchList watch = full().watch_list("engine", "1", GetParam(), "ready");
  EXPECT_EQ(watch.files, kEngineFiles);
  EXPECT_EQ(watch.mount_targets, kEngineMounts);
  EXPECT_EQ(watch.facts, kEngineFacts);
  EXPECT_EQ(watch.mounts_under, (Strings{"/models", "/view"}));
  EXPECT_EQ(watch.mapped, WatchList::Mapped::listed_files);
  EXPECT_EQ(watch.public_env,
            (Strings{"LC_ALL", "LEVEL", "MODE", "NEW", "RANK", "REMOVED", "SET", "EVIDENCE_RUN"}));
  EXPECT_EQ(watch.public_argv, (Strings{"#1", "--depth", "--new", "--rank", "--set", "--who"}));
}
INSTANTIATE_TEST_SUITE_P(Starts, WatchLists, testing::Values("s1", "s2", "s3", "s4"));

TEST(WatchList, ObservationsByRoleAndMoment) {
  const Plan plan = full();
  EXPECT_EQ(names_of(plan.watch_list("engine", "0", "s1", "ready").observations), Strings{});
  EXPECT_EQ(names_of(plan.watch_list("engine", "0", "s1", "q").observations), Strings{"asked"});
  EXPECT_EQ(names_of(plan.watch_list("engine", "0", "s1", "end").observations), (Strings{"asked", "served"}));
  EXPECT_EQ(names_of(plan.watch_list("proxy", "front", "s1", "end").observations), Strings{"asked"});
  EXPECT_EQ(names_of(plan.watch_list("memory", "0", "s1", "end").observations), Strings{});
}

TEST(WatchList, OfARoleWithoutAProcess) {
  const WatchList watch = full().watch_list("memory", "0", "s4", "q");
  EXPECT_EQ(watch.files,
            (Strings{"/copy/engine.py", "/copy/model.bin", "/copy/sub/serve.conf", "/proc/meminfo.saved"}));
  EXPECT_EQ(watch.facts, Strings{"free"});
  EXPECT_EQ(watch.mounts_under, Strings{});
  EXPECT_EQ(watch.mapped, WatchList::Mapped::none);
  EXPECT_EQ(watch.mount_targets, Strings{});
}

struct Unknown {
  std::string name;
  std::string role, rank, start, moment;
  std::string message;
};
class UnknownInPlan : public testing::TestWithParam<Unknown> {};
TEST_P(UnknownInPlan, IsUsage) {
  const Unknown& row = GetParam();
  try {
    full().watch_list(row.role, row.rank, row.start, row.moment);
    FAIL() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_EQ(error.what(), row.message);
  }
}
INSTANTIATE_TEST_SUITE_P(
    All, UnknownInPlan,
    testing::Values(Unknown{"role", "client", "0", "s1", "ready", "the plan has no role client"},
                    Unknown{"rank", "engine", "2", "s1", "ready", "the role engine has no rank 2"},
                    Unknown{"rank_of_another_role", "engine", "front", "s1", "ready",
                            "the role engine has no rank front"},
                    Unknown{"start", "engine", "0", "s9", "ready", "the plan has no start s9"},
                    Unknown{"moment", "engine", "0", "s1", "later", "the plan has no moment later"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace evidence
