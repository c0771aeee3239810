#pragma once

// A live process and its machine, or plain paths, plus a watch list → records.
//
// The observer opens everything about a process once, relative to descriptors, and looks at the process's
// identity again after all other reads: if it changed, the stream gets an error record and proves nothing. It
// writes nothing, needs no plan and never guesses: what it could not see is an error record.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evidence/base.h"
#include "evidence/digest.h"
#include "evidence/record.h"

namespace evidence::host {

// The outside world, so that a test can supply a fixture.
struct World {
  std::string proc_root = "/proc";
  std::string machine_id_path = "/etc/machine-id";
};

// The campaign key under which values that are not public are recorded.
class CampaignKey {
 public:
  // Reads a key file: at least 32 bytes, at most 4096, and not readable by others (mode 0077 bits clear;
  // UsageError otherwise).
  static CampaignKey read(const std::string& path);
  // The first 16 hexadecimal digits of HMAC(key, "libevidence key id"); tells keys apart, says nothing about
  // them.
  std::string id() const;
  // HMAC(key, domain NUL name NUL value): equal values of one name can be compared, nothing can be guessed.
  Keyed hide(std::string_view domain, std::string_view name, std::string_view value) const;

 private:
  explicit CampaignKey(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string bytes_;
};

// Who and where: the open record of this machine, now.
OpenRecord describe_machine(const World& world, const std::optional<CampaignKey>& key);

// Whether mapped code in memory is compared with the files that it came from.
enum class Memory { skip, compare };

// What should not be there.
struct AbsentQuery {
  enum class Thing { process, port } thing = Thing::process;
  std::string name;  // a glob over process names; a port's number
};

// Files and trees that are looked at without a plan.
struct Trees {
  std::vector<std::string> paths;  // any bytes; a folder stands for its whole tree
  TreeOptions options;
  enum class DirHash { skip, make } dir_hash = DirHash::skip;
};

// What of an observation that several calls share is this one's: all but the first look at files alone, and
// at the process's identity, which binds them.
enum class Share { everything, files };

struct Request {
  Share share = Share::everything;
  std::optional<std::int64_t> pid;  // observe this live process
  std::string root;  // without a pid: paths are resolved below this folder ("" = the caller's own paths)
  WatchList watch;
  Trees trees;
  std::optional<CampaignKey> key;
  Memory memory = Memory::skip;
  std::vector<std::string> image_files;  // what docker or podman inspect printed (reported)
  std::vector<std::string> env_files;    // in docker's format (reported)
  std::vector<AbsentQuery> absent;
  std::vector<std::pair<std::string, std::string>> facts;  // --fact NAME=VALUE (declared)
  std::vector<std::pair<std::string, std::string>>
      fact_files;  // --fact NAME=@FILE: the file's text without the last line feed (reported)
  std::vector<std::string> observation_files;  // rows; the run id and start they must carry:
  std::string run;
  std::string start;
  unsigned jobs = 0;  // threads that hash; 0: one a core
};

// What the observation came to.
enum class Seen {
  complete,    // every record that was asked for is there
  incomplete,  // at least one error record was written (exit status 3)
  wrong,       // something that should be absent was found (exit status 1)
};

// Looks and emits records, without open and close. Order is fixed by the request whatever `jobs` is: process,
// mapped code, mounts, environment, arguments, files (sorted), trees, images, what should be absent, facts,
// observations. Emits ErrorRecord for all that could
// not be seen; throws only for usage.
Seen observe(const World& world, const Request& request, const std::function<void(const RecordBody&)>& emit,
             Progress* progress = nullptr);

// One line of /proc/PID/mountinfo (proc(5)), with octal escapes undone. Throws FormatError.
MountRecord parse_mountinfo_line(std::string_view line);
// The parts of argv as records: see the rules in evidence-record(5). `publish` says how a value of that
// option is written.
std::vector<ArgvRecord> split_arguments(
    const std::vector<std::string>& arguments,
    const std::function<MaybeSecret(std::string_view option, std::string_view value)>& publish);

}  // namespace evidence::host
