#include "environment.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <variant>

#include "arguments.h"
#include "proc_entry.h"

namespace evidence::host {
namespace {

constexpr std::string_view kAbout = "environ";
// Under which name an entry without '=' is hidden: no variable can be called so.
constexpr std::string_view kNoVariable = "=";
constexpr std::uint64_t kMostArguments = 1 << 24;
constexpr std::string_view kTakenApart =
    "changed in place by the process (strtok or the like), as it has not as many entries as it was given: "
    "pin "
    "the top-level process, or the worker's ancestor";

// How many entries execve laid down: the slots between the arguments' end and the auxiliary vector, which
// stay there whatever the program does with its variables. Absent where that cannot be read.
std::optional<std::uint64_t> entries_at_exec(const Process& process, std::size_t entries_now) {
  constexpr std::uint64_t kSpare = 4096;  // a few may have been taken away
  if (process.stat().stack == 0 || !process.exec()) {
    return std::nullopt;
  }
  const std::size_t word = process.exec()->word;
  try {
    const std::string auxv = read_entry(process.directory(), "auxv").substr(0, 4 * word);
    std::uint64_t arguments = 0;
    const std::string count = read_memory(process.directory(), process.stat().stack, word);
    std::memcpy(&arguments, count.data(), word);
    if (arguments > kMostArguments || auxv.size() < 4 * word) {
      return std::nullopt;
    }
    const std::uint64_t begin = process.stat().stack + (arguments + 2) * word;
    const std::string slots = read_memory_up_to(process.directory(), begin, (entries_now + kSpare) * word);
    for (std::size_t at = slots.find(auxv); at != std::string::npos; at = slots.find(auxv, at + 1)) {
      if (at % word == 0 && at > 0) {
        return at / word - 1;  // the last one is empty
      }
    }
  } catch (const Error&) {
    return std::nullopt;
  }
  return std::nullopt;
}

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
    record.value = publish(kNoVariable, entry.name);
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
  const std::vector<EnvironmentEntry> entries = split_environment(block);
  if (entries_at_exec(process, entries.size()).value_or(entries.size()) != entries.size()) {
    reporter.error(kAbout, "", kTakenApart);
    return;
  }
  std::uint32_t index = 0;
  for (const EnvironmentEntry& entry : entries) {
    reporter.record(env_record(entry, index++, "environ", publish));
  }
}

}  // namespace evidence::host
