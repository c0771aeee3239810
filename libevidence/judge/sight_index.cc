#include "sight_index.h"

#include <algorithm>
#include <charconv>

namespace evidence {

namespace {

// A variable that the process shows is what counts; what a runtime said of it beside is not another one.
bool is_shown_by_process(const std::vector<Sight>& sights, const Sight& reported) {
  return reported.evidence == EvidenceKind::reported && std::ranges::any_of(sights, [&](const Sight& other) {
           return other.evidence == EvidenceKind::process && other.name == reported.name;
         });
}

}  // namespace

SightIndex index_sights(const SeenStream& stream, Thing thing) {
  SightIndex index;
  const auto found = stream.sights.find(thing);
  if (found == stream.sights.end()) return index;
  std::vector<const Sight*> ordered;
  for (const Sight& sight : found->second) {
    if (thing != Thing::env || !is_shown_by_process(found->second, sight)) ordered.push_back(&sight);
  }
  std::sort(ordered.begin(), ordered.end(), [&](const Sight* a, const Sight* b) {
    return thing == Thing::mount ? a->order > b->order : a->order < b->order;
  });
  std::map<std::string, int> counts;
  int positional = 0;
  for (const Sight* sight : ordered) {
    const bool is_positional = thing == Thing::argv && sight->name.empty();
    const std::string name = is_positional ? "#" + std::to_string(positional++) : sight->name;
    index.emplace(Occurrence{name, ++counts[name]}, sight);
  }
  return index;
}

std::string render_occurrence(const Occurrence& occurrence) {
  const auto& [name, number] = occurrence;
  return number == 1 ? name : name + "#" + std::to_string(number);
}

Occurrence parse_occurrence(const std::string& name,
                            const std::vector<std::pair<const SeenStream*, SightIndex>>& streams) {
  const Occurrence literal{name, 1};
  const std::size_t mark = name.rfind('#');
  if (mark == std::string::npos || mark == 0) return literal;
  int number = 0;
  const char* const end = name.data() + name.size();
  const auto parsed = std::from_chars(name.data() + mark + 1, end, number);
  const Occurrence repeated{name.substr(0, mark), number};
  if (parsed.ec != std::errc() || parsed.ptr != end || number < 2 || render_occurrence(repeated) != name)
    return literal;
  const auto some_have = [&](const Occurrence& wanted) {
    return std::any_of(streams.begin(), streams.end(),
                       [&](const auto& one) { return one.second.count(wanted) > 0; });
  };
  return some_have(repeated) && !some_have(literal) ? repeated : literal;
}

}  // namespace evidence
