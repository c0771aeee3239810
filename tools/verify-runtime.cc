// verify-runtime: may this start serve?

#include <fcntl.h>
#include <unistd.h>

#include "evidence/judge.h"
#include "evidence/manifest.h"
#include "evidence/packet.h"
#include "evidence/report.h"
#include "tool_main.h"

namespace evidence::tool {

namespace {

struct Options {
  std::string plan;
  std::vector<std::string> starts;
  std::vector<std::string> moments;
  std::string report = "text";
  std::vector<std::string> parents;
  bool emit = false;
  bool lint = false;
  bool gate = false;
  bool draft = false;
  std::vector<std::string> records;
};

void declare(CommandLine& line, Options& options) {
  line.text("-m,--plan=PLAN", options.plan, "manifest or registration; default EVIDENCE_PLAN");
  line.list("-s,--start=START", options.starts, "start that is asked about; default all");
  line.list("--moment=MOMENT", options.moments, "moment that is asked about; default all");
  line.text("--report=FORMAT", options.report, "text, json, markdown, html or junit; default text");
  line.list("--parent=NAME=PACKET", options.parents, "earlier packet that the plan rests on");
  line.flag("--emit", options.emit, "pass the records on to stdout; the report goes to stderr");
  line.flag("--gate", options.gate, "judge the plan's gate alone: may we begin?");
  line.flag("--lint", options.lint,
            "are the plan's queries fit to be asked? With RECORDS that pass: would missing rows be noticed?");
  line.flag("--draft", options.draft, "write a manifest to edit from what the records show; needs no plan");
  line.arguments("RECORDS", options.records, "files of records, or folders of them; default stdin");
}

// Judges, and passes accepted lines on.
class EmittingSink final : public RecordSink {
 public:
  EmittingSink(Judge& judge, const Output& out, bool emit) : judge_(judge), out_(out), emit_(emit) {}
  void record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) override {
    judge_.record(key, sequence, body);
  }
  void line(const StreamKey&, std::uint64_t, std::string_view canonical) override {
    if (!emit_) return;
    buffer_.assign(canonical).push_back('\n');
    out_.write(buffer_);
  }

