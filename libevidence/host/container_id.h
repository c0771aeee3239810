#pragma once

// The container that a process is in, told from its cgroup paths (cgroups(7)) and its mounts: no runtime is
// asked.

#include <string>
#include <string_view>

#include "evidence/base.h"

namespace evidence::host {

// The last component, of the first line that has one, that is 64 hexadecimal digits with what runtimes put
// around them: "docker-ID.scope", "cri-containerd-ID.scope", "crio-ID.scope", "libpod-ID.scope",
// "SLICE:cri-containerd:ID" or ID alone. A "…conmon-ID.scope" holds the container's monitor, which is outside
// of it. Empty if there is none.
std::string container_id(std::string_view cgroup);

// The same from mountinfo, for who has a cgroup namespace of its own and so reads "/" as its cgroup: from the
// root of a cgroup mount, else from the files that docker and podman mount over a container's /etc/hostname,
// /etc/hosts and /etc/resolv.conf ("…/containers/ID/hostname", "…/overlay-containers/ID/userdata/hostname").
// In a Kubernetes pod these are the sandbox's, and then say nothing; containers that share a network share
// the last two, so the first speaks before them. One thing cannot be told: a docker container that joined
// another's network has all three from it. Empty if there is none.
std::string container_id_of_mounts(std::string_view mountinfo);

// Either, of an opened /proc/PID. Throws SystemError and FormatError.
std::string container_of(const Descriptor& process);

}  // namespace evidence::host
