#include "bag.h"

#include <algorithm>

namespace evidence::packet {

std::string bag_info(std::uint64_t octets, std::size_t files, Timestamp time, std::string_view identifier) {
  // RFC 8493 §2.2.2: Payload-Oxum is "octets.streams"; dates are YYYY-MM-DD.
  return "Bagging-Date: " + time.render().substr(0, 10) +
         "\nExternal-Identifier: " + std::string(identifier) + "\nPayload-Oxum: " + std::to_string(octets) +
         "." + std::to_string(files) + "\n";
}

std::string bag_manifest(const std::vector<PayloadFile>& files) {
  std::vector<const PayloadFile*> sorted;
  for (const PayloadFile& file : files) sorted.push_back(&file);
  std::sort(sorted.begin(), sorted.end(),
            [](const PayloadFile* a, const PayloadFile* b) { return a->path < b->path; });
  std::string text;
  for (const PayloadFile* file : sorted) text += file->digest.render() + "  " + file->path + "\n";
  return text;
}

}  // namespace evidence::packet
