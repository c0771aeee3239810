// check-packet: what does this packet prove to somebody who trusts nobody?

#include <unistd.h>

#include "evidence/packet.h"
#include "evidence/report.h"
#include "tool_main.h"

namespace evidence::tool {

namespace {

struct Options {
  std::string plan;
  std::vector<std::string> trust;
  bool accept_unsigned = false;
  std::string private_folder;
  std::vector<std::string> parents;
  std::vector<std::string> expect;
  std::string report = "text";
  bool list = false;
  std::vector<std::string> packets;
};

void declare(CommandLine& line, Options& options) {
  line.text("-m,--plan=PLAN", options.plan, "your own manifest or registration; default EVIDENCE_PLAN");
  line.list("--trust=PEM", options.trust, "public key that must have signed");
  line.flag("--unsigned", options.accept_unsigned, "accept without a signature: I trust the channel");
  line.text("--private=FOLDER", options.private_folder, "folder of the private evidence");
  line.list("--parent=NAME=PACKET", options.parents, "earlier packet that the plan rests on");
  line.list("--expect=NAME=VALUE", options.expect,
            "what must hold: answer, checkpoint, class, manifest, name, run, standing");
  line.text("--report=FORMAT", options.report, "text, json, markdown, html or junit; default text");
  line.flag("--list", options.list, "only list what is inside, with digests");
  line.required_arguments("PACKET", options.packets, "packets to check");
}

packet::CheckRequest make_request(const Options& options) {
  packet::CheckRequest request;
  const std::string path = plan_path(options.plan);
  if (!path.empty()) request.manifest = path;
  if (options.accept_unsigned && !options.trust.empty())
    throw UsageError("--trust and --unsigned exclude each other");
  for (const std::string& key : options.trust) request.trusted_keys.push_back({key, read_pem(key)});
  request.accept_unsigned = options.accept_unsigned;
  request.private_folder = options.private_folder;
  for (const std::string& text : options.parents) request.parents.push_back(packet::parse_parent(text));
  for (const std::string& text : options.expect)
    request.expectations.push_back(packet::parse_expectation(text));
  return request;
}

report::Report make_report(const std::string& path, packet::Checked checked) {
  report::Report report;
  report.tool = "check-packet";
  report.subject = path;
  report.answer = checked.answer;
  report.head = std::move(checked.head);
  if (!checked.advice.empty()) report.head.emplace_back("for a PASS add", checked.advice);
  report.processes = std::move(checked.processes);
  if (!checked.readings.empty()) report.verdict = checked.readings.front().verdict;
  report.readings = std::move(checked.readings);
  if (checked.plan) {
    report.operators_word = report::operators_word(*checked.plan, checked.findings);
    report.not_proved = report::standing_caveats(*checked.plan);
  }
  report.findings = std::move(checked.findings);
  return report;
}

Status check_one(const std::string& path, const packet::CheckRequest& request, report::Format format,
                 const Output& out) {
  Progress progress;
  packet::Checked checked;
  {
    const ProgressDisplay display(progress);
    checked = packet::check(path, request, &progress);
  }
  const report::Report report = make_report(path, std::move(checked));
  out.write(
      report::render(report, format, wants_color(STDOUT_FILENO) ? report::Color::on : report::Color::off));
  return report.answer == Answer::pass   ? Status::done
         : report.answer == Answer::stop ? Status::stop
                                         : Status::hold;
}

Status run(const Tool& tool, const Options& options, const Output& out) {
  const auto format = report::parse_format(options.report);
  if (!format)
    throw UsageError("--report " + printable(options.report) +
                     ": must be text, json, markdown, html or junit");
  const packet::CheckRequest request = make_request(options);
  Status status = Status::done;
  for (const std::string& path : options.packets) {
    try {
      if (options.list) {
        for (const packet::Listed& one : packet::list(path))
          out.write(one.digest.render() + "  " + one.path + "\n");
      } else {
        status = worse(status, check_one(path, request, *format, out));
      }
    } catch (const Error& error) {
      // One packet that cannot be read does not hide what the others say.
      tool.complain(error.what());
      status = worse(status, Status::trouble);
    }
  }
  return status;
}

}  // namespace

}  // namespace evidence::tool

int main(int argc, char** argv) {
  using namespace evidence::tool;
  Tool tool("check-packet", "Checks a packet offline and says what follows from it.");
  Options options;
  declare(tool.options(), options);
  return tool.run(argc, argv, [&](const Output& out) { return run(tool, options, out); });
}
