#pragma once

// Lays payload, tag files and receipt down as one tar and publishes it.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bag.h"
#include "evidence/base.h"
#include "evidence/digest.h"
#include "evidence/packet.h"

namespace evidence::packet {

// One file of the payload: bytes that are there, or an open regular file.
struct PayloadSource {
  std::string path;  // data/…
  std::string bytes{};
  std::optional<Descriptor> file{};
  std::uint64_t file_size = 0;
  std::uint64_t size() const { return file ? file_size : bytes.size(); }
};

struct PackRequest {
  std::string base;  // the bag's folder
  std::vector<PayloadSource> payload;
  Timestamp time;
  std::string identifier;  // of bag-info.txt
  // The canonical statement, given the payload as it was written.
  std::function<std::string(const std::vector<PayloadFile>& payload)> statement;
  std::vector<KeyText> signing_keys{};  // empty: unsigned
  std::string output;
};

struct Packed {
  Digest digest;
  Published published;
};

// Throws FormatError for names and sizes that the form cannot hold, Error when an open file changed while it
// was read, SystemError, PublishConflict.
Packed pack(PackRequest request, Progress* progress);

// The name of the receipt's file in the bag.
inline constexpr std::string_view kPlainReceipt = "receipt.json";
inline constexpr std::string_view kSignedReceipt = "receipt.dsse.json";

}  // namespace evidence::packet
