#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <array>
#include <cstdio>

#include "evidence/digest.h"

namespace evidence {
namespace {

// In the order of EntryKind.
constexpr std::string_view kLetters = "fdlpscb";
constexpr char kNotEntered = 'm';

std::string content_of(const TreeEntry& entry) {
  switch (entry.kind) {
    case EntryKind::file:
      return entry.digest ? entry.digest->render() : "-";
    case EntryKind::symlink:
      return sha256(entry.target).render();
    case EntryKind::character_device:
    case EntryKind::block_device:
      return std::to_string(major(entry.status.special)) + ":" + std::to_string(minor(entry.status.special));
    default:
      return "-";
  }
}

std::string path_of(const TreeEntry& entry) {
  if (entry.kind != EntryKind::directory) {
    return entry.path;
  }
  return (entry.path.empty() ? "." : entry.path) + "/";
}

}  // namespace

// "f 0644 <64 hex> lib/a.so" and a NUL.
void TreeDigest::add(const TreeEntry& entry) {
  const char letter = entry.entered ? kLetters[static_cast<std::size_t>(entry.kind)] : kNotEntered;
  std::array<char, 16> head{};
  std::snprintf(head.data(), head.size(), "%c %04o ", letter, entry.status.mode & kPermissionBits);
  hash_.update(head.data());
  hash_.update(content_of(entry));
  hash_.update(" ");
  hash_.update(path_of(entry));
  hash_.update(std::string_view("\0", 1));
}

Digest TreeDigest::finish() {
  return hash_.finish();
}

// Go's Hash1: "<64 hex>  <path>" and a line feed for each file, sorted by path.
void DirHash1::add(const TreeEntry& entry) {
  if (entry.kind == EntryKind::directory && entry.entered) {
    return;
  }
  if (!entry.digest || entry.path.find('\n') != std::string::npos) {
    defined_ = false;
    return;
  }
  hash_.update(entry.digest->render() + "  " + entry.path + "\n");
}

std::optional<Digest> DirHash1::finish() {
  const Digest digest = hash_.finish();
  return defined_ ? std::optional(digest) : std::nullopt;
}

}  // namespace evidence
