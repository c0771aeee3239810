// verify-runtime: may this start serve?

#include <fcntl.h>
#include <unistd.h>

#include "evidence/judge.h"
#include "evidence/manifest.h"
#include "evidence/report.h"
#include "tool_main.h"

namespace evidence::tool {

namespace {

struct Options {
  std::string plan;
  std::vector<std::string> starts;
  std::vector<std::string> moments;
  std::string report = "text";
  bool emit = false;
  std::vector<std::string> records;
};

void declare(CommandLine& line, Options& options) {
  line.text("-m,--plan=PLAN", options.plan, "manifest or registration; default EVIDENCE_PLAN");
  line.list("-s,--start=START", options.starts, "start that is asked about; default all");
  line.list("--moment=MOMENT", options.moments, "moment that is asked about; default all");
  line.text("--report=FORMAT", options.report, "text, json, markdown, html or junit; default text");
  line.flag("--emit", options.emit, "pass the records on to stdout; the report goes to stderr");
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

report::Report make_report(const Plan& plan, const Question& question, Judgement judgement) {
  report::Report report;
  report.tool = "verify-runtime";
  report.subject = subject_of(question);
  report.answer = judgement.answer;
  report.head = {{"plan", plan.manifest().name},
                 {"manifest", "sha256:" + plan.manifest_digest().render()},
                 {"run", plan.run() + (plan.registered() ? "" : " (not registered)")},
                 {"class", std::string(plan_class_name(plan.manifest().plan_class))},
                 {"standing", plan.manifest().standing}};
  if (judgement.time) report.head.emplace_back("time", judgement.time->render());
  report.processes = std::move(judgement.processes);
  report.operators_word = report::operators_word(plan, judgement.findings);
  report.not_proved = report::standing_caveats(plan);
  report.findings = std::move(judgement.findings);
  return report;
}

Status run(const Options& options, const Output& out) {
  const std::string path = plan_path(options.plan);
  if (path.empty()) throw UsageError("which plan? give -m or set EVIDENCE_PLAN");
  const auto format = report::parse_format(options.report);
  if (!format)
    throw UsageError("--report " + printable(options.report) +
                     ": must be text, json, markdown, html or junit");
  const Plan plan = Plan::load(path);
  const Question question = ask(plan.manifest(), options.starts, options.moments);
  Judge judge(plan, question);
  EmittingSink sink(judge, out, options.emit);
  RecordReader reader(sink);
  if (options.records.empty()) reader.read_path("-");
  for (const std::string& records : options.records) reader.read_path(records);
  const report::Report report = make_report(plan, question, judge.finish(reader.finish(), std::nullopt));
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
  return tool.run(argc, argv, [&](const Output& out) { return run(options, out); });
}
