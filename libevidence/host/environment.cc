#include "environment.h"

#include <algorithm>
#include <variant>

#include "arguments.h"
#include "proc_entry.h"

namespace evidence::host {
namespace {

constexpr std::string_view kAbout = "environ";

// Writers of process titles take the space of the arguments and of the environment: zeroes or the title's
// tail stay behind. A lone NUL is an environment of one empty entry.
bool is_overwritten(std::string_view block, const Process& process) {
  if (block.empty()) {
    return process.stat().environment_end > process.stat().environment_begin;
  }
  const bool zeroed = std::ranges::all_of(block, [](char byte) { return byte == '\0'; });
  return (zeroed && block.size() > 1) || block.back() != '\0' || title_overflows(process);
}

}  // namespace

std::vector<EnvironmentEntry> split_environment(std::string_view block) {
  std::vector<EnvironmentEntry> entries;
  while (!block.empty()) {
    const std::size_t end = std::min(block.find('\0'), block.size());
    const std::string_view entry = block.substr(0, end);
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos) {
      entries.push_back({.name = entry, .value = {}, .bare = true});
    } else {
      entries.push_back({.name = entry.substr(0, equals), .value = entry.substr(equals + 1)});
    }
    block.remove_prefix(std::min(end + 1, block.size()));
  }
  return entries;
}

EnvRecord env_record(const EnvironmentEntry& entry, std::uint32_t index, std::string_view source,
                     const Publisher& publish) {
  EnvRecord record{.index = index, .name = {}, .value = {}, .bare = false, .source = std::string(source)};
  const bool is_public = entry.name.empty() || std::holds_alternative<std::string>(publish(entry.name, ""));
  if (entry.bare && !is_public) {
    record.value = publish("", entry.name);
    if (std::holds_alternative<std::string>(record.value)) {
      record.value = Secret{};
    }
    return record;
  }
  record.name = std::string(entry.name);
  record.value = entry.bare ? MaybeSecret(std::string()) : publish(entry.name, entry.value);
  record.bare = entry.bare;
  return record;
}

void observe_environment(const Process& process, const WatchList& watch,
                         const std::optional<CampaignKey>& key, Reporter& reporter) {
  std::string block;
  try {
    block = read_entry(process.directory(), "environ");
    if (is_overwritten(block, process)) {
      reporter.error(kAbout, "", kOverwritten);
      return;
    }
  } catch (const SystemError& error) {
    reporter.error(kAbout, "", cause("cannot be read", error.code()));
    return;
  } catch (const FormatError& error) {
    reporter.error(kAbout, "", error.what());
    return;
  }
  const Publisher publish("env", watch.public_env, key);
  std::uint32_t index = 0;
  for (const EnvironmentEntry& entry : split_environment(block)) {
    reporter.record(env_record(entry, index++, "environ", publish));
  }
}

}  // namespace evidence::host
