#pragma once

// The container that a process is in, told from its cgroup paths (cgroups(7)): no runtime is asked.

#include <string>
#include <string_view>

namespace evidence::host {

// The last component, of the first line that has one, that is 64 hexadecimal digits with what runtimes put
// around them: "docker-ID.scope", "cri-containerd-ID.scope", "crio-ID.scope", "libpod-ID.scope",
// "SLICE:cri-containerd:ID" or ID alone. A "…conmon-ID.scope" holds the container's monitor, which is outside
// of it. Empty if there is none.
std::string container_id(std::string_view cgroup);

}  // namespace evidence::host
