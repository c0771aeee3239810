#include <algorithm>

#include "evidence/judge.h"

namespace evidence {

namespace {

std::vector<std::string> chosen(const std::vector<std::string>& all, const std::vector<std::string>& wanted, std::string_view what) {
  if (wanted.empty()) return all;
  std::vector<std::string> in_order;
  for (const std::string& name : all) {
    if (std::find(wanted.begin(), wanted.end(), name) != wanted.end()) in_order.push_back(name);
  }
  for (const std::string& name : wanted) {
    if (std::find(all.begin(), all.end(), name) == all.end()) {
      throw UsageError("the plan has no " + std::string(what) + " " + printable(name));
    }
  }
  return in_order;
}

}  // namespace

Question ask_checkpoint(const Checkpoint& checkpoint) { return {checkpoint.name, checkpoint.starts, checkpoint.moments}; }

Question ask(const Manifest& manifest, const std::vector<std::string>& starts, const std::vector<std::string>& moments) {
  std::vector<std::string> all;
  for (const Start& start : manifest.starts) all.push_back(start.name);
  return {"", chosen(all, starts, "start"), chosen(manifest.moments, moments, "moment")};
}

}  // namespace evidence
