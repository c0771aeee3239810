// Environment, arguments, mounts and facts of all streams against the plan and against each other.

#include <algorithm>

#include "state.h"

namespace evidence {

namespace {

constexpr std::string_view kRunVariable = "EVIDENCE_RUN";

// The things of one stream by name. What stands twice is NAME, NAME#2 … in the order of the stream; of mounts at one target the last,
// which is the one that is seen, has the plain name.
using ByName = std::map<std::string, const Sight*, std::less<>>;

ByName index_sights(const SeenStream& stream, Thing thing) {
  ByName by_name;
  const auto found = stream.sights.find(thing);
  if (found == stream.sights.end()) return by_name;
  std::vector<const Sight*> ordered;
  for (const Sight& sight : found->second) ordered.push_back(&sight);
  std::sort(ordered.begin(), ordered.end(), [&](const Sight* a, const Sight* b) {
    return thing == Thing::mount ? a->sequence > b->sequence : a->sequence < b->sequence;
  });
  std::map<std::string, int> counts;
  int positional = 0;
  for (const Sight* sight : ordered) {
    std::string name = sight->name;
    if (thing == Thing::argv && name.empty()) name = "#" + std::to_string(positional++);
    const int count = ++counts[name];
    by_name.emplace(count == 1 ? name : name + "#" + std::to_string(count), sight);
  }
  return by_name;
}

bool is_volatile(const JudgeState& state, const std::string& role, const std::string& target) {
  const auto& scopes = state.plan.manifest().mount_scopes;
  const auto scope = scopes.find(role);
  if (scope == scopes.end()) return false;
  return std::any_of(scope->second.volatile_.begin(), scope->second.volatile_.end(),
                     [&](const std::string& pattern) { return glob_matches(pattern, target); });
}

// How an observer names what it could not look at.
std::string_view error_subject(Thing thing) {
  switch (thing) {
    case Thing::env: return "environ";
    case Thing::argv: return "argv";
    case Thing::mount: return "mounts";
    case Thing::fact: return "fact";
    case Thing::file: return "file";
  }
  return "";
}

// Whether "is not in the stream" means "is not there".
bool tells_absence(const SeenStream& stream, Thing thing) {
  return stream.whole && stream.errors.count(std::string(error_subject(thing))) == 0 && stream.errors.count("process") == 0 &&
         (thing == Thing::fact || !stream.processes.empty());
}

bool kind_suffices(const Expectation& pin, EvidenceKind seen) {
  const EvidenceKind needed = pin.evidence.value_or(EvidenceKind::reported);
  return seen != EvidenceKind::declared || needed == EvidenceKind::declared;
}

// One thing name of one role over all its streams.
class ThingJudge {
 public:
  ThingJudge(JudgeState& state, std::string role, Thing thing, std::string name)
      : state_(state), role_(std::move(role)), thing_(thing), name_(std::move(name)) {}

  void take(const SeenStream& stream, const Sight* sight, bool twice) {
    const Expectation* said = stream.identity->find(thing_, name_);
    const auto kind = said == nullptr ? Expectation::Kind::equal : said->kind;
    switch (kind) {
      case Expectation::Kind::any: return;
      case Expectation::Kind::absent:
        if (sight != nullptr) report(stream, Result::stop, "forbidden", "absent", render_attributes(sight->attributes), said->origin);
        return;
      case Expectation::Kind::pinned: return take_pinned(stream, *said, sight, twice);
      case Expectation::Kind::equal: return take_equal(stream, sight);
    }
  }

  void finish(std::map<std::string, std::set<std::string>>& withheld) {
    whole_.judge(state_, role_, thing_, name_);
    for (const auto& [attribute, equality] : by_attribute_) equality.judge(state_, role_, thing_, name_ + " (" + attribute + ")");
    judge_distinct();
    if (!withheld_by_.empty()) withheld[role_ + '\0' + std::string(thing_name(thing_))].insert(name_);
  }
  const std::vector<const SeenStream*>& withheld_by() const { return withheld_by_; }

