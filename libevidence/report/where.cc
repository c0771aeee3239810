#include "where.h"

#include <map>
#include <utility>

#include "ranks.h"
#include "visible.h"

namespace evidence::report {
namespace {

// Values in the order in which their keys first came.
template <typename Key, typename Value>
class Ordered {
 public:
  Value& operator[](const Key& key) {
    const auto [found, fresh] = index_.try_emplace(key, entries_.size());
    if (fresh) entries_.emplace_back(key, Value{});
    return entries_[found->second].second;
  }
  const std::vector<std::pair<Key, Value>>& entries() const { return entries_; }

 private:
  std::map<Key, std::size_t> index_;
  std::vector<std::pair<Key, Value>> entries_;
};

using Labels = std::vector<std::string>;
using Look = std::pair<std::string, std::string>;  // start and moment

std::string joined(const Labels& labels, std::string_view between) {
  std::string text;
  for (const std::string& label : labels) text.append(text.empty() ? "" : between).append(label);
  return text;
}

// "s1,s2 ready,end; s3 ready": starts with the same moments stand together.
std::string when_phrase(const std::vector<Look>& looks) {
  Ordered<std::string, Labels> moments_of;
  for (const Look& look : looks) moments_of[visible(look.first)].push_back(visible(look.second));
  Ordered<std::string, Labels> starts_with;
  for (const auto& [start, moments] : moments_of.entries())
    starts_with[joined(moments, ",")].push_back(start);
  Labels phrases;
  for (const auto& [moments, starts] : starts_with.entries()) {
    const std::string start_list = joined(starts, ",");
    const std::string_view space = start_list.empty() || moments.empty() ? "" : " ";
    phrases.push_back(std::string(start_list).append(space).append(moments));
  }
  return joined(phrases, "; ");
}

std::string phrase(const std::string& ranks, const std::string& role, const std::string& when) {
  const std::string around = role + (role.empty() || when.empty() ? "" : ", ") + when;
  if (ranks.empty()) return around;
  return around.empty() ? ranks : ranks + " (" + around + ")";
}

}  // namespace

std::string where_phrase(std::string_view role, const std::vector<Where>& places) {
  const std::string role_text = visible(role);
  Ordered<Look, Labels> ranks_at;
  for (const Where& place : places) {
    Labels& ranks = ranks_at[{place.start, place.moment}];
    ranks.insert(ranks.end(), place.ranks.begin(), place.ranks.end());
  }
  Ordered<std::string, std::vector<Look>> looks_of;
  for (const auto& [look, ranks] : ranks_at.entries()) looks_of[folded_ranks(ranks)].push_back(look);
  if (looks_of.entries().empty()) return role_text;
  Labels phrases;
  for (const auto& [ranks, looks] : looks_of.entries())
    phrases.push_back(phrase(ranks, role_text, when_phrase(looks)));
  return joined(phrases, "; ");
}

}  // namespace evidence::report
