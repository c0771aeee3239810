#include "thing_judge.h"

#include <algorithm>
#include <set>

namespace evidence {

namespace {

// How an observer names what it could not look at.
std::string_view error_subject(Thing thing) {
  switch (thing) {
    case Thing::env:
      return "environ";
    case Thing::argv:
      return "argv";
    case Thing::mount:
      return "mounts";
    case Thing::fact:
      return "fact";
    case Thing::file:
      return "file";
  }
  return "";
}

bool has_errors(const SeenStream& stream, Thing thing) {
  return stream.errors.count(std::string(error_subject(thing))) > 0 || stream.errors.count("process") > 0;
}

// Whether "is not in the stream" means "is not there".
bool tells_absence(const SeenStream& stream, Thing thing) {
  return stream.whole && !has_errors(stream, thing) && (thing == Thing::fact || stream.process != nullptr);
}

bool has(const Attributes& attributes, std::string_view name) {
  return attributes.find(name) != attributes.end();
}

// Whether the value is in a form that can be held against `wanted`.
bool is_comparable(const SeenStream& stream, const Sight& sight, const Attributes& wanted) {
  if (has(sight.attributes, "withheld")) return false;
  if (has(sight.attributes, "hmac")) return !stream.other_key && !has(wanted, "value");
  return !(has(sight.attributes, "value") && has(wanted, "hmac"));
}

constexpr std::string_view kUseKey =
    "the value was not recorded in a form that can be compared; use the campaign's --env-key";

}  // namespace

void ThingJudge::report(const SeenStream& stream, Result result, std::string_view rule, std::string expected,
                        std::string seen, const std::string& origin, std::string_view detail) {
  Finding finding{result, std::string(rule), role_, {}, std::string(thing_name(thing_)), printable(name_)};
  finding.expected = std::move(expected);
  finding.seen = std::move(seen);
  finding.origin = printable(origin);
  finding.detail = std::string(detail);
  state_.add(std::move(finding), stream);
}

void ThingJudge::take(const SeenStream& stream, const Sight* sight, std::size_t times) {
  const Expectation* said = stream.identity->find(thing_, name_);
  const auto kind = said == nullptr ? Expectation::Kind::equal : said->kind;
  if (kind == Expectation::Kind::any) return;
  if (kind == Expectation::Kind::absent) {
    if (sight == nullptr) return;
    report(stream, Result::stop, "forbidden", "absent", render_attributes(sight->attributes), said->origin);
    return;
  }
  if (sight != nullptr) judge_kind(stream, *sight, said);
  if (kind == Expectation::Kind::pinned) {
    take_pinned(stream, *said, sight, times);
  } else if (sight != nullptr || tells_absence(stream, thing_)) {
    equal_.emplace_back(&stream, sight);
  }
}

// Facts may be declared where the pin says so; the rest of a process is seen in it, but in the base, which
// may have been taken from what a runtime told.
void ThingJudge::judge_kind(const SeenStream& stream, const Sight& sight, const Expectation* said) {
  const std::string origin = said == nullptr ? "" : said->origin;
  if (thing_ != Thing::fact) {
    if (stream.base || sight.evidence == EvidenceKind::process) return;
    report(stream, Result::hold, "evidence-kind", "seen in the live process",
           std::string(evidence_kind_name(sight.evidence)), origin);
    return;
  }
  if (sight.evidence != EvidenceKind::declared || said == nullptr || said->kind != Expectation::Kind::pinned)
    return;
  if (said->evidence == EvidenceKind::declared) {
    report(stream, Result::note, "operators-word", "", render_attributes(sight.attributes), origin);
  } else {
    report(stream, Result::hold, "evidence-kind", "reported", "declared", origin,
           "a stated value does not meet this pin");
  }
}

void ThingJudge::report_missing(const SeenStream& stream, const Expectation& pin) {
  const std::string wanted = render_attributes(pin.for_rank(stream.key.rank));
  if (!stream.whole) return;
  if (thing_ == Thing::fact) {
    report(stream, Result::hold, "not-recorded", wanted, "", pin.origin, "nobody stated this fact");
  } else if (tells_absence(stream, thing_)) {
    report(stream, Result::stop, "missing", wanted, "absent", pin.origin);
  } else {
    report(stream, Result::hold, "not-recorded", wanted, "", pin.origin, "it could not be looked at");
  }
}

void ThingJudge::take_pinned(const SeenStream& stream, const Expectation& pin, const Sight* sight,
                             std::size_t times) {
  if (sight == nullptr) {
    report_missing(stream, pin);
    return;
  }
  if (times > 1 && thing_ != Thing::mount) {
    report(stream, Result::stop, "twice", "exactly once", "stands more than once", pin.origin);
  }
  const Attributes wanted = pin.for_rank(stream.key.rank);
  if (!is_comparable(stream, *sight, wanted)) {
    report(stream, Result::hold, "withheld", render_attributes(wanted), render_attributes(sight->attributes),
           pin.origin, kUseKey);
    return;
  }
  judge_pin(stream, pin, *sight);
}

void ThingJudge::judge_pin(const SeenStream& stream, const Expectation& pin, const Sight& sight) {
  Attributes differing;
  Attributes expected;
  bool unseen = false;
  for (const auto& [attribute, value] : pin.for_rank(stream.key.rank)) {
    const auto seen = sight.attributes.find(attribute);
    if (seen != sight.attributes.end() && seen->second == value) continue;
    expected.emplace(attribute, value);
    unseen = unseen || seen == sight.attributes.end();
    if (seen != sight.attributes.end()) differing.emplace(*seen);
  }
  if (differing.empty() && unseen && has_errors(stream, thing_)) {
    report(stream, Result::hold, "not-recorded", render_attributes(expected), "", pin.origin,
           "it could not be looked at");
  } else if (!expected.empty()) {
    report(stream, Result::stop, "pin", render_attributes(expected),
           render_attributes(differing.empty() ? sight.attributes : differing), pin.origin);
  }
  if (pin.distinct) {
    distinct_.add(stream, sight.attributes);
  } else if (expected.empty()) {
    pinned_.emplace_back(&stream, &sight);
  }
}

void ThingJudge::finish() {
  finish_equal();
  finish_unsaid();
  distinct_.judge(state_, role_, thing_, name_);
}

// Hidden values are compared among themselves. One that nothing can be held against still shows that the
// thing is there, which differs from its absence.
void ThingJudge::finish_equal() {
  const bool some_clear = std::any_of(equal_.begin(), equal_.end(), [](const auto& one) {
    return one.second != nullptr && has(one.second->attributes, "value");
  });
  Equality equality;
  Streams uncertain;
  bool some_known = false;
  for (const auto& [stream, sight] : equal_) {
    if (sight == nullptr) {
      equality.add(*stream, std::nullopt);
      continue;
    }
    const bool hidden = has(sight->attributes, "hmac");
    const bool unread =
        thing_ == Thing::mount && !has(sight->attributes, "sha256") && has_errors(*stream, thing_);
    const bool withheld = has(sight->attributes, "withheld") || (hidden && some_clear);
    if (withheld) withheld_by_.push_back(stream);
    if (withheld || unread || (hidden && stream->other_key)) {
      uncertain.push_back(stream);
    } else {
      some_known = true;
      equality.add(*stream, sight->attributes);
    }
  }
  if (!some_known && !equality.empty()) {
    for (const SeenStream* stream : uncertain) equality.add(*stream, Attributes{{"withheld", ""}});
  }
  equality.judge(state_, role_, thing_, name_);
}

// An attribute that only some of the streams have is a difference too, unless it could not be looked at.
void ThingJudge::finish_unsaid() {
  std::set<std::string> attributes;
  for (const auto& [stream, sight] : pinned_) {
    for (const auto& [attribute, value] : sight->attributes) attributes.insert(attribute);
  }
  for (const std::string& attribute : attributes) {
    Equality equality;
    for (const auto& [stream, sight] : pinned_) {
      const Attributes wanted = stream->identity->find(thing_, name_)->for_rank(stream->key.rank);
      if (has(wanted, attribute)) continue;
      const auto seen = sight->attributes.find(attribute);
      if (seen != sight->attributes.end()) {
        equality.add(*stream, Attributes{*seen});
      } else if (!has_errors(*stream, thing_)) {
        equality.add(*stream, std::nullopt);
      }
    }
    equality.judge(state_, role_, thing_, name_ + " (" + attribute + ")");
  }
}

}  // namespace evidence
