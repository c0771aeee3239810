#pragma once

// What the tests of lists share: names that break line formats, and reading a list down to what can be
// compared.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "evidence/digest.h"

namespace evidence {

inline const std::string kEmptyHex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
inline const std::string kAbcHex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

// Names that one list format or another cannot hold as they are.
inline std::vector<std::string> odd_list_names() {
  return {"plain",   "new\nline", "back\\slash",  "tail\\",      "a\\nb",    "cr\rname",       "end\r",
          " lead",   "trail ",    "*star",        "-dash",       "x) = 00",  "SHA256 (y) = z", "tab\tname",
          "we#ird",  "sp ace",    "#comment",     "equals=sign", "type=dir", "[a]?*",          "\xff\xfe",
          "caf\xe9", "\xc3\xa9",  "\x01\x7f\x1b", "$HOME",       "..."};
}

// Different names of 1 to `longest` bytes, any but NUL and '/'.
inline std::vector<std::string> random_names(std::size_t count, std::size_t longest, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::string> names;
  while (names.size() < count) {
    std::string name(1 + random() % longest, '\0');
    for (char& c : name) {
      do c = static_cast<char>(random() % 256);
      while (c == '\0' || c == '/');
    }
    if (name == "." || name == "..") continue;
    names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

inline ListedEntry listed(std::string path, std::optional<Digest> digest = std::nullopt) {
  ListedEntry entry;
  entry.path = std::move(path);
  entry.digest = digest;
  return entry;
}

inline std::vector<std::string> paths_of(const DigestList& list) {
  std::vector<std::string> paths;
  for (const ListedEntry& entry : list.entries) paths.push_back(entry.path);
  return paths;
}

// "malformed 3: reason" for each.
inline std::vector<std::string> faults_of(const DigestList& list) {
  std::vector<std::string> faults;
  for (const ListFault& fault : list.faults) {
    faults.push_back((fault.kind == ListFault::Kind::doubled ? "doubled " : "malformed ") +
                     std::to_string(fault.line) + ": " + fault.reason);
  }
  return faults;
}

}  // namespace evidence
