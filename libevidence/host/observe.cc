#include <cstdint>
#include <limits>

#include "absent.h"
#include "arguments.h"
#include "env_file.h"
#include "environment.h"
#include "evidence/host.h"
#include "facts.h"
#include "files.h"
#include "image.h"
#include "mapped.h"
#include "mounts.h"
#include "observations.h"
#include "process.h"
#include "process_record.h"
#include "reporter.h"
#include "trees.h"

namespace evidence::host {
namespace {

void check_usage(const Request& request) {
  if (request.pid && (*request.pid < 1 || *request.pid > std::numeric_limits<std::int32_t>::max())) {
    throw UsageError("pid " + std::to_string(*request.pid) + ": no process can have it");
  }
  if (request.pid && !request.root.empty()) {
    throw UsageError("root " + printable(request.root) + ": a process has its own root");
  }
  check_facts(request);
  check_absent(request);
}

Seen look(const World& world, const Request& request, Reporter& reporter, Progress* progress) {
  std::optional<Process> process;
  if (request.pid) {
    process = Process::open(world, *request.pid, reporter);
  }
  const bool everything = request.share == Share::everything;
  if (process) {
    observe_identity(world, *process, reporter, progress);
  }
  if (process && everything) {
    observe_mapped(*process, request, reporter, progress);
    observe_mounts(*process, request.watch, reporter, progress);
    observe_environment(*process, request.watch, request.key, reporter);
    observe_arguments(*process, request.watch, request.key, reporter);
  }
  observe_files(process, request, reporter, progress);
  if (everything) {
    observe_trees(process, request, reporter, progress);
    observe_images(process, request, reporter);
    observe_env_files(request, reporter);
    observe_absent(world, process, request, reporter);
    observe_facts(request, reporter);
    observe_observations(process, request, reporter);
  }
  if (process) {
    process->look_again(reporter);
  }
  return reporter.seen();
}

}  // namespace

Seen observe(const World& world, const Request& request, const std::function<void(const RecordBody&)>& emit,
             Progress* progress) {
  check_usage(request);
  Reporter reporter(emit);
  try {
    return look(world, request, reporter, progress);
  } catch (const EmitFailure& failure) {
    std::rethrow_exception(failure.cause);
  }
}

}  // namespace evidence::host
