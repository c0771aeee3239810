#include "container_id.h"

#include <gtest/gtest.h>

namespace evidence::host {
namespace {

const std::string kId = "4f6d0a7c9b1e2d3f4a5b6c7d8e9f00112233445566778899aabbccddeeff0123";
const std::string kOther = "a" + kId.substr(1);

struct Row {
  const char* title;
  std::string cgroup;
  std::string id;
};

class ContainerId : public testing::TestWithParam<Row> {};

TEST_P(ContainerId, is_told_from_the_cgroup) {
  EXPECT_EQ(container_id(GetParam().cgroup), GetParam().id);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, ContainerId,
    testing::Values(
        Row{"none", "0::/user.slice/user-1000.slice/session-3.scope\n", ""}, Row{"empty", "", ""},
        Row{"own_namespace", "0::/\n", ""}, Row{"docker_cgroupfs", "12:cpuset:/docker/" + kId + "\n", kId},
        Row{"docker_systemd", "0::/system.slice/docker-" + kId + ".scope\n", kId},
        Row{"inside_its_scope", "0::/system.slice/docker-" + kId + ".scope/init\n", kId},
        Row{"kubernetes_containerd",
            "0::/kubepods.slice/kubepods-pod1.slice/cri-containerd-" + kId + ".scope\n", kId},
        Row{"kubernetes_cgroupfs", "1:name=systemd:/kubepods/besteffort/pod0a/" + kId + "\n", kId},
        Row{"containerd_colons",
            "0::/system.slice/containerd.service/pod1.slice:cri-containerd:" + kId + "\n", kId},
        Row{"crio", "0::/kubepods.slice/pod1.slice/crio-" + kId + ".scope\n", kId},
        Row{"crio_monitor", "0::/kubepods.slice/pod1.slice/crio-conmon-" + kId + ".scope\n", ""},
        Row{"podman", "0::/machine.slice/libpod-" + kId + ".scope/container\n", kId},
        Row{"podman_monitor", "0::/machine.slice/libpod-conmon-" + kId + ".scope\n", ""},
        Row{"nested", "0::/docker/" + kOther + "/kubepods/pod1/" + kId + "\n", kId},
        Row{"monitor_in_container", "0::/docker/" + kId + "/crio-conmon-" + kOther + ".scope\n", kId},
        Row{"seen_from_a_namespace", "0::/../../cri-containerd-" + kId + ".scope\n", kId},
        Row{"second_line", "3:cpu:/\n1:name=systemd:/docker/" + kId + "\n0::/\n", kId},
        Row{"no_last_line_feed", "0::/docker/" + kId, kId},
        Row{"short_id", "0::/docker/" + kId.substr(1) + "\n", ""},
        Row{"long_id", "0::/docker/0" + kId + "\n", ""},
        Row{"upper_case", "0::/docker/" + std::string(64, 'A') + "\n", ""},
        Row{"glued_prefix", "0::/docker/x" + kId + "\n", ""}, Row{"no_path", kId + "\n", ""}),
    [](const auto& row) { return row.param.title; });

}  // namespace
}  // namespace evidence::host
