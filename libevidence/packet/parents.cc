#include "parents.h"

#include <algorithm>
#include <map>

#include "evidence/json.h"

namespace evidence::packet {

namespace {

const ParentView* find(const std::vector<ParentView>& views, const std::string& name) {
  const auto found =
      std::find_if(views.begin(), views.end(), [&](const ParentView& one) { return one.name == name; });
  return found == views.end() ? nullptr : &*found;
}

Finding about(Result result, const std::string& name) {
  Finding finding{result, "parent-packet", "", {}, "parents", printable(name)};
  return finding;
}

void judge_claimed(const ParentView& claimed, const ParentView* own, ParentCheck& check) {
  Finding finding = about(Result::pass, claimed.name);
  finding.expected = "sha256:" + claimed.digest;
  finding.detail = "is the packet that the receipt binds";
  if (own == nullptr) {
    check.unseen.push_back(claimed.name);
    finding.result = Result::hold;
    finding.detail = "was not supplied: add --parent " + printable(claimed.name) + "=PACKET";
  } else if (own->digest != claimed.digest) {
    finding.result = Result::stop;
    finding.seen = "sha256:" + own->digest;
    finding.detail = "is not the packet that the receipt binds";
  } else if (!own->unseen.empty()) {
    for (const std::string& name : own->unseen) check.unseen.push_back(claimed.name + "/" + name);
    finding.result = Result::hold;
    finding.detail =
        "rests on a packet that was not supplied: add --parent " + printable(check.unseen.back()) + "=PACKET";
  } else if (json::canonical(to_json(*own)) != json::canonical(to_json(claimed))) {
    finding.result = Result::stop;
    finding.detail = "shows something else than the receipt says";
  }
  check.findings.push_back(std::move(finding));
}

}  // namespace

ParentCheck check_parents(const std::vector<ParentView>& claimed, const Plan& plan,
                          const std::vector<ParentSource>& sources, Progress* progress) {
  ParentCheck check;
  std::vector<ParentView> supplied;
  try {
    supplied = read_parents(plan, sources, progress);
  } catch (const FormatError& error) {
    Finding finding = about(Result::stop, "");
    finding.detail = printable(error.what());
    check.findings.push_back(std::move(finding));
  }
  for (const ParentView& one : claimed) judge_claimed(one, find(supplied, one.name), check);
  for (const ParentView& own : supplied) {
    if (find(claimed, own.name) != nullptr) continue;
    Finding finding = about(Result::hold, own.name);
    finding.detail = "was not there when the packet was sealed";
    check.findings.push_back(std::move(finding));
  }
  return check;
}

ParentSource parse_parent(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  if (equals == std::string_view::npos || !is_packet_path(name) || equals + 1 == text.size())
    throw UsageError("--parent " + printable(text) + ": must be NAME=PACKET, or NAME/ITS-OWN-PARENT=PACKET");
  return {std::string(name), std::string(text.substr(equals + 1))};
}

ParentView read_parent(const ParentSource& source, Progress* progress) {
  return view_of(source, {}, progress);
}

std::vector<ParentView> read_parents(const Plan& plan, const std::vector<ParentSource>& sources,
                                     Progress* progress) {
  std::map<std::string, std::vector<ParentSource>> below;
  std::map<std::string, ParentSource> direct;
  for (const ParentSource& source : sources) {
    const std::size_t slash = source.name.find('/');
    const std::string name = source.name.substr(0, slash);
    if (plan.manifest().parent(name) == nullptr)
      throw UsageError("--parent " + printable(source.name) + ": the plan names no such parent");
    if (slash != std::string::npos) {
      below[name].push_back({source.name.substr(slash + 1), source.path});
    } else if (!direct.emplace(name, source).second) {
      throw UsageError("--parent " + printable(source.name) + ": is given twice");
    }
  }
  const auto orphan = std::find_if(below.begin(), below.end(),
                                   [&](const auto& entry) { return direct.count(entry.first) == 0; });
  if (orphan != below.end())
    throw UsageError("--parent " + orphan->first + "/...: give the packet of " + orphan->first +
                     " itself too");
  std::vector<ParentView> views;
  for (const auto& [name, source] : direct) views.push_back(view_of(source, below[name], progress));
  return views;
}

}  // namespace evidence::packet