 private:
  Judge& judge_;
  const Output& out_;
  bool emit_;
  std::string buffer_;
};

std::string subject_of(const Question& question) {
  std::string text;
  for (const std::string& start : question.starts) text += (text.empty() ? "" : ",") + start;
  std::string moments;
  for (const std::string& moment : question.moments) moments += (moments.empty() ? "" : ",") + moment;
  return text + " " + moments;
}

report::Report make_report(const Plan& plan, std::string subject, Judgement judgement) {
  report::Report report;
  report.tool = "verify-runtime";
  report.subject = std::move(subject);
  report.answer = judgement.answer;
  report.head = {{"plan", plan.manifest().name},
                 {"manifest", "sha256:" + plan.manifest_digest().render()},
                 {"run", plan.run() + (plan.registered() ? "" : " (not registered)")},
                 {"class", std::string(plan_class_name(plan.manifest().plan_class))},
                 {"standing", plan.manifest().standing}};
  if (judgement.time) report.head.emplace_back("time", judgement.time->render());
  report.processes = std::move(judgement.processes);
  if (!judgement.readings.empty()) report.verdict = judgement.readings.front().verdict;
  report.readings = std::move(judgement.readings);
  report.operators_word = report::operators_word(plan, judgement.findings);
  report.not_proved = report::standing_caveats(plan);
  report.findings = std::move(judgement.findings);
  return report;
}

void refuse_beside_mode(const Options& options) {
  const int modes = int{options.gate} + int{options.lint} + int{options.draft};
  if (modes > 1) throw UsageError("--gate, --lint and --draft: one at a time");
  if (modes == 0) return;
  const std::string mode = options.gate ? "--gate" : options.lint ? "--lint" : "--draft";
  if (!options.starts.empty() || !options.moments.empty() || options.emit)
    throw UsageError(mode + ": give no --start, --moment or --emit");
  if (!options.gate && !options.parents.empty()) throw UsageError(mode + ": give no --parent");
  if (options.gate && !options.records.empty())
    throw UsageError("--gate comes before anything starts: give no RECORDS");
}

void read_records(RecordReader& reader, const std::vector<std::string>& paths) {
  for (const std::string& records : paths) reader.read_path(records);
}

Judgement lint_plan(const Plan& plan, const std::vector<std::string>& paths) {
  if (paths.empty()) return lint(plan);
  Recording recording;
  RecordReader reader(recording);
  read_records(reader, paths);
  return lint(plan, recording, reader.finish());
}

std::vector<std::string> or_standard_input(const std::vector<std::string>& paths) {
  return paths.empty() ? std::vector<std::string>{"-"} : paths;
}

Status write_draft(const Tool& tool, const Options& options, const Output& out) {
  if (!options.plan.empty()) throw UsageError("--draft makes a plan: give no --plan");
  Recording recording;
  RecordReader reader(recording);
  read_records(reader, or_standard_input(options.records));
  const ReadOutcome outcome = reader.finish();
  out.write(draft_manifest(recording));
  for (const Damage& damage : outcome.damages)
    tool.complain(printable(damage.source) + ": " + std::string(damage_kind_name(damage.kind)) + ": " +
                  printable(damage.reason));
  return outcome.damages.empty() ? Status::done : Status::hold;
}

std::vector<ParentView> read_parents(const Plan& plan, const Options& options) {
  std::vector<packet::ParentSource> sources;
  for (const std::string& text : options.parents) sources.push_back(packet::parse_parent(text));
  return packet::read_parents(plan, sources);
}

Judgement judge_records(const Plan& plan, const Question& question, const Options& options,
                        const Output& out) {
  Judge judge(plan, question);
  EmittingSink sink(judge, out, options.emit);
  RecordReader reader(sink);
  read_records(reader, or_standard_input(options.records));
  return judge.finish(reader.finish(), std::nullopt, read_parents(plan, options));
}

report::Report report_of(const Plan& plan, const Options& options, const Output& out) {
  if (options.gate) return make_report(plan, "gate", judge_gate(plan, read_parents(plan, options)));
  if (options.lint) return make_report(plan, "lint", lint_plan(plan, options.records));
  const Question question = ask(plan.manifest(), options.starts, options.moments);
  return make_report(plan, subject_of(question), judge_records(plan, question, options, out));
}

Status run(const Tool& tool, const Options& options, const Output& out) {
  refuse_beside_mode(options);
  if (options.draft) return write_draft(tool, options, out);
  const std::string path = plan_path(options.plan);
  if (path.empty()) throw UsageError("which plan? give -m or set EVIDENCE_PLAN");
  const auto format = report::parse_format(options.report);
  if (!format)
    throw UsageError("--report " + printable(options.report) +
                     ": must be text, json, markdown, html or junit");
  const report::Report report = report_of(Plan::load(path), options, out);
  const int target = options.emit ? STDERR_FILENO : STDOUT_FILENO;
  const std::string text =
      report::render(report, *format, wants_color(target) ? report::Color::on : report::Color::off);
  if (options.emit) {
    const Descriptor standard_error(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3));
    if (standard_error) write_all(standard_error, text, "standard error");
  } else {
    out.write(text);
  }
  return report.answer == Answer::pass   ? Status::done
         : report.answer == Answer::stop ? Status::stop
                                         : Status::hold;
}

}  // namespace

}  // namespace evidence::tool

int main(int argc, char** argv) {
  using namespace evidence::tool;
  Tool tool("verify-runtime", "Holds the records of a start against the plan: may this start serve?");
  Options options;
  declare(tool.options(), options);
  return tool.run(argc, argv, [&](const Output& out) { return run(tool, options, out); });
}
