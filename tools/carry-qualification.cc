// carry-qualification: does what was qualified at one commit still hold at another?

#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "evidence/carry.h"
#include "evidence/host.h"
#include "evidence/manifest.h"
#include "evidence/packet.h"
#include "tool_main.h"

namespace evidence::tool {

namespace {

constexpr std::size_t kShownDigits = 12;

struct Options {
  std::string plan;
  std::string admission;
  std::string repository = ".";
  std::string to;
  bool worktree = false;
  bool explain = false;
  bool identify = false;
  std::string output;
  std::vector<std::string> revisions;
};

void declare(CommandLine& line, Options& options) {
  line.text("-m,--plan=PLAN", options.plan, "manifest or registration; default EVIDENCE_PLAN");
  line.text("--admission=PACKET", options.admission, "packet that qualified the earlier commit");
  line.text("--repo=FOLDER", options.repository, "the repository's top folder; default the present one");
  line.text("--to=REV", options.to, "must be the plan's commit; default HEAD");
  line.flag("--worktree", options.worktree, "hold the files of the working tree against the commit too");
  line.flag("--explain", options.explain, "say of every path which rule decided, or what differs");
  line.flag("--identify", options.identify, "only record which commit REV is; default HEAD");
  line.text("-o,--output=PATH", options.output, "file, or folder for carry.ndjson");
  line.arguments("REV", options.revisions, "with --identify: the revision");
}

void refuse_strange_options(const Options& options) {
  if (!options.identify && !options.revisions.empty())
    throw UsageError("a REV goes with --identify; what is carried to is said with --to");
  if (options.revisions.size() > 1) throw UsageError("--identify takes one REV");
  if (options.identify && (!options.to.empty() || !options.admission.empty()))
    throw UsageError(
        "--identify carries nothing: say which commit with REV, and give no --to or --admission");
}

std::string output_file(const std::string& output) {
  struct stat status {};
  if (output.ends_with('/')) return output + "carry.ndjson";
  const bool folder = stat(output.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  return folder ? output + "/carry.ndjson" : output;
}

std::string side(const std::optional<carry::Entry>& entry) {
  if (!entry) return "nothing";
  char mode[16];
  std::snprintf(mode, sizeof mode, "%06o", entry->mode);
  return std::string(mode) + " " + entry->id.substr(0, kShownDigits);
}

// One line about a path that changed.
std::string decision(const carry::Change& change, const CarryPlan::Decision& decided) {
  const std::string which = decided.may_change     ? "allowed by rule " + printable(decided.rule)
                            : decided.rule.empty() ? "refused, no rule lets it change"
                                                   : "refused by rule " + printable(decided.rule);
  return printable(change.path) + ": " + side(change.before) + " became " + side(change.after) + ": " + which;
}

class CarryQualification {
 public:
  CarryQualification(const Tool& tool, const Options& options) : tool_(tool), options_(options) {}

  Status run(const Output& out) {
    refuse_strange_options(options_);
    const std::string path = plan_path(options_.plan);
    std::optional<Plan> plan;
    if (!path.empty()) plan = Plan::load(path);
    if (!plan && !options_.identify) throw UsageError("which plan? give -m or set EVIDENCE_PLAN");
    if (plan && !options_.identify && !plan->manifest().carry)
      throw UsageError(printable(path) + ": the plan carries nothing: it has no member carry");
    if (plan && !options_.identify && plan->manifest().carry->from.empty())
      throw UsageError(printable(path) +
                       ": the plan carries nothing from an earlier commit: give --identify");
    std::optional<Publication> publication;
    if (!options_.output.empty()) publication = Publication::begin(output_file(options_.output));
    OpenRecord open = host::describe_machine({}, std::nullopt);
    open.tool = "carry-qualification " EVIDENCE_VERSION;
    records_.emplace_back(std::move(open));
    look(plan);
    const StreamKey key{plan ? plan->run() : std::string(kNoLabel), "carry", std::string(kNoLabel),
                        std::string(kNoLabel), std::string(kNoLabel)};
    write(key, [&](std::string_view line) { publication ? publication->write(line) : out.write(line); });
    if (publication) publication->commit();
    return status_;
  }

 private:
  void look(const std::optional<Plan>& plan) {
    try {
      const carry::Repository repository = carry::Repository::open(options_.repository);
      if (options_.identify) {
        identify(repository, plan);
      } else {
        hold_against(*plan->manifest().carry, repository);
      }
    } catch (const carry::Unreadable& error) {
      hold(error.what(), error.detail());
    }
  }

  void identify(const carry::Repository& repository, const std::optional<Plan>& plan) {
    const std::string revision = options_.revisions.empty() ? "HEAD" : options_.revisions.front();
    const carry::Commit head = repository.resolve(revision);
    const std::string wanted = plan && plan->manifest().carry ? plan->manifest().carry->to : head.id;
    if (head.id != wanted)
      stop(printable(revision) + " is commit " + head.id + ", and the plan's is " + wanted);
    records_.emplace_back(carry::commit_record("head", head));
    if (options_.worktree) inspect(repository, head);
  }

  void hold_against(const CarryPlan& plan, const carry::Repository& repository) {
    if (!options_.admission.empty()) judge_admission(plan);
    const carry::Commit from = repository.resolve(plan.from);
    const carry::Commit to = repository.resolve(options_.to.empty() ? "HEAD" : options_.to);
    if (from.id != plan.from) throw UsageError("the plan carries from " + plan.from + ", which is no commit");
    if (to.id != plan.to)
      stop((options_.to.empty() ? "HEAD" : printable(options_.to)) + " is commit " + to.id +
           ", and the plan carries to " + plan.to);
    const carry::Comparison comparison = repository.compare(from, to);
    for (RecordBody& record : carry::comparison_records(comparison, repository.unverified(to)))
      records_.push_back(std::move(record));
    judge_descent(plan, comparison);
    judge_changes(plan, comparison.changes);
    remark(plan, repository, comparison);
    if (options_.worktree) inspect(repository, to);
  }

  // Was it this commit that was qualified? The judge asks again, of the parent that the plan names.
  void judge_admission(const CarryPlan& plan) {
    const ParentView admission = packet::read_parent({"admission", options_.admission});
    const std::string name = printable(options_.admission);
    if (admission.answer != Answer::pass)
      stop(name + ": the answer is " + std::string(answer_name(admission.answer)));
    if (admission.commit != plan.from)
      stop(name + ": ran " +
           (admission.commit.empty() ? "no recorded commit" : "commit " + admission.commit) +
           ", and the plan carries from " + plan.from);
  }

  void judge_descent(const CarryPlan& plan, const carry::Comparison& comparison) {
    if (!plan.descends || comparison.descends) return;
    const std::string commits = "commit " + comparison.to.id + " descends from " + comparison.from.id;
    if (comparison.ancestry_unknown.empty()) {
      stop("the plan asks that " + commits + ", and it does not");
    } else {
      hold("whether " + commits + " is unknown: " + comparison.ancestry_unknown, "");
    }
  }

  void judge_changes(const CarryPlan& plan, const std::vector<carry::Change>& changes) {
    std::size_t refused = 0;
    for (const carry::Change& change : changes) {
      const CarryPlan::Decision decided = plan.decide(change.path);
      if (options_.explain || (!decided.may_change && refused == 0))
        tool_.complain(decision(change, decided));
      if (!decided.may_change) ++refused;
    }
    if (refused == 0) return;
    status_ = worse(status_, Status::stop);
    if (refused > 1 && !options_.explain)
      tool_.complain("and " + std::to_string(refused - 1) + " more that may not change; see --explain");
  }

  // What is worth a look and decides nothing.
  void remark(const CarryPlan& plan, const carry::Repository& repository,
              const carry::Comparison& comparison) {
    for (const auto* rules : {&plan.identical, &plan.may_change}) {
      for (const std::string& rule : *rules) {
        if (!repository.has(comparison.from, rule) && !repository.has(comparison.to, rule))
          tool_.complain("rule " + printable(rule) + " names nothing that is there at either commit");
      }
    }
    if (repository.replaces_objects())
      tool_.complain(
          "git replaces or grafts objects here and may show another history; the real ones decided");
  }

  void inspect(const carry::Repository& repository, const carry::Commit& commit) {
    Progress progress;
    const ProgressDisplay display(progress);
    try {
      const std::vector<carry::Drift> drifts = repository.working_tree(commit, &progress);
      for (const carry::Drift& drift : drifts) {
        records_.emplace_back(carry::drift_record(drift));
        if (options_.explain || &drift == &drifts.front())
          tool_.complain(printable(drift.path) + ": working tree: " + drift.reason);
      }
      if (drifts.empty()) return;
      status_ = worse(status_, Status::stop);
      if (drifts.size() > 1 && !options_.explain)
        tool_.complain("and " + std::to_string(drifts.size() - 1) +
                       " more in the working tree; see --explain");
    } catch (const SystemError& error) {
      hold(error.what(), "");
    }
  }

  void stop(const std::string& message) {
    tool_.complain(message);
    status_ = worse(status_, Status::stop);
  }

  void hold(const std::string& reason, const std::string& detail) {
    tool_.complain(reason + (detail.empty() ? "" : " (" + escaped(detail) + ")"));
    records_.emplace_back(ErrorRecord{"git", "", reason});
    status_ = worse(status_, Status::hold);
  }

  void write(const StreamKey& key, const StreamWriter::WriteLine& line) const {
    StreamWriter writer(key, line);
    for (const RecordBody& record : records_) writer.write(record);
    writer.close(Timestamp::now());
  }

  const Tool& tool_;
  const Options& options_;
  std::vector<RecordBody> records_;
  Status status_ = Status::done;
};

}  // namespace

}  // namespace evidence::tool

int main(int argc, char** argv) {
  using namespace evidence::tool;
  Tool tool(
      "carry-qualification",
      "Compares two commits by bytes and modes: does what was qualified at one still hold at the other?");
  Options options;
  declare(tool.options(), options);
  return tool.run(argc, argv, [&](const Output& out) { return CarryQualification(tool, options).run(out); });
}
