#include "pin_records.h"

#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <optional>

#include "evidence/host.h"
#include "evidence/manifest.h"
#include "launcher.h"
#include "scout.h"

namespace evidence::tool {

namespace {

std::string only_or_given(const std::string& given, const std::vector<std::string>& all,
                          std::string_view what) {
  if (!given.empty()) return given;
  if (all.size() == 1) return all.front();
  throw UsageError("the plan has " + std::to_string(all.size()) + " " + std::string(what) + "s; name one");
}

StreamKey key_with_plan(const PinOptions& options, const Plan& plan) {
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

StreamKey key_without_plan(const PinOptions& options) {
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
WatchList watch_all(const PinOptions& options) {
  WatchList watch;
  if (options.pid > 0) {
    watch.mounts_under.push_back("/");
    watch.mapped = WatchList::Mapped::all;
  }
  return watch;
}

std::optional<std::uint32_t> parse_count(std::string_view text) {
  constexpr std::uint32_t kMostShards = 99999;
  std::uint32_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = code == std::errc() && end == text.data() + text.size() && !text.starts_with('0');
  return whole && value <= kMostShards ? std::optional(value) : std::nullopt;
}

// "2/8". The files of a plan are dealt out; the first one takes everything else too.
void take_shard(const std::string& text, StreamKey& key, host::Request& request) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto number = parse_count(std::string_view(text).substr(0, slash));
  const auto of = parse_count(std::string_view(text).substr(std::min(slash + 1, text.size())));
  if (!number || !of || *of < 2 || *number > *of)
    throw UsageError("--shard " + printable(text) + ": must be I/N, as 2/8, with I from 1 to N");
  key.shard = *number;
  key.shards = *of;
  std::vector<std::string> files;
  for (std::size_t at = key.shard - 1; at < request.watch.files.size(); at += key.shards)
    files.push_back(request.watch.files[at]);
  request.watch.files = std::move(files);
  if (key.shard > 1) request.share = host::Share::files;
}

void add_absent(const PinOptions& options, host::Request& request) {
  using Thing = host::AbsentQuery::Thing;
  for (const std::string& query : options.absent) {
    if (query.starts_with("proc=")) {
      request.absent.push_back({Thing::process, query.substr(5)});
    } else if (query.starts_with("port=")) {
      request.absent.push_back({Thing::port, query.substr(5)});
    } else {
      throw UsageError("--absent " + printable(query) + ": must be proc=GLOB or port=N");
    }
  }
}

void add_facts(const PinOptions& options, host::Request& request) {
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
         key.rank +
         (key.shards > 1 ? "." + std::to_string(key.shard) + "of" + std::to_string(key.shards) : "") +
         ".ndjson";
}

// Names what it is about once, also where the reason begins with it.
std::string message_of(const ErrorRecord& error) {
  const std::string subject = error.name.empty() ? error.about : printable(error.name);
  const std::string reason = printable(error.reason);
  return reason.starts_with(subject + ": ") ? reason : subject + ": " + reason;
}

class PinRecords {
 public:
  PinRecords(const Tool& tool, const PinOptions& options) : tool_(tool), options_(options) {}

  Status run(const Output& out) {
    const std::string path = plan_path(options_.plan);
    std::optional<Plan> plan;
    if (!path.empty()) plan = Plan::load(path);
    check(plan);
    StreamKey key = plan ? key_with_plan(options_, *plan) : key_without_plan(options_);
    if (plan && plan->manifest().role(key.role)->life != Life::none && options_.pid == 0)
      throw UsageError("the role " + key.role + " has a process: give its -p PID");
    host::Request request = ask(plan, key);
    if (!options_.shard.empty()) take_shard(options_.shard, key, request);
    return observe(key, request, out);
  }

 private:
  void check(const std::optional<Plan>& plan) const {
    if (plan && !options_.paths.empty())
      throw UsageError(
          "with a plan the plan says what is looked at; give no PATH, or an empty EVIDENCE_PLAN");
    if (!plan && !options_.shard.empty()) throw UsageError("--shard shares the files of a plan: give -m");
    const bool asked = plan || options_.pid > 0 || !options_.paths.empty() || !options_.images.empty() ||
                       !options_.env_files.empty() || !options_.absent.empty() || !options_.facts.empty();
    if (!asked) throw UsageError("nothing to look at: give -m, -p or PATH");
    if (options_.pid > 0 && !options_.root.empty()) throw UsageError("-p has a root of its own; give no -C");
    if (options_.memory && options_.pid == 0) throw UsageError("--memory is a process's: give -p");
  }

  host::Request ask(const std::optional<Plan>& plan, const StreamKey& key) const {
    host::Request request;
    request.watch = plan ? plan->watch_list(key.role, key.rank, key.start, key.moment) : watch_all(options_);
    if (options_.pid > 0) request.pid = options_.pid;
    request.root = options_.root;
    request.trees = {options_.paths, tree_options(options_),
                     options_.dir_hash ? host::Trees::DirHash::make : host::Trees::DirHash::skip};
    request.memory = options_.memory ? host::Memory::compare : host::Memory::skip;
    request.image_files = options_.images;
    request.env_files = options_.env_files;
    add_absent(options_, request);
    if (!options_.key_file.empty()) request.key = host::CampaignKey::read(options_.key_file);
    add_facts(options_, request);
    if (plan) refuse_unplanned_facts(request);
    request.observation_files = options_.observations;
    request.run = key.run;
    request.start = key.start;
    request.jobs = static_cast<unsigned>(options_.jobs);
    return request;
  }

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
    const Interruption interruption(progress);
    const ProgressDisplay display(progress);
    const Scout scout(options_.pid > 0 ? std::vector<std::string>() : options_.paths, options_, progress);
    const host::Seen seen = host::observe(
        world, request,
        [&](const RecordBody& body) {
          if (const auto* error = std::get_if<ErrorRecord>(&body)) {
            tool_.complain(message_of(*error));
          } else if (const auto* absent = std::get_if<AbsentRecord>(&body); absent && absent->found > 0) {
            tool_.complain(absent->thing + " " + printable(absent->name) + ": should be absent, found " +
                           std::to_string(absent->found));
          } else if (const auto* entry = std::get_if<EntryRecord>(&body); entry && !entry->entered) {
            tool_.complain(printable(entry->path) +
                           ": note: is on another file system and was not entered; see --cross-mounts");
          }
          put(body);
        },
        &progress);
    if (!opened) writer.write(open);
    writer.close(Timestamp::now());
    switch (seen) {
      case host::Seen::complete:
        return Status::done;
      case host::Seen::incomplete:
        return Status::hold;
      case host::Seen::wrong:
        break;
    }
    return Status::stop;
  }

  const Tool& tool_;
  const PinOptions& options_;
};

}  // namespace

Status write_records(const Tool& tool, const PinOptions& options, const Output& out) {
  return PinRecords(tool, options).run(out);
}

}  // namespace evidence::tool
