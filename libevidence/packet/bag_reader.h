#pragma once

// A packet's bag as it lies in the tar: its parts by path, and whether its tag files are what they must be.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bag.h"
#include "evidence/judge.h"
#include "evidence/tar.h"

namespace evidence::packet {

class BagReader {
 public:
  // Throws FormatError when the tar is not in the strict form, holds more than one folder, or lacks a part
  // that every packet has.
  BagReader(tar::ReadAt read_at, std::uint64_t size, std::string_view name);

  const std::string& base() const { return base_; }
  std::int64_t mtime() const { return mtime_; }
  // The payload, paths without the base folder, sorted.
  const std::vector<tar::Member>& payload() const { return payload_; }
  bool is_signed() const { return signed_; }
  // The bytes of the receipt's file, a statement or an envelope.
  const std::string& receipt() const { return receipt_; }

  // The content of a payload member, at most `limit` bytes.
  std::string content(const tar::Member& member, std::size_t limit) const;
  // Digests of the payload, in order, by as many threads as there are cores.
  std::vector<PayloadFile> hash_payload(Progress* progress) const;

  // Remakes every tag file from the payload's digests, the receipt's file, time and identifier and adds a
  // STOP for each that differs.
  void check_tag_files(const std::vector<PayloadFile>& payload, Timestamp time, std::string_view identifier,
                       std::vector<Finding>& findings) const;

 private:
  const tar::Member& tag(std::string_view path) const;
  Digest hash_member(const tar::Member& member, Progress* progress) const;
  tar::ReadAt read_at_;
  std::string name_;
  std::string base_;
  std::int64_t mtime_ = 0;
  std::vector<tar::Member> payload_;
  std::map<std::string, tar::Member, std::less<>> tags_;
  bool signed_ = false;
  std::string receipt_;
};

}  // namespace evidence::packet
