// seal-packet: evidence and what follows from it, in one file that nobody can change unseen.

#include <sys/random.h>

#include <algorithm>
#include <filesystem>

#include "evidence/packet.h"
#include "tool_main.h"

namespace evidence::tool {

namespace {

constexpr std::size_t kMaxBinding = 16 << 20;

struct Options {
  std::string plan;
  std::string output;
  std::string checkpoint;
  std::vector<std::string> evidence;
  std::vector<std::string> private_evidence;
  std::vector<std::string> parents;
  std::vector<std::string> sign;
  std::vector<std::string> expect;
  bool registering = false;
  std::string binding;
  std::vector<std::string> set;
  std::vector<std::string> records;
};

void declare(CommandLine& line, Options& options) {
  line.text("-m,--plan=PLAN", options.plan, "manifest or registration; default EVIDENCE_PLAN");
  line.required_text("-o,--output=PATH", options.output, "the packet's file");
  line.text("--checkpoint=NAME", options.checkpoint, "part of the plan that is sealed; default the only one");
  line.list("--evidence=[NAME=]PATH", options.evidence, "evidence file of the plan");
  line.list("--private=[NAME=]PATH", options.private_evidence, "evidence that stays outside the packet");
  line.list("--parent=NAME=PACKET", options.parents, "earlier packet that the plan rests on");
  line.list("--sign=PEM", options.sign, "Ed25519 private key that signs");
  line.list("--expect=NAME=VALUE", options.expect, "publish only if this holds, such as answer=PASS");
  line.flag("--register", options.registering, "seal the plan itself, before the first start");
  line.text("--binding=FILE", options.binding, "with --register: JSON file of parameter values");
  line.list("--set=NAME=VALUE", options.set, "with --register: value of one parameter");
  line.arguments("RECORDS", options.records, "files of records, or folders of them; default stdin");
}

packet::EvidenceSource evidence_source(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos) return {text.substr(0, equals), text.substr(equals + 1)};
  return {std::filesystem::path(text).filename().string(), text};
}

std::vector<packet::KeyText> read_keys(const std::vector<std::string>& paths) {
  std::vector<packet::KeyText> keys;
  for (const std::string& path : paths) keys.push_back({path, read_pem(path)});
  return keys;
}

std::string random_nonce() {
  std::uint8_t bytes[32];
  std::size_t done = 0;
  while (done < sizeof bytes) {
    const ssize_t got = getrandom(bytes + done, sizeof bytes - done, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_errno("read", "random source");
    done += static_cast<std::size_t>(got);
  }
  return to_hex(bytes);
}

Status register_plan(const Options& options, const std::string& path, const Output& out) {
  if (!options.records.empty() || !options.evidence.empty() || !options.private_evidence.empty() ||
      !options.checkpoint.empty() || !options.expect.empty() || !options.parents.empty()) {
    throw UsageError(
        "a registration holds a plan and no evidence: give no RECORDS, --evidence, --private, --checkpoint, "
        "--parent or --expect");
  }
  Binding binding;
  if (!options.binding.empty())
    binding = Binding::parse(read_file(options.binding, kMaxBinding), options.binding);
  const std::string manifest = options.set.empty() ? "" : read_file(path, kMaxBinding);
  for (const std::string& text : options.set) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) throw UsageError("--set " + printable(text) + ": must be NAME=VALUE");
    binding.set(text.substr(0, equals),
                parameter_from_text(manifest, text.substr(0, equals), text.substr(equals + 1), path));
  }
  const Plan plan = Plan::unregistered(path, binding);
  const packet::Registered registered =
      packet::register_plan(plan, read_keys(options.sign), options.output, Timestamp::now(), random_nonce());
  out.write(render_sums_line({options.output, registered.digest}));
  return Status::done;
}

Status seal(const Tool& tool, const Options& options, const std::string& path, const Output& out) {
  if (!options.binding.empty() || !options.set.empty())
    throw UsageError("--binding and --set go with --register");
  const Plan plan = Plan::load(path);
  packet::SealRequest request;
  request.checkpoint = options.checkpoint;
  request.records = options.records.empty() ? std::vector<std::string>{"-"} : options.records;
  for (const std::string& text : options.evidence) request.evidence.push_back(evidence_source(text));
  for (const std::string& text : options.private_evidence)
    request.private_evidence.push_back(evidence_source(text));
  for (const std::string& text : options.parents) request.parents.push_back(packet::parse_parent(text));
  request.signing_keys = read_keys(options.sign);
  for (const std::string& text : options.expect)
    request.expectations.push_back(packet::parse_expectation(text));
  request.output = options.output;
  Progress progress;
  const ProgressDisplay display(progress);
  const packet::Sealed sealed = packet::seal(plan, request, &progress);
  for (const std::string& unmet : sealed.unmet)
    tool.complain(printable(options.output) + ": not published: " + unmet);
  const std::size_t faults = static_cast<std::size_t>(
      std::count_if(sealed.judgement.findings.begin(), sealed.judgement.findings.end(),
                    [](const Finding& one) { return one.result >= Result::hold; }));
  if (sealed.judgement.answer != Answer::pass) {
    tool.complain(printable(options.output) + ": the answer is " +
                  std::string(answer_name(sealed.judgement.answer)) + " with " + std::to_string(faults) +
                  " findings; see check-packet");
  }
  if (sealed.digest) out.write(render_sums_line({options.output, *sealed.digest}));
  if (sealed.judgement.answer == Answer::stop) return Status::stop;
  if (sealed.judgement.answer == Answer::hold) return Status::hold;
  return sealed.unmet.empty() ? Status::done : Status::stop;
}

}  // namespace

}  // namespace evidence::tool

int main(int argc, char** argv) {
  using namespace evidence::tool;
  Tool tool("seal-packet",
            "Seals records and evidence under a plan, or the plan itself before the first start.");
  Options options;
  declare(tool.options(), options);
  return tool.run(argc, argv, [&](const Output& out) {
    const std::string path = plan_path(options.plan);
    if (path.empty()) throw evidence::UsageError("which plan? give -m or set EVIDENCE_PLAN");
    return options.registering ? register_plan(options, path, out) : seal(tool, options, path, out);
  });
}
