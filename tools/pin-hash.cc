// pin-hash: what is there on one rank, as records.

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "evidence/host.h"
#include "evidence/manifest.h"
#include "launcher.h"
#include "tool_main.h"

namespace evidence::tool {

namespace {

constexpr std::int64_t kMaxPid = 4194304;  // PID_MAX_LIMIT
constexpr std::int64_t kMaxJobs = 1024;

struct Options {
  std::string plan;
  std::string role;
  std::string rank;
  std::string start;
  std::string moment;
  std::int64_t pid = 0;
  std::string root;
  std::vector<std::string> facts;
  std::vector<std::string> observations;
  std::string key_file;
  std::string output;
  std::int64_t jobs = 0;
  std::vector<std::string> paths;
};

void declare(CommandLine& line, Options& options) {
  line.text("-m,--plan=PLAN", options.plan, "manifest or registration; default EVIDENCE_PLAN");
  line.text("--role=ROLE", options.role, "role in the plan; default the only one");
  line.text("-r,--rank=RANK", options.rank, "rank; default the launcher's");
  line.text("-s,--start=START", options.start, "planned start");
  line.text("--moment=MOMENT", options.moment, "planned moment; default the only one");
  line.number("-p,--pid=PID", options.pid, 1, kMaxPid, "observe this live process");
  line.text("-C,--root=FOLDER", options.root, "resolve paths below this folder");
  line.list("--fact=NAME=VALUE", options.facts,
            "a stated fact (declared), or with @FILE as VALUE that file's text (reported)");
  line.list("--observations=FILE", options.observations, "file of rows that the process writes");
  line.text("--env-key=FILE", options.key_file, "campaign key under which hidden values are recorded");
  line.text("-o,--output=PATH", options.output, "file, or folder for START.MOMENT.ROLE.RANK.ndjson");
  line.number("-j,--jobs=N", options.jobs, 1, kMaxJobs, "threads that hash; default one a core");
  line.arguments("PATH", options.paths, "files to hash, where no plan says it");
}

std::string only_or_given(const std::string& given, const std::vector<std::string>& all,
                          std::string_view what) {
  if (!given.empty()) return given;
  if (all.size() == 1) return all.front();
  throw UsageError("the plan has " + std::to_string(all.size()) + " " + std::string(what) + "s; name one");
}

StreamKey key_with_plan(const Options& options, const Plan& plan) {
  std::vector<std::string> roles;
  std::vector<std::string> starts;
  for (const Role& role : plan.manifest().roles) roles.push_back(role.name);
  for (const Start& start : plan.manifest().starts) starts.push_back(start.name);
  StreamKey key;
  key.run = plan.run();
  key.role = only_or_given(options.role, roles, "role");
  key.start = only_or_given(options.start, starts, "start");
  key.moment = only_or_given(options.moment, plan.manifest().moments, "moment");
  key.rank = rank_or_launcher(options.rank);
  const Role* role = plan.manifest().role(key.role);
  if (key.rank.empty() && role != nullptr && role->ranks.size() == 1) key.rank = role->ranks.front();
  if (key.rank.empty()) throw UsageError("which rank is this? give -r, or start it under a launcher");
  return key;
}

StreamKey key_without_plan(const Options& options) {
  const auto label = [](const std::string& given, std::string_view fallback, std::string_view option) {
    if (given.empty()) return std::string(fallback);
    if (!is_label(given))
      throw UsageError(std::string(option) + " " + printable(given) +
                       ": is not a label of letters, digits and ._+@-");
    return given;
  };
  const std::string rank = rank_or_launcher(options.rank);
  return {std::string(kNoLabel), label(options.role, kNoLabel, "--role"), label(rank, "0", "--rank"),
          label(options.start, kNoLabel, "--start"), label(options.moment, kNoLabel, "--moment")};
}

// Everything about a process, when nothing says what counts.
WatchList watch_all(const Options& options) {
  WatchList watch;
  watch.files = options.paths;
  if (options.pid > 0) watch.mounts_under.push_back("/");
  return watch;
}

void add_facts(const Options& options, host::Request& request) {
  for (const std::string& fact : options.facts) {
    const std::size_t equals = fact.find('=');
    if (equals == std::string::npos || !is_label(fact.substr(0, equals)))
      throw UsageError("--fact " + printable(fact) + ": must be NAME=VALUE or NAME=@FILE");
    const std::string name = fact.substr(0, equals);
    const std::string value = fact.substr(equals + 1);
    if (!value.empty() && value.front() == '@') {
      request.fact_files.emplace_back(name, value.substr(1));
    } else {
      request.facts.emplace_back(name, value);
    }
  }
}

// An empty list of the host's means that any fact may be stated; a plan without facts means that none may.
void refuse_unplanned_facts(const host::Request& request) {
  if (!request.watch.facts.empty()) return;
  for (const auto& facts : {request.facts, request.fact_files}) {
    if (!facts.empty())
      throw UsageError("--fact " + facts.front().first + ": the plan has no such fact for this role");
  }
}

bool is_folder(const std::string& path) {
  struct stat status {};
  return !path.empty() &&
         (path.back() == '/' || (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)));
}

std::string output_file(const std::string& output, const StreamKey& key) {
  if (!is_folder(output)) return output;
  return output + (output.back() == '/' ? "" : "/") + key.start + "." + key.moment + "." + key.role + "." +
         key.rank + ".ndjson";
}

class PinHash {
 public:
  PinHash(const Tool& tool, const Options& options) : tool_(tool), options_(options) {}

