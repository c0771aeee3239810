// What must be the same code as at the commit where it was qualified.

#include <set>

#include "reader.h"

namespace evidence {

using json::ObjectReader;
using json::Place;

namespace {

bool is_commit(std::string_view text) {
  return text.size() == 40 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A path from the top of a tree, or a prefix that ends in '/'.
bool is_tree_path(std::string_view text) {
  if (text.empty() || text.size() > 4096 || text.front() == '/' || printable(text) != text) return false;
  const std::string whole = "/" + std::string(text) + (text.back() == '/' ? "" : "/");
  return whole.find("//") == std::string::npos && whole.find("/./") == std::string::npos &&
         whole.find("/../") == std::string::npos;
}

std::vector<std::string> read_paths(const Place& place, const std::vector<std::string>& others) {
  std::vector<std::string> paths;
  std::set<std::string_view> seen(others.begin(), others.end());
  std::set<std::string> own;
  json::each_element(place, [&](const Place& element) {
    auto path = element.string_where(is_tree_path, "a path from the top of the tree, or one that ends in /");
    if (!path) return;
    if (!own.insert(*path).second) element.mistake(*path + " stands twice");
    if (seen.count(*path) > 0) element.mistake(*path + " must be identical and may change");
    paths.push_back(std::move(*path));
  });
  return paths;
}

}  // namespace

void ManifestReader::read_parents(const Place& place) {
  json::each_member(place, [&](std::string_view name, const Place& said) {
    if (!is_label(name)) said.mistake("a parent's name must be a label");
    ParentPlan parent;
    parent.name = std::string(name);
    ObjectReader reader(said);
    if (const auto shows = reader.maybe("shows")) {
      json::each_member(*shows, [&](std::string_view what, const Place& value) {
        if (!is_label(what)) value.mistake("what a parent shows must have a label's name");
        parent.shows.emplace(what, value.string().value_or(""));
      });
    }
    parent.shows.emplace("answer", "PASS");
    if (const auto optional = reader.maybe("optional")) parent.optional = optional->boolean().value_or(false);
    read_note(reader);
    reader.finish();
    manifest_.parents.push_back(std::move(parent));
  });
}

void ManifestReader::read_carry(const Place& place) {
  CarryPlan carry;
  ObjectReader reader(place);
  const auto commit_of = [](const Place& said) {
    return said.string_where(is_commit, "a full commit id of 40 hexadecimal digits").value_or("");
  };
  if (const auto from = reader.maybe("from")) carry.from = commit_of(*from);
  if (const auto to = reader.required("to")) carry.to = commit_of(*to);
  if (const auto admission = reader.maybe("admission")) {
    carry.admission = admission->label().value_or("");
    if (!carry.admission.empty() && manifest_.parent(carry.admission) == nullptr)
      admission->mistake("there is no parent " + carry.admission);
  }
  if (!reader.has("from")) {
    for (const std::string_view other : {"admission", "descends", "identical", "may_change"}) {
      if (reader.has(other))
        place.mistake(std::string(other) + " is about what is carried from a commit, and there is no from");
    }
  }
  if (const auto descends = reader.maybe("descends")) carry.descends = descends->boolean().value_or(true);
  if (const auto identical = reader.maybe("identical")) carry.identical = read_paths(*identical, {});
  if (const auto change = reader.maybe("may_change")) carry.may_change = read_paths(*change, carry.identical);
  read_note(reader);
  reader.finish();
  manifest_.carry = std::move(carry);
}

}  // namespace evidence