 private:
  void report(const SeenStream& stream, Result result, std::string_view rule, std::string expected, std::string seen,
              const std::string& origin, std::string_view detail = "") {
    Finding finding{result, std::string(rule), role_, {}, std::string(thing_name(thing_)), printable(name_)};
    finding.expected = std::move(expected);
    finding.seen = std::move(seen);
    finding.origin = printable(origin);
    finding.detail = std::string(detail);
    state_.add(std::move(finding), stream);
  }

  void take_pinned(const SeenStream& stream, const Expectation& pin, const Sight* sight, bool twice) {
    const Attributes wanted = pin.for_rank(stream.key.rank);
    if (sight == nullptr) {
      if (stream.base || !stream.whole) return;
      if (thing_ == Thing::fact) {
        report(stream, Result::hold, "not-recorded", render_attributes(wanted), "", pin.origin, "nobody stated this fact");
      } else if (tells_absence(stream, thing_)) {
        report(stream, Result::stop, "missing", render_attributes(wanted), "absent", pin.origin);
      } else {
        report(stream, Result::hold, "not-recorded", render_attributes(wanted), "", pin.origin, "it could not be looked at");
      }
      return;
    }
    if (twice) report(stream, Result::stop, "twice", "exactly once", "stands more than once", pin.origin);
    const bool hidden = sight->attributes.count("withheld") > 0 || (sight->attributes.count("hmac") > 0 && wanted.count("value") > 0);
    if (hidden && !wanted.empty()) {
      report(stream, Result::hold, "withheld", render_attributes(wanted), render_attributes(sight->attributes), pin.origin,
             "the value was not recorded in a form that can be compared; use the campaign's --env-key");
      return;
    }
    if (thing_ == Thing::fact && !kind_suffices(pin, sight->evidence)) {
      report(stream, Result::hold, "evidence-kind", "reported", "declared", pin.origin, "a stated value does not meet this pin");
    }
    if (thing_ == Thing::fact && sight->evidence == EvidenceKind::declared && pin.evidence == EvidenceKind::declared) {
      report(stream, Result::note, "operators-word", "", render_attributes(sight->attributes), pin.origin);
    }
    compare(stream, pin, wanted, *sight);
  }

  void compare(const SeenStream& stream, const Expectation& pin, const Attributes& wanted, const Sight& sight) {
    Attributes differing;
    Attributes expected;
    for (const auto& [attribute, value] : wanted) {
      const auto seen = sight.attributes.find(attribute);
      if (seen != sight.attributes.end() && seen->second == value) continue;
      expected.emplace(attribute, value);
      if (seen != sight.attributes.end()) differing.emplace(*seen);
    }
    if (!expected.empty()) {
      const Attributes& shown = differing.empty() ? sight.attributes : differing;
      report(stream, Result::stop, "pin", render_attributes(expected), render_attributes(shown), pin.origin);
    }
    if (pin.distinct) {
      distinct_[{stream.place.start, stream.place.moment}][render_attributes(sight.attributes)].push_back(&stream);
      distinct_origin_ = pin.origin;
      return;
    }
    for (const auto& [attribute, value] : sight.attributes) {
      if (wanted.count(attribute) == 0) by_attribute_[attribute].add(stream, render_attributes({{attribute, value}}));
    }
  }

  void take_equal(const SeenStream& stream, const Sight* sight) {
    if (sight == nullptr) {
      if (tells_absence(stream, thing_)) whole_.add(stream, "absent");
      return;
    }
    if (sight->attributes.count("withheld") > 0) withheld_by_.push_back(&stream);
    whole_.add(stream, render_attributes(sight->attributes));
  }

  void judge_distinct() {
    for (const auto& [place, by_value] : distinct_) {
      for (const auto& [value, streams] : by_value) {
        if (streams.size() < 2) continue;
        for (const SeenStream* stream : streams) {
          report(*stream, Result::stop, "distinct", "another value on every rank", value, distinct_origin_, "these ranks share it");
        }
      }
    }
  }

