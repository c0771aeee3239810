#pragma once

// The sockets of one network namespace at a port, from /proc/PID/net (proc_net(5)).

#include <cstdint>
#include <string_view>

#include "evidence/base.h"

namespace evidence::host {

// How many lines of a table are of sockets at this port. Throws FormatError.
enum class Sockets { listening, all };
std::uint64_t count_lines(std::string_view table, std::uint16_t port, Sockets which);

// The TCP sockets that listen at the port, and the UDP sockets bound to it, at any address of either family.
// `process` is an opened /proc/PID, or /proc itself for the caller's own. Throws SystemError and FormatError.
std::uint64_t count_sockets(const Descriptor& process, std::uint16_t port);

}  // namespace evidence::host
