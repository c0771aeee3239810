#include "proc_entry.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

namespace evidence::host {

Descriptor open_entry(const Descriptor& process, const std::string& name, int flags) {
  const int extra = (flags & O_PATH) != 0 ? 0 : O_NONBLOCK | O_NOCTTY;
  const int fd = openat(process.get(), name.c_str(), flags | extra | O_CLOEXEC);
  if (fd < 0) {
    throw_errno("open", name);
  }
  return Descriptor(fd);
}

std::string read_entry(const Descriptor& process, const std::string& name) {
  return read_to_end(open_entry(process, name), name, kMaxEntry);
}

std::string read_link_entry(const Descriptor& process, const std::string& name) {
  std::array<char, 4096> text{};
  const ssize_t size = readlinkat(process.get(), name.c_str(), text.data(), text.size());
  if (size < 0) {
    throw_errno("read link", name);
  }
  return std::string(text.data(), static_cast<std::size_t>(size));
}

std::vector<std::string> list_entry(const Descriptor& process, const std::string& name) {
  Descriptor folder = open_entry(process, name, O_RDONLY | O_DIRECTORY);
  const auto close_stream = [](DIR* open) { closedir(open); };
  const std::unique_ptr<DIR, decltype(close_stream)> stream(fdopendir(folder.get()), close_stream);
  if (!stream) {
    throw_errno("list", name);
  }
  folder.release();
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = readdir(stream.get())) {
    if (entry->d_name[0] != '.') {
      names.emplace_back(entry->d_name);
    }
  }
  if (errno != 0) {
    throw_errno("list", name);
  }
  std::ranges::sort(names);
  return names;
}

bool is_gone(const std::error_code& code) {
  return code == std::errc::no_such_file_or_directory || code == std::errc::no_such_process;
}

std::optional<std::uint64_t> namespace_inode(std::string_view link) {
  const std::size_t open = link.find(":[");
  std::uint64_t inode = 0;
  if (open == std::string_view::npos || !link.ends_with(']') ||
      std::from_chars(link.data() + open + 2, link.data() + link.size() - 1, inode).ec != std::errc()) {
    return std::nullopt;
  }
  return inode;
}

}  // namespace evidence::host
