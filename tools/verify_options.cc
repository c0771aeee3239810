#include "verify_options.h"

#include "evidence/packet.h"

namespace evidence::tool {

void declare(CommandLine& line, VerifyOptions& options) {
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

void refuse_beside_mode(const VerifyOptions& options) {
  const int modes = int{options.gate} + int{options.lint} + int{options.draft};
  if (modes > 1) throw UsageError("--gate, --lint and --draft: one at a time");
  if (modes == 0) return;
  const std::string mode = options.gate ? "--gate" : options.lint ? "--lint" : "--draft";
  if (!options.starts.empty() || !options.moments.empty() || options.emit)
    throw UsageError(mode + ": give no --start, --moment or --emit");
  if (options.draft && !options.parents.empty()) throw UsageError(mode + ": give no --parent");
  if (options.gate && !options.records.empty())
    throw UsageError("--gate comes before anything starts: give no RECORDS");
}

void read_records(RecordReader& reader, const std::vector<std::string>& paths) {
  if (paths.empty()) reader.read_path("-");
  for (const std::string& records : paths) reader.read_path(records);
}

std::vector<ParentView> read_parents(const Plan& plan, const VerifyOptions& options) {
  std::vector<packet::ParentSource> sources;
  for (const std::string& text : options.parents) sources.push_back(packet::parse_parent(text));
  return packet::read_parents(plan, sources);
}

Judgement lint_plan(const Plan& plan, const VerifyOptions& options) {
  if (options.records.empty()) return lint(plan);
  Recording recording;
  RecordReader reader(recording);
  read_records(reader, options.records);
  return lint(plan, recording, reader.finish(), read_parents(plan, options));
}

Status write_draft(const Tool& tool, const VerifyOptions& options, const Output& out) {
  if (!options.plan.empty()) throw UsageError("--draft makes a plan: give no --plan");
  Recording recording;
  RecordReader reader(recording);
  read_records(reader, options.records);
  const ReadOutcome outcome = reader.finish();
  out.write(draft_manifest(recording));
  for (const Damage& damage : outcome.damages)
    tool.complain(printable(damage.source) + ": " + std::string(damage_kind_name(damage.kind)) + ": " +
                  printable(damage.reason));
  return outcome.damages.empty() ? Status::done : Status::hold;
}

}  // namespace evidence::tool
