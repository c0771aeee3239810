#pragma once

// Archives in memory, and archives broken on purpose.

#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/tar.h"

namespace evidence::tar {

struct File {
  std::string path;
  std::string content;
};

inline constexpr std::int64_t kTime = 1764438093;

inline std::string header_bytes(std::string_view path, std::uint64_t size, std::int64_t mtime = kTime) {
  const Block block = make_header(path, size, mtime);
  return std::string(block.data(), block.size());
}

inline std::string with_padding(std::string content) {
  content.resize(padded(content.size()), '\0');
  return content;
}

inline std::string end_blocks() {
  return std::string(2 * kBlock, '\0');
}

inline std::string archive_of(const std::vector<File>& files, std::int64_t mtime = kTime) {
  std::string bytes;
  for (const File& file : files) {
    bytes += header_bytes(file.path, file.content.size(), mtime) + with_padding(file.content);
  }
  return bytes + end_blocks();
}

// Three files: one that needs a prefix and padding, one empty, one of exactly a block.
inline std::vector<File> small_files() {
  return {{"bag/" + std::string(80, 'd') + "/" + std::string(30, 'f'), "seventeen bytes…"},
          {"bag/empty", ""},
          {"bag/whole", std::string(kBlock, 'w')}};
}

inline Index index_of(const std::string& bytes) {
  const ReadAt read_at = [&](std::uint64_t offset, char* into, std::size_t length) {
    if (offset > bytes.size() || length > bytes.size() - offset)
      throw std::logic_error("read beyond the end");
    std::memcpy(into, bytes.data() + offset, length);
  };
  return read_index(read_at, bytes.size(), "x.tar");
}

// The message with which the archive is refused, or "accepted".
inline std::string refusal(const std::string& bytes) {
  try {
    index_of(bytes);
    return "accepted";
  } catch (const FormatError& error) {
    return error.what();
  }
}

inline char flipped(char byte, unsigned bit) {
  return static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << bit));
}

// The header block at `block` with other bytes at `offset` and, as an attacker would do, a checksum that fits
// again.
inline std::string patched(std::string bytes, std::size_t block, std::size_t offset, std::string_view with) {
  bytes.replace(block + offset, with.size(), with);
  bytes.replace(block + 148, 8, 8, ' ');
  unsigned sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) sum += static_cast<unsigned char>(bytes[block + i]);
  char text[8];
  std::snprintf(text, sizeof text, "%06o", sum & 0777777U);
  bytes.replace(block + 148, 7, text, 7);
  return bytes;
}

}  // namespace evidence::tar
