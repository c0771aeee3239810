#include "absent.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "named_processes.h"
#include "proc_entry.h"
#include "sockets.h"

namespace evidence::host {
namespace {

using Thing = AbsentQuery::Thing;

std::optional<std::uint16_t> port_of(const std::string& text) {
  std::uint16_t port = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), port);
  const bool whole = code == std::errc() && end == text.data() + text.size() && text[0] != '0';
  return whole ? std::optional(port) : std::nullopt;
}

// The namespace through which was looked: elsewhere there may be others.
std::optional<std::uint64_t> scope_of(const World& world, const std::optional<Process>& process,
                                      const AbsentQuery& query) {
  const bool processes = query.thing == Thing::process;
  try {
    const Descriptor own = open_directory(world.proc_root + "/self");
    const Descriptor& looked = process && !processes ? process->directory() : own;
    return namespace_inode(read_link_entry(looked, processes ? "ns/pid" : "ns/net"));
  } catch (const SystemError&) {
    return std::nullopt;
  }
}

std::uint64_t count(const World& world, const std::optional<Process>& process, const AbsentQuery& query) {
  if (query.thing == Thing::process) {
    return count_processes(world, query.name);
  }
  const std::uint16_t port = *port_of(query.name);
  return process ? count_sockets(process->directory(), port)
                 : count_sockets(open_directory(world.proc_root), port);
}

}  // namespace

void check_absent(const Request& request) {
  for (const AbsentQuery& query : request.absent) {
    if (query.thing == Thing::process && query.name.empty()) {
      throw UsageError("absent process: its name must not be empty");
    }
    if (query.thing == Thing::port && !port_of(query.name)) {
      throw UsageError("absent port " + printable(query.name) + ": must be a number from 1 to 65535");
    }
  }
}

void observe_absent(const World& world, const std::optional<Process>& process, const Request& request,
                    Reporter& reporter) {
  for (const AbsentQuery& query : request.absent) {
    const std::string_view thing = query.thing == Thing::process ? "process" : "port";
    // A process that was not there has been reported; its ports are not the caller's.
    if (query.thing == Thing::port && request.pid && !process) {
      reporter.error("absent", query.name, "port cannot be looked for: the process cannot be observed");
      continue;
    }
    try {
      reporter.record(AbsentRecord{.thing = std::string(thing),
                                   .name = query.name,
                                   .found = count(world, process, query),
                                   .scope = scope_of(world, process, query)});
    } catch (const SystemError& error) {
      reporter.error("absent", query.name, std::string(thing) + " cannot be looked for: " + error.what());
    } catch (const FormatError& error) {
      reporter.error("absent", query.name, std::string(thing) + " cannot be looked for: " + error.what());
    }
  }
}

}  // namespace evidence::host
