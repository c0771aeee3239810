#include "arguments.h"

#include <algorithm>
#include <cstring>

#include "proc_entry.h"
#include "publisher.h"

namespace evidence::host {
namespace {

constexpr std::string_view kAbout = "argv";

// The count that execve laid at the stack's first word; absent where that cannot be read. Its low four bytes
// are enough.
std::optional<std::uint32_t> argument_count(const Process& process) {
  if (process.stat().stack == 0) {
    return std::nullopt;
  }
  try {
    std::uint32_t count = 0;
    const std::string bytes = read_memory(process.directory(), process.stat().stack, sizeof count);
    std::memcpy(&count, bytes.data(), sizeof count);
    return count;
  } catch (const Error&) {
    return std::nullopt;
  }
}

// A title that is shorter than the arguments leaves empty elements behind that execve never counted.
bool is_overwritten(const std::vector<std::string>& elements, const Process& process) {
  if (title_overflows(process)) {
    return true;
  }
  const auto count = argument_count(process);
  if (!count || *count == 0 || elements.size() <= *count) {
    return false;
  }
  return std::all_of(elements.begin() + *count, elements.end(),
                     [](const std::string& e) { return e.empty(); });
}

}  // namespace

std::vector<std::string> split_command_line(std::string_view block) {
  std::vector<std::string> elements;
  while (!block.empty()) {
    const std::size_t end = std::min(block.find('\0'), block.size());
    elements.emplace_back(block.substr(0, end));
    block.remove_prefix(std::min(end + 1, block.size()));
  }
  return elements;
}

bool title_overflows(const Process& process) {
  const ProcessStat& stat = process.stat();
  if (stat.arguments_end <= stat.arguments_begin) {
    return false;
  }
  try {
    return read_memory(process.directory(), stat.arguments_end - 1, 1) != std::string(1, '\0');
  } catch (const Error&) {
    // Memory that cannot be read has been reported where its exec fingerprint was missed.
    return false;
  }
}

void observe_arguments(const Process& process, const WatchList& watch, const std::optional<CampaignKey>& key,
                       Reporter& reporter) {
  std::vector<std::string> elements;
  try {
    elements = split_command_line(read_entry(process.directory(), "cmdline"));
  } catch (const SystemError& error) {
    reporter.error(kAbout, "", cause("cannot be read", error.code()));
    return;
  } catch (const FormatError& error) {
    reporter.error(kAbout, "", error.what());
    return;
  }
  const ProcessStat& stat = process.stat();
  if (is_overwritten(elements, process) || (elements.empty() && stat.arguments_end > stat.arguments_begin)) {
    reporter.error(kAbout, "", kOverwritten);
    return;
  }
  for (const ArgvRecord& record : split_arguments(elements, Publisher("argv", watch.public_argv, key))) {
    reporter.record(record);
  }
}

}  // namespace evidence::host
