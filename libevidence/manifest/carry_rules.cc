#include <algorithm>

#include "evidence/manifest.h"

namespace evidence {

namespace {

bool is_prefix_rule(std::string_view rule) {
  return rule.ends_with('/');
}

bool covers(std::string_view rule, std::string_view path) {
  return is_prefix_rule(rule) ? path.size() > rule.size() && path.starts_with(rule) : path == rule;
}

// Files that git reads to learn what others mean, whatever their case.
bool changes_others(std::string_view path) {
  static constexpr std::string_view kNames[] = {".gitattributes", ".gitignore", ".gitmodules"};
  std::string name(path.substr(path.rfind('/') + 1));
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return std::ranges::find(kNames, name) != std::end(kNames);
}

}  // namespace

// Of rules as long as one another, which are the same rule, the one that allows nothing.
CarryPlan::Decision CarryPlan::decide(std::string_view path) const {
  Decision decision;
  for (const std::string& rule : identical) {
    if (covers(rule, path) && rule.size() > decision.rule.size()) decision = {rule, false};
  }
  const bool by_name_only = changes_others(path);
  for (const std::string& rule : may_change) {
    if (covers(rule, path) && rule.size() > decision.rule.size() && !(by_name_only && is_prefix_rule(rule)))
      decision = {rule, true};
  }
  return decision;
}

}  // namespace evidence
