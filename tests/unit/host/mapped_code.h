#pragma once

// Processes with code mapped from files of the test, and what an observation says of it.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "child.h"
#include "evidence/digest.h"
#include "fake_proc.h"
#include "looked.h"

namespace evidence::host {

namespace fs = std::filesystem;
using Kind = MappedRecord::Kind;
using Via = MappedRecord::Via;

constexpr std::size_t kPage = 4096;
constexpr int kCode = PROT_READ | PROT_EXEC;

inline Request all_mapped_of(std::int64_t pid, Memory memory = Memory::skip) {
  Request request = of_process(pid);
  request.watch.mapped = WatchList::Mapped::all;
  request.memory = memory;
  return request;
}

// Two pages and a half, the first without a zero.
inline std::string code(char letter = 'c') {
  return std::string(kPage, letter) + std::string(kPage, 'd') + std::string(kPage / 2, 'e');
}

inline std::vector<MappedRecord> records_at(const Looked& looked, const std::string& path) {
  std::vector<MappedRecord> found;
  for (const MappedRecord& record : looked.of<MappedRecord>()) {
    if (record.path == path) found.push_back(record);
  }
  return found;
}

inline std::vector<MappedRecord> records_of(const Looked& looked, Kind kind) {
  std::vector<MappedRecord> found;
  for (const MappedRecord& record : looked.of<MappedRecord>()) {
    if (record.kind == kind) found.push_back(record);
  }
  return found;
}

inline void* map_file(const std::string& path, int protection = kCode, int flags = MAP_PRIVATE) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  void* const begin = mmap(nullptr, 3 * kPage, protection, flags, file.get(), 0);
  return begin == MAP_FAILED ? nullptr : begin;
}

inline Child child_with(const std::string& path) {
  return Child::fork_and([&path] { return map_file(path) != nullptr; });
}

// The right to follow the links in map_files.
inline bool may_use_map_files() {
  for (const auto& entry : fs::directory_iterator("/proc/self/map_files")) {
    const Descriptor opened(open(entry.path().c_str(), O_PATH | O_CLOEXEC));
    if (opened || errno == EPERM) return static_cast<bool>(opened);
  }
  return false;
}

// A line of maps that shows this file under a name.
inline std::string line_of(const std::string& path, const std::string& name, std::uint64_t add_to_inode = 0) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  char device[32];
  snprintf(device, sizeof device, "%02x:%02x", major(status.st_dev), minor(status.st_dev));
  return "10000-13000 r-xp 00000000 " + std::string(device) + " " +
         std::to_string(status.st_ino + add_to_inode) + "    " + name + "\n";
}

#define NEED_EXECUTABLE(child) \
  if (!(child).is_ready()) GTEST_SKIP() << "skipped: nothing may be mapped executable here"
#define NEED_MAP_FILES() \
  if (!may_use_map_files()) GTEST_SKIP() << "skipped: map_files needs CAP_CHECKPOINT_RESTORE"

}  // namespace evidence::host
