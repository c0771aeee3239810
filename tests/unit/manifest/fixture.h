#pragma once

// Small manifests, and what the reader says of them.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/manifest.h"

namespace evidence {

// Two ranks of an engine, memory without a process, three starts of which the last has no arm. `more` are
// further members, each with a comma before it; `arms` are the members of `arms`, which has on and off.
inline std::string manifest_of(std::string_view more, std::string_view arms = R"("on":{},"off":{})") {
  return std::string(R"({"name":"m","class":"native","standing":"screen",)")
      .append(
          R"("roles":{"engine":{"life":"fresh","ranks":["0","1"]},"memory":{"life":"none","ranks":["0"]}},)")
      .append(
          R"("moments":["ready","end"],"starts":[{"name":"s1","arm":"off"},{"name":"s2","arm":"on"},{"name":"s3"}],)")
      .append(R"("arms":{)")
      .append(arms)
      .append("}")
      .append(more)
      .append("}");
}

inline std::vector<std::string> rendered(const std::vector<json::Mistake>& mistakes) {
  std::vector<std::string> lines;
  for (const json::Mistake& mistake : mistakes) lines.push_back(mistake.path + ": " + mistake.reason);
  return lines;
}

using Files = std::map<std::string, std::string>;

inline Manifest::Fetch fetch_from(const Files& files) {
  return [&files](const std::string& path) {
    const auto found = files.find(path);
    if (found == files.end()) throw UsageError(path + ": not there");
    return found->second;
  };
}

inline Manifest parse(std::string_view text, const Binding& binding = Binding(), const Files& files = {}) {
  return Manifest::parse(text, binding, fetch_from(files), "m.json");
}

// All mistakes as "path: reason"; none when the manifest is good.
inline std::vector<std::string> mistakes_of(std::string_view text, const Binding& binding = Binding(),
                                            const Files& files = {}) {
  try {
    parse(text, binding, files);
    return {};
  } catch (const ManifestError& error) {
    return rendered(error.mistakes());
  }
}

inline Binding binding_of(std::string_view text) {
  return Binding::parse(text, "binding.json");
}

using Strings = std::vector<std::string>;

inline const std::string kHex(64, 'a');
inline const std::string kDigest = "sha256:" + kHex;

}  // namespace evidence
