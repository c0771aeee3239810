#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "evidence/host.h"
#include "fake_proc.h"

namespace evidence::host {
namespace {

TEST(Machine, describes_this_one) {
  const OpenRecord open = describe_machine({}, std::nullopt);
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  EXPECT_EQ(open.host, name.data());
  EXPECT_EQ(open.boot_id + "\n", read_file("/proc/sys/kernel/random/boot_id", 100));
  EXPECT_TRUE(open.tool.starts_with("pin-hash ")) << open.tool;
  EXPECT_GT(open.boottime_ns, 0);
  EXPECT_EQ(open.key_id, std::nullopt);
}

TEST(Machine, names_the_key) {
  const TempFolder folder;
  const std::string path = folder.write("key", std::string(32, 'k'));
  chmod(path.c_str(), 0600);
  const CampaignKey key = CampaignKey::read(path);
  EXPECT_EQ(describe_machine({}, key).key_id, key.id());
}

TEST(Machine, keeps_its_id_to_itself) {
  const FakeProc proc;
  const std::string mark = describe_machine(proc.world(), std::nullopt).machine;
  EXPECT_EQ(mark.size(), 64U);
  EXPECT_EQ(mark.find("00112233"), std::string::npos);
  EXPECT_EQ(describe_machine(proc.world(), std::nullopt).machine, mark);
  proc.folder().write("machine-id", "00112233445566778899aabbccddeef0\n");
  EXPECT_NE(describe_machine(proc.world(), std::nullopt).machine, mark);
}

class NoMachineId : public testing::TestWithParam<const char*> {};

TEST_P(NoMachineId, leaves_it_empty) {
  const FakeProc proc;
  proc.folder().write("machine-id", GetParam());
  EXPECT_EQ(describe_machine(proc.world(), std::nullopt).machine, "");
}

INSTANTIATE_TEST_SUITE_P(Machine, NoMachineId,
                         testing::Values("", "uninitialized\n", "00112233\n",
                                         "00000000000000000000000000000000\n",
                                         "00112233445566778899AABBCCDDEEFF\n"));

TEST(Machine, needs_no_machine_id_file) {
  World world;
  world.machine_id_path = "/nonexistent/machine-id";
  EXPECT_EQ(describe_machine(world, std::nullopt).machine, "");
}

}  // namespace
}  // namespace evidence::host