  Status run(const Output& out) {
    const std::string path = plan_path(options_.plan);
    std::optional<Plan> plan;
    if (!path.empty()) plan = Plan::load(path);
    if (plan && !options_.paths.empty())
      throw UsageError(
          "with a plan the plan says what is looked at; give no PATH, or an empty EVIDENCE_PLAN");
    if (!plan && options_.paths.empty() && options_.pid == 0)
      throw UsageError("nothing to look at: give -m, -p or PATH");
    if (options_.pid > 0 && !options_.root.empty()) throw UsageError("-p has a root of its own; give no -C");
    const StreamKey key = plan ? key_with_plan(options_, *plan) : key_without_plan(options_);
    host::Request request;
    request.watch = plan ? plan->watch_list(key.role, key.rank, key.start, key.moment) : watch_all(options_);
    if (plan && plan->manifest().role(key.role)->life != Life::none && options_.pid == 0) {
      throw UsageError("the role " + key.role + " has a process: give its -p PID");
    }
    if (options_.pid > 0) request.pid = options_.pid;
    request.root = options_.root;
    if (!options_.key_file.empty()) request.key = host::CampaignKey::read(options_.key_file);
    add_facts(options_, request);
    if (plan) refuse_unplanned_facts(request);
    request.observation_files = options_.observations;
    request.run = key.run;
    request.start = key.start;
    request.jobs = static_cast<unsigned>(options_.jobs);
    return observe(key, request, out);
  }

 private:
  Status observe(const StreamKey& key, const host::Request& request, const Output& out) {
    if (options_.output.empty())
      return write_stream(key, request, [&](std::string_view line) { out.write(line); });
    Publication publication = Publication::begin(output_file(options_.output, key));
    std::string buffer;
    const Status status = write_stream(key, request, [&](std::string_view line) {
      buffer.append(line);
      if (buffer.size() < (std::size_t{1} << 20)) return;
      publication.write(buffer);
      buffer.clear();
    });
    publication.write(buffer);
    publication.commit();
    return status;
  }

  Status write_stream(const StreamKey& key, const host::Request& request,
                      const StreamWriter::WriteLine& write) {
    const host::World world;
    StreamWriter writer(key, write);
    const OpenRecord open = host::describe_machine(world, request.key);
    bool opened = false;
    // The stream begins when the request has been found good, so that bad usage leaves no torn stream behind.
    const auto put = [&](const RecordBody& body) {
      if (!opened) writer.write(open);
      opened = true;
      writer.write(body);
    };
    Progress progress;
    const ProgressDisplay display(progress);
    const host::Seen seen = host::observe(
        world, request,
        [&](const RecordBody& body) {
          if (const auto* error = std::get_if<ErrorRecord>(&body)) {
            tool_.complain((error->name.empty() ? error->about : printable(error->name)) + ": " +
                           printable(error->reason));
          }
          put(body);
        },
        &progress);
    if (!opened) writer.write(open);
    writer.close(Timestamp::now());
    return seen == host::Seen::complete ? Status::done : Status::hold;
  }

  const Tool& tool_;
  const Options& options_;
};

}  // namespace

}  // namespace evidence::tool

int main(int argc, char** argv) {
  using namespace evidence::tool;
  Tool tool("pin-hash", "Records what is there on one rank: files, mounts, environment, arguments, process.");
  Options options;
  declare(tool.options(), options);
  return tool.run(argc, argv, [&](const Output& out) { return PinHash(tool, options).run(out); });
}
