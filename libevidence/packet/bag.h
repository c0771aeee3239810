#pragma once

// The tag files of a packet's bag (RFC 8493 §2.1, §2.2): functions of its payload, receipt and time and
// nothing else, so that the checker can make them again and compare.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/base.h"
#include "evidence/digest.h"

namespace evidence::packet {

struct PayloadFile {
  std::string path;  // data/…
  std::uint64_t size = 0;
  Digest digest;
};

inline constexpr std::string_view kBagDeclaration =
    "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";

// bag-info.txt: Payload-Oxum, Bagging-Date, External-Identifier.
std::string bag_info(std::uint64_t octets, std::size_t files, Timestamp time, std::string_view identifier);
// manifest-sha256.txt and tagmanifest-sha256.txt alike: one line a file, sorted by path.
std::string bag_manifest(const std::vector<PayloadFile>& files);

}  // namespace evidence::packet
