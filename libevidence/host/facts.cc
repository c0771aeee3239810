#include "facts.h"

#include <algorithm>

#include "regular_file.h"

namespace evidence::host {
namespace {

constexpr std::size_t kMaxFact = 64 << 10;

void check_name(const std::string& name, const WatchList& watch) {
  if (name.empty() || !is_utf8(name)) {
    throw UsageError("fact " + printable(name) + ": a name must be UTF-8 and not empty");
  }
  if (!watch.facts.empty() && std::ranges::find(watch.facts, name) == watch.facts.end()) {
    throw UsageError("fact " + printable(name) + ": the plan has no such fact");
  }
}

void check_value(const std::string& name, const std::string& value) {
  if (!is_utf8(value)) {
    throw FormatError("fact " + printable(name), "", "a value must be UTF-8");
  }
  if (value.size() > kMaxFact) {
    throw FormatError("fact " + printable(name), "", "a value must have at most 65536 bytes");
  }
}

void observe_fact_file(const std::string& name, const std::string& path, Reporter& reporter) {
  try {
    std::string value = read_to_end(open_regular(path), path, kMaxFact + 1);
    if (value.ends_with('\n')) {
      value.pop_back();
    }
    check_value(name, value);
    reporter.record(FactRecord{.name = name, .value = std::move(value), .evidence = EvidenceKind::reported});
  } catch (const SystemError& error) {
    reporter.error("fact", name, error.what());
  } catch (const FormatError& error) {
    reporter.error("fact", name, error.what());
  }
}

}  // namespace

void check_facts(const Request& request) {
  for (const auto& [name, value] : request.facts) {
    check_name(name, request.watch);
    try {
      check_value(name, value);
    } catch (const FormatError& error) {
      throw UsageError(error.what());
    }
  }
  for (const auto& [name, path] : request.fact_files) {
    check_name(name, request.watch);
  }
}

void observe_facts(const Request& request, Reporter& reporter) {
  for (const auto& [name, value] : request.facts) {
    reporter.record(FactRecord{.name = name, .value = value, .evidence = EvidenceKind::declared});
  }
  for (const auto& [name, path] : request.fact_files) {
    observe_fact_file(name, path, reporter);
  }
}

}  // namespace evidence::host
