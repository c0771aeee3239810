// pin-hash: what is there on one rank, as records or as a list of digests.

#include "pin_check.h"
#include "pin_lists.h"
#include "pin_options.h"
#include "pin_records.h"

int main(int argc, char** argv) {
  using namespace evidence::tool;
  Tool tool("pin-hash", "Records what is there on one rank: files, mounts, environment, arguments, process.");
  PinOptions options;
  declare(tool.options(), options);
  return tool.run(argc, argv, [&](const Output& out) {
    allow_many_files();
    switch (job_of(options)) {
      case PinJob::records:
        return write_records(tool, options, out);
      case PinJob::list:
        return write_list(tool, options, out);
      case PinJob::check:
        break;
    }
    return check_lists(tool, options, out);
  });
}
