#include "container_id.h"

#include <gtest/gtest.h>

#include "fake_proc.h"

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

// What the mounts of a process tell whose cgroup is "/".
class ContainerIdOfMounts : public testing::TestWithParam<Row> {};

TEST_P(ContainerIdOfMounts, is_told_from_mountinfo) {
  EXPECT_EQ(container_id_of_mounts(GetParam().cgroup), GetParam().id);
}

std::string cgroup_mount(const std::string& root, const std::string& type = "cgroup2") {
  return "31 24 0:27 " + root + " /sys/fs/cgroup ro,nosuid,nodev,noexec,relatime - " + type + " cgroup rw\n";
}

std::string file_mount(const std::string& root, const std::string& target) {
  return "700 650 259:1 " + root + " " + target + " rw,relatime - ext4 /dev/nvme0n1p1 rw,discard\n";
}

const std::string kRootMount =
    "650 540 0:52 / / rw,relatime master:284 - overlay overlay "
    "rw,lowerdir=/l/A,upperdir=/var/lib/docker/overlay2/" +
    kOther + "/diff\n";
const std::string kDocker = "/var/lib/docker/containers/" + kId;
const std::string kPodman = "/containers/storage/overlay-containers/" + kId + "/userdata";
const std::string kSandbox = "/containers/storage/overlay-containers/" + kOther + "/userdata";
const std::string kPod = "/var/lib/kubelet/pods/0a1b2c3d-0000-4000-8000-000000000001";

INSTANTIATE_TEST_SUITE_P(
    Forms, ContainerIdOfMounts,
    testing::Values(
        Row{"none", "", ""}, Row{"host", "24 1 8:1 / / rw - ext4 /dev/sda rw\n" + cgroup_mount("/"), ""},
        Row{"layers_are_no_container", kRootMount, ""},
        Row{"docker_v1", cgroup_mount("/docker/" + kId, "cgroup"), kId},
        Row{"docker_v1_seen_from_a_namespace", cgroup_mount("/../" + kId, "cgroup"), kId},
        Row{"docker_v2_systemd", cgroup_mount("/system.slice/docker-" + kId + ".scope"), kId},
        Row{"docker_v2_seen_from_a_namespace", cgroup_mount("/../docker-" + kId + ".scope"), kId},
        Row{"kubernetes_containerd",
            cgroup_mount(
                "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod1.slice/cri-containerd-" +
                kId + ".scope"),
            kId},
        Row{"kubernetes_cgroupfs", cgroup_mount("/kubepods/besteffort/pod0a/" + kId, "cgroup"), kId},
        Row{"crio", cgroup_mount("/kubepods.slice/kubepods-pod1.slice/crio-" + kId + ".scope/container"),
            kId},
        Row{"crio_monitor", cgroup_mount("/kubepods.slice/kubepods-pod1.slice/crio-conmon-" + kId + ".scope"),
            ""},
        Row{"podman_rootless",
            cgroup_mount("/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-" + kId +
                         ".scope/container"),
            kId},
        Row{"podman_monitor", cgroup_mount("/machine.slice/libpod-conmon-" + kId + ".scope"), ""},
        Row{"nested", cgroup_mount("/docker/" + kOther + "/docker/" + kId, "cgroup"), kId},
        Row{"cgroup_speaks_before_files",
            file_mount("/var/lib/docker/containers/" + kOther + "/hostname", "/etc/hostname") +
                cgroup_mount("/docker/" + kId),
            kId},
        Row{"other_file_system_at_that_root",
            "31 24 0:27 /docker/" + kId + " /sys/fs/cgroup ro - ext4 /dev/sda rw\n", ""},
        Row{"docker_files",
            kRootMount + cgroup_mount("/") + file_mount(kDocker + "/resolv.conf", "/etc/resolv.conf") +
                file_mount(kDocker + "/hostname", "/etc/hostname") +
                file_mount(kDocker + "/hosts", "/etc/hosts"),
            kId},
        Row{"docker_on_a_disk_of_its_own", file_mount("/containers/" + kId + "/hosts", "/etc/hosts"), kId},
        Row{"docker_rootless",
            file_mount("/home/u/.local/share/docker/containers/" + kId + "/hostname", "/etc/hostname"), kId},
        Row{"docker_file_that_was_replaced", file_mount(kDocker + "/hosts//deleted", "/etc/hosts"), kId},
        Row{"podman_files", file_mount(kPodman + "/hostname", "/etc/hostname"), kId},
        Row{"podman_rootless_files",
            file_mount("/containers/overlay-containers/" + kId + "/userdata/hosts", "/etc/hosts"), kId},
        Row{"podman_with_another_driver",
            file_mount("/var/lib/containers/storage/vfs-containers/" + kId + "/userdata/hostname",
                       "/etc/hostname"),
            kId},
        Row{"podman_pod",
            file_mount(kSandbox + "/resolv.conf", "/etc/resolv.conf") +
                file_mount(kSandbox + "/hosts", "/etc/hosts") +
                file_mount(kPodman + "/hostname", "/etc/hostname"),
            kId},
        Row{"crio_sandbox",
            file_mount(kSandbox + "/hostname", "/etc/hostname") +
                file_mount(kSandbox + "/resolv.conf", "/etc/resolv.conf") +
                file_mount(kPod + "/etc-hosts", "/etc/hosts"),
            ""},
        Row{"kubernetes_docker_sandbox",
            file_mount(kDocker + "/hostname", "/etc/hostname") +
                file_mount(kPod + "/containers/engine/0a1b2c3d", "/dev/termination-log"),
            ""},
        Row{"kubernetes_volume",
            file_mount(kDocker + "/hostname", "/etc/hostname") +
                file_mount(kPod + "/volumes/kubernetes.io~projected/kube-api-access", "/run/secrets/x"),
            ""},
        Row{"containerd_sandbox",
            file_mount("/var/lib/containerd/io.containerd.grpc.v1.cri/sandboxes/" + kOther + "/hostname",
                       "/etc/hostname"),
            ""},
        Row{"file_at_another_place", file_mount(kDocker + "/hostname", "/mnt/hostname"), ""},
        Row{"other_file_at_that_place", file_mount(kDocker + "/hosts", "/etc/hostname"), ""},
        Row{"folder_of_another_name", file_mount("/var/lib/x/" + kId + "/hostname", "/etc/hostname"), ""},
        Row{"short_id",
            file_mount("/var/lib/docker/containers/" + kId.substr(1) + "/hostname", "/etc/hostname"), ""},
        Row{"id_that_is_no_number",
            file_mount("/var/lib/docker/containers/" + std::string(64, 'g') + "/hostname", "/etc/hostname"),
            ""},
        Row{"after_a_line_that_cannot_be_read", "nonsense\n" + cgroup_mount("/docker/" + kId), kId}),
    [](const auto& row) { return row.param.title; });

TEST(ContainerOf, asks_the_cgroup_first) {
  FakeProc proc;
  proc.add(7);
  proc.write(7, "mountinfo", cgroup_mount("/docker/" + kOther));
  const Descriptor process = open_directory(proc.path(7, ""));
  EXPECT_EQ(container_of(process), kOther);
  proc.write(7, "cgroup", "0::/docker/" + kId + "\n");
  EXPECT_EQ(container_of(process), kId);
}

}  // namespace
}  // namespace evidence::host