  JudgeState& state_;
  std::string role_;
  Thing thing_;
  std::string name_;
  Equality whole_;
  std::map<std::string, Equality> by_attribute_;
  std::map<std::pair<std::size_t, std::size_t>, std::map<std::string, std::vector<const SeenStream*>>> distinct_;
  std::string distinct_origin_;
  std::vector<const SeenStream*> withheld_by_;
};

struct IndexedStream {
  const SeenStream* stream;
  ByName sights;
};

std::set<std::string> all_names(const JudgeState& state, const std::string& role, Thing thing,
                                const std::vector<IndexedStream>& streams) {
  std::set<std::string> names;
  for (const auto& [stream, sights] : streams) {
    for (const auto& [name, sight] : sights) names.insert(name);
    const auto said = stream->identity->things.find(thing);
    if (said == stream->identity->things.end()) continue;
    for (const auto& [name, expectation] : said->second) names.insert(name);
  }
  if (thing == Thing::env) names.erase(std::string(kRunVariable));
  if (thing != Thing::mount) return names;
  for (auto at = names.begin(); at != names.end();) {
    const bool pinned = std::any_of(streams.begin(), streams.end(), [&](const IndexedStream& one) {
      const Expectation* said = one.stream->identity->find(thing, *at);
      return said != nullptr && said->kind != Expectation::Kind::equal;
    });
    at = !pinned && is_volatile(state, role, at->substr(0, at->find('#'))) ? names.erase(at) : std::next(at);
  }
  return names;
}

void judge_thing(JudgeState& state, const std::string& role, Thing thing, const std::vector<const SeenStream*>& streams) {
  std::vector<IndexedStream> indexed;
  for (const SeenStream* stream : streams) indexed.push_back({stream, index_sights(*stream, thing)});
  std::map<std::string, std::set<std::string>> withheld;
  std::vector<const SeenStream*> withheld_by;
  for (const std::string& name : all_names(state, role, thing, indexed)) {
    ThingJudge judge(state, role, thing, name);
    for (const auto& [stream, sights] : indexed) {
      const auto sight = sights.find(name);
      const bool twice = thing != Thing::mount && sights.count(name + "#2") > 0;
      judge.take(*stream, sight == sights.end() ? nullptr : sight->second, twice);
    }
    judge.finish(withheld);
    for (const SeenStream* stream : judge.withheld_by()) {
      if (std::find(withheld_by.begin(), withheld_by.end(), stream) == withheld_by.end()) withheld_by.push_back(stream);
    }
  }
  for (const auto& [key, names] : withheld) {
    Finding finding{Result::hold, "withheld", role, {}, std::string(thing_name(thing))};
    finding.detail = std::to_string(names.size()) + " values are known by name only and cannot be compared (";
    std::size_t listed = 0;
    for (const std::string& name : names) {
      if (listed++ < 5) finding.detail += (listed > 1 ? ", " : "") + printable(name);
    }
    finding.detail += names.size() > 5 ? ", …" : "";
    finding.detail += "); list them as public or use pin-hash --env-key";
    for (const SeenStream* stream : withheld_by) state.add(finding, *stream);
  }
}

}  // namespace

void judge_things(JudgeState& state) {
  for (const Role& role : state.plan.manifest().roles) {
    std::vector<const SeenStream*> streams;
    for (const auto& [key, stream] : state.streams) {
      if (stream.planned && key.role == role.name) streams.push_back(&stream);
    }
    std::sort(streams.begin(), streams.end(), [](const SeenStream* a, const SeenStream* b) {
      return std::tie(b->base, a->place) < std::tie(a->base, b->place);
    });
    for (const Thing thing : {Thing::env, Thing::argv, Thing::mount, Thing::fact}) judge_thing(state, role.name, thing, streams);
  }
}

}  // namespace evidence
