// Does what was qualified at one commit hold at the one that runs?

#include <algorithm>

#include "state.h"

namespace evidence {

namespace {

constexpr std::string_view kRule = "carry";
constexpr std::size_t kShownDigits = 12;

std::string mode_text(std::uint32_t mode) {
  std::string digits;
  for (; mode > 0; mode >>= 3U) digits.insert(digits.begin(), static_cast<char>('0' + (mode & 7U)));
  return digits.empty() ? "0" : digits;
}

std::string entry_text(const std::optional<CarryEntry>& entry) {
  return entry ? mode_text(entry->mode) + " " + entry->id.substr(0, kShownDigits) : "nothing";
}

class CarryJudge {
 public:
  CarryJudge(JudgeState& state, const CarryPlan& carry, const SeenStream& stream)
      : state_(state), carry_(carry), stream_(stream) {}

  void judge() {
    if (carry_.from.empty()) {
      if (const GitRecord* head = commit("head", carry_.to)) pass_head(*head);
      return;
    }
    judge_admission();
    const GitRecord* from = commit("from", carry_.from);
    const GitRecord* to = commit("to", carry_.to);
    if (from == nullptr || to == nullptr) return;
    if (carry_.descends && to->descends_from != carry_.from) {
      Finding finding = make(Result::stop, "carry-commit");
      finding.expected = "a descendant of " + carry_.from;
      finding.seen = carry_.to;
      finding.detail = "the commit that runs does not descend from the one that was qualified";
      state_.fold.add(finding);
      good_ = false;
    }
    for (const CarryRecord& record : stream_.carried) take(record);
    if (allowed_ > 0) {
      Finding finding = make(Result::note, "carry-allowed");
      finding.seen = std::to_string(allowed_) + (allowed_ == 1 ? " path changed" : " paths changed");
      finding.detail = "where the plan lets them";
      state_.fold.add(finding);
    }
    if (good_) pass(*to);
  }

 private:
  static Finding make(Result result, std::string_view rule) {
    return {result, std::string(rule), "", {}, "carry"};
  }

  // The commit that was qualified is the one that the admission ran.
  void judge_admission() {
    if (carry_.admission.empty()) return;
    const auto parent = std::find_if(state_.parents.begin(), state_.parents.end(),
                                     [&](const ParentView& one) { return one.name == carry_.admission; });
    if (parent != state_.parents.end() && parent->commit == carry_.from) return;
    good_ = false;
    Finding finding = make(parent == state_.parents.end() ? Result::hold : Result::stop, "carry-commit");
    finding.name = "from";
    finding.seen = carry_.from;
    finding.detail =
        "the admission " + carry_.admission + " was not supplied, so nothing shows that it ran this commit";
    if (parent != state_.parents.end()) {
      finding.expected = parent->commit.empty() ? "a commit in the admission" : parent->commit;
      finding.detail = "the admission " + carry_.admission + " qualified another commit";
    }
    state_.fold.add(finding);
  }

  // The one commit of that name, if it is the plan's.
  const GitRecord* commit(std::string_view name, const std::string& wanted) {
    const GitRecord* found = nullptr;
    int count = 0;
    for (const GitRecord& one : stream_.commits) {
      if (one.name != name) continue;
      found = &one;
      ++count;
    }
    if (count != 1) {
      Finding finding = make(Result::hold, kRule);
      finding.name = name;
      finding.detail = "the stream has " + std::to_string(count) + " commits of that name, and must have one";
      state_.fold.add(finding);
      return nullptr;
    }
    if (found->commit == wanted) return found;
    Finding finding = make(Result::stop, "carry-commit");
    finding.name = name;
    finding.expected = wanted;
    finding.seen = found->commit;
    finding.detail = "the qualification was carried between other commits than the plan's";
    state_.fold.add(finding);
    return nullptr;
  }

  void take(const CarryRecord& record) {
    const bool is_remark = record.before.has_value() && record.before == record.after;
    const CarryPlan::Decision decision = carry_.decide(record.path);
    if (record.method == "bytes" && !record.reason.empty()) {
      Finding finding = make(Result::note, "carry-unverified");
      finding.name = printable(record.path);
      finding.detail = printable(record.reason);
      state_.fold.add(finding);
    }
    if (record.method == "bytes" && is_remark) return;
    if (record.method == "bytes" && decision.may_change) {
      ++allowed_;
      return;
    }
    good_ = false;
    Finding finding = make(Result::stop, kRule);
    finding.name = printable(record.path);
    finding.expected = entry_text(record.before);
    finding.seen = entry_text(record.after);
    finding.detail =
        record.method != "bytes" ? "the working tree is not the commit: " + printable(record.reason)
        : decision.rule.empty()  ? "changed, and no rule lets it"
                                 : "changed, and must be identical by the rule " + std::string(decision.rule);
    state_.fold.add(finding);
  }

  void pass_head(const GitRecord& head) {
    for (const CarryRecord& record : stream_.carried) take(record);
    if (!good_) return;
    Finding finding = make(Result::pass, kRule);
    finding.name = head.commit;
    finding.detail = "is the commit that was identified";
    state_.fold.add(finding);
  }

  void pass(const GitRecord& to) {
    Finding finding = make(Result::pass, kRule);
    finding.name = carry_.to;
    finding.detail = (to.files ? std::to_string(*to.files) + " files, none" : std::string("no file")) +
                     " changed since " + carry_.from + " but where the plan lets it";
    state_.fold.add(finding);
  }

  JudgeState& state_;
  const CarryPlan& carry_;
  const SeenStream& stream_;
  std::uint64_t allowed_ = 0;
  bool good_ = true;
};

}  // namespace

StreamKey JudgeState::carry_key() const {
  const std::string none(kNoLabel);
  return {plan.run(), "carry", none, none, none};
}

std::string commit_that_ran(const JudgeState& state) {
  const auto found = state.streams.find(state.carry_key());
  if (found == state.streams.end() || !found->second.whole) return "";
  std::string commit;
  for (const GitRecord& one : found->second.commits) {
    if (one.name == "from") continue;
    if (!commit.empty()) return "";
    commit = one.commit;
  }
  return commit;
}

void judge_carry(JudgeState& state) {
  const auto& carry = state.plan.manifest().carry;
  if (!carry || state.question.depth != Depth::everything) return;
  const auto found = state.streams.find(state.carry_key());
  if (found != state.streams.end() && found->second.whole) {
    if (found->second.errors.empty()) CarryJudge(state, *carry, found->second).judge();
    return;
  }
  Finding finding{Result::hold, std::string(kRule), "", {}, "carry"};
  finding.detail = found == state.streams.end() ? "nothing was recorded by carry-qualification"
                                                : "the stream of carry-qualification is not whole";
  state.fold.add(finding);
}

}  // namespace evidence
