#pragma once

// What one observation emitted, by type.

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "evidence/host.h"

namespace evidence::host {

struct Looked {
  Seen seen = Seen::complete;
  std::vector<RecordBody> records;

  template <typename Record>
  std::vector<Record> of() const {
    std::vector<Record> found;
    for (const RecordBody& body : records) {
      if (const auto* record = std::get_if<Record>(&body)) found.push_back(*record);
    }
    return found;
  }

  // "about name: reason" of all error records.
  std::vector<std::string> errors() const {
    std::vector<std::string> lines;
    for (const ErrorRecord& error : of<ErrorRecord>()) {
      lines.push_back(error.about + " " + error.name + ": " + error.reason);
    }
    return lines;
  }

  // All records as an observer would write them.
  std::string text() const {
    const StreamKey key{
        .run = std::string(kNoLabel), .role = "engine", .rank = "0", .start = "none", .moment = "none"};
    std::string lines;
    for (std::size_t at = 0; at < records.size(); ++at) lines += render_record(key, at, records[at]) + "\n";
    return lines;
  }
};

inline Looked look(const Request& request, const World& world = {}) {
  Looked looked;
  looked.seen =
      observe(world, request, [&looked](const RecordBody& body) { looked.records.push_back(body); });
  return looked;
}

// An empty request for one process.
inline Request of_process(std::int64_t pid) {
  Request request;
  request.pid = pid;
  return request;
}

}  // namespace evidence::host
