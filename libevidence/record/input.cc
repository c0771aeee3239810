#include "input.h"

#include <dirent.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace evidence::record {

namespace {

constexpr std::size_t kChunk = 256 << 10;
constexpr std::string_view kSuffix = ".ndjson";

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

void wait_until_readable(const Descriptor& input, std::string_view name) {
  pollfd waiting{input.get(), POLLIN, 0};
  if (poll(&waiting, 1, -1) < 0 && errno != EINTR) throw_errno("poll", name);
}

}  // namespace

void read_chunks(const Descriptor& input, std::string_view name,
                 const std::function<void(std::string_view)>& take) {
  std::string chunk(kChunk, '\0');
  for (;;) {
    const ssize_t count = read(input.get(), chunk.data(), chunk.size());
    if (count == 0) return;
    if (count > 0) {
      take(std::string_view(chunk).substr(0, static_cast<std::size_t>(count)));
    } else if (errno == EAGAIN) {
      wait_until_readable(input, name);
    } else if (errno != EINTR) {
      throw_errno("read", name);
    }
  }
}

std::vector<std::string> record_files(const std::string& folder) {
  const std::unique_ptr<DIR, CloseFolder> open(opendir(folder.c_str()));
  if (!open) throw_errno("opendir", folder);
  std::vector<std::string> paths;
  for (;;) {
    errno = 0;
    const dirent* entry = readdir(open.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name.ends_with(kSuffix))
      paths.push_back(folder + (folder.ends_with('/') ? "" : "/") + std::string(name));
  }
  if (errno != 0) throw_errno("readdir", folder);
  std::ranges::sort(paths);
  return paths;
}

}  // namespace evidence::record
