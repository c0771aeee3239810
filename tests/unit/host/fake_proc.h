#pragma once

// A folder in the form of /proc, for what no live process can be made to show.

#include <cstdint>
#include <string>
#include <string_view>

#include "evidence/host.h"
#include "temp_folder.h"

namespace evidence::host {

struct FakeStat {
  std::string name = "engine";
  char state = 'S';
  std::int64_t parent = 0;
  std::int64_t start_ticks = 100;
  std::int64_t threads = 1;
  std::uint64_t environment_size = 0;
};
std::string render_stat(std::int64_t pid, const FakeStat& stat);

class FakeProc {
 public:
  FakeProc();
  World world() const { return {.proc_root = folder_.path(), .machine_id_path = folder_ / "machine-id"}; }
  // A process with everything in place: an executable, no arguments, no environment, the root folder root().
  void add(std::int64_t pid, const FakeStat& stat = {});
  // Replaces one entry.
  std::string write(std::int64_t pid, std::string_view entry, std::string_view bytes) const;
  std::string path(std::int64_t pid, std::string_view entry) const;
  std::string root() const { return folder_ / "root"; }
  const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

// An auxiliary vector with AT_RANDOM at this address, in words of that size, and no other value.
std::string auxiliary_vector(std::uint64_t random_address, std::size_t word = 8);

}  // namespace evidence::host
