#include "pin_options.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

namespace evidence::tool {

namespace {

constexpr std::int64_t kMaxPid = 4194304;  // PID_MAX_LIMIT
constexpr std::int64_t kMaxJobs = 1024;

// An option that was given, and its name for a message.
struct Given {
  bool given;
  std::string_view name;
};

void refuse(std::initializer_list<Given> options, std::string_view beside) {
  for (const Given& option : options) {
    if (option.given) throw UsageError(std::string(option.name) + " does not go with " + std::string(beside));
  }
}

void refuse_records_options(const PinOptions& options, std::string_view beside) {
  refuse({{!options.plan.empty(), "-m"},
          {!options.role.empty(), "--role"},
          {!options.rank.empty(), "-r"},
          {!options.start.empty(), "-s"},
          {!options.moment.empty(), "--moment"},
          {options.pid > 0, "-p"},
          {!options.images.empty(), "--image"},
          {!options.env_files.empty(), "--env-file"},
          {!options.facts.empty(), "--fact"},
          {!options.absent.empty(), "--absent"},
          {!options.observations.empty(), "--observations"},
          {!options.key_file.empty(), "--env-key"},
          {options.memory, "--memory"},
          {!options.shard.empty(), "--shard"},
          {options.dir_hash, "--dir-hash"}},
         beside);
}

}  // namespace

void declare(CommandLine& line, PinOptions& options) {
  line.text("-m,--plan=PLAN", options.plan, "manifest or registration; default EVIDENCE_PLAN");
  line.text("--role=ROLE", options.role, "role in the plan; default the only one");
  line.text("-r,--rank=RANK", options.rank, "rank; default the launcher's");
  line.text("-s,--start=START", options.start, "planned start");
  line.text("--moment=MOMENT", options.moment, "planned moment; default the only one");
  line.number("-p,--pid=PID", options.pid, 1, kMaxPid, "observe this live process");
  line.text("-C,--root=FOLDER", options.root, "resolve paths below this folder");
  line.list("--image=FILE", options.images, "what docker or podman inspect printed of an image or container");
  line.list("--env-file=FILE", options.env_files, "variables in docker's env-file format");
  line.list("--fact=NAME=VALUE", options.facts,
            "a stated fact (declared), or with @FILE as VALUE that file's text (reported)");
  line.list("--absent=proc=GLOB|port=N", options.absent,
            "that no process has such a name, or nothing listens on that port");
  line.list("--observations=FILE", options.observations, "file of rows that the process writes");
  line.text("--env-key=FILE", options.key_file, "campaign key under which hidden values are recorded");
  line.flag("--memory", options.memory, "compare mapped code in memory with its files");
  line.text("--shard=I/N", options.shard, "share the files among N calls; this is number I");
  line.text("-o,--output=PATH", options.output, "file, or folder for START.MOMENT.ROLE.RANK.ndjson");
  line.text("--format=FORMAT", options.format, "records (default), sha256sum, bsd or mtree");
  line.flag("--tag", options.tag, "the same as --format bsd");
  line.flag("-z,--zero", options.zero, "lines of a list end with NUL, and names have no escapes");
  line.list("-c,--check=SUMS", options.lists, "compare the files that a list names with it; - is stdin");
  line.flag("--exact", options.exact, "with -c: a file that no list names is a difference");
  line.flag("--follow", options.follow, "follow symbolic links in trees");
  line.flag("--cross-mounts", options.cross, "enter other file systems in trees");
  line.flag("--dir-hash", options.dir_hash, "record in-toto's dirHash1 of each tree");
  line.number("-j,--jobs=N", options.jobs, 1, kMaxJobs, "threads that hash; default one a core");
  line.arguments("PATH", options.paths, "files and trees, where no plan says what to look at");
}

PinJob job_of(const PinOptions& options) {
  if (std::ranges::find(options.paths, "") != options.paths.end())
    throw UsageError("a PATH is empty (a variable that is not set?)");
  const bool records = options.format == "records" && !options.tag;
  if (options.tag && options.format != "records" && options.format != "bsd")
    throw UsageError("--tag and --format " + options.format + " exclude each other");
  if (!options.lists.empty()) {
    refuse_records_options(options, "-c");
    refuse({{!records, "--format"}, {!options.paths.empty(), "PATH"}, {!options.output.empty(), "-o"}}, "-c");
    return PinJob::check;
  }
  refuse({{options.exact, "--exact"}}, "a call without -c");
  if (records) {
    refuse({{options.zero, "-z"}}, "records; give --format sha256sum or bsd, or -c");
    return PinJob::records;
  }
  for (const std::string_view known : {"records", "sha256sum", "bsd", "mtree"}) {
    if (options.format != known) continue;
    refuse_records_options(options, "--format " + options.format);
    if (options.paths.empty()) throw UsageError("which files? give PATH, or - for standard input");
    if (options.format == "mtree") refuse({{options.zero, "-z"}}, "--format mtree");
    return PinJob::list;
  }
  throw UsageError("--format " + printable(options.format) + ": must be records, sha256sum, bsd or mtree");
}

namespace {

// Where standard output goes, if that is a file: it may lie in a tree that is listed.
std::optional<TreeOptions::FileId> output_file(const PinOptions& options) {
  struct stat status {};
  if (!options.output.empty() || fstat(STDOUT_FILENO, &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  return TreeOptions::FileId{status.st_dev, status.st_ino};
}

}  // namespace

TreeOptions tree_options(const PinOptions& options) {
  return {.links = options.follow ? Links::follow : Links::record,
          .mounts = options.cross ? Mounts::cross : Mounts::stay,
          .contents = Contents::hash,
          .jobs = static_cast<unsigned>(options.jobs),
          .output = output_file(options)};
}

Descriptor open_base(const PinOptions& options) {
  if (options.root.empty()) return Descriptor();
  try {
    return open_directory(options.root);
  } catch (const SystemError& error) {
    throw UsageError("-C " + std::string(error.what()));
  }
}

}  // namespace evidence::tool
