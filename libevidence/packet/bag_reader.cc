#include "bag_reader.h"

#include <algorithm>

#include "packer.h"

namespace evidence::packet {

namespace {

constexpr std::size_t kMaxReceipt = std::size_t{384} << 20;
constexpr std::size_t kMaxTagFile = std::size_t{512} << 20;
constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr std::string_view kData = "data/";

std::string read_bytes(const tar::ReadAt& read_at, const tar::Member& member, std::size_t limit,
                       std::string_view name) {
  if (member.size > limit)
    throw FormatError(name, member.path, "is larger than " + std::to_string(limit) + " bytes");
  std::string bytes(static_cast<std::size_t>(member.size), '\0');
  read_at(member.offset, bytes.data(), bytes.size());
  return bytes;
}

}  // namespace

BagReader::BagReader(tar::ReadAt read_at, std::uint64_t size, std::string_view name)
    : read_at_(std::move(read_at)), name_(name) {
  const tar::Index index = tar::read_index(read_at_, size, name);
  mtime_ = index.mtime;
  if (index.members.empty()) throw FormatError(name, "", "is an empty archive");
  base_ = index.members.front().path.substr(0, index.members.front().path.find('/'));
  for (tar::Member member : index.members) {
    if (member.path.compare(0, base_.size() + 1, base_ + "/") != 0)
      throw FormatError(name, printable(member.path), "is outside the folder " + base_);
    member.path.erase(0, base_.size() + 1);
    if (member.path.compare(0, kData.size(), kData) == 0) {
      payload_.push_back(std::move(member));
    } else {
      tags_.emplace(member.path, member);
    }
  }
  signed_ = tags_.count(std::string(kSignedReceipt)) > 0;
  const std::string_view receipt_name = signed_ ? kSignedReceipt : kPlainReceipt;
  const std::string_view wanted[] = {"bag-info.txt", "bagit.txt", "manifest-sha256.txt", receipt_name,
                                     "tagmanifest-sha256.txt"};
  for (const std::string_view path : wanted) tag(path);
  if (tags_.size() != std::size(wanted))
    throw FormatError(name, "", "has files beside data/ that no packet has");
  receipt_ = read_bytes(read_at_, tag(receipt_name), kMaxReceipt, name_);
}

const tar::Member& BagReader::tag(std::string_view path) const {
  const auto found = tags_.find(path);
  if (found == tags_.end()) throw FormatError(name_, std::string(path), "is missing: not a packet");
  return found->second;
}

std::string BagReader::content(const tar::Member& member, std::size_t limit) const {
  return read_bytes(read_at_, member, limit, name_);
}

Digest BagReader::hash_member(const tar::Member& member, Progress* progress) const {
  Sha256 hash;
  std::string buffer(static_cast<std::size_t>(std::min<std::uint64_t>(member.size, kChunk)), '\0');
  for (std::uint64_t done = 0; done < member.size;) {
    const std::size_t want =
        static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), member.size - done));
    read_at_(member.offset + done, buffer.data(), want);
    hash.update({buffer.data(), want});
    done += want;
    if (progress != nullptr) progress->bytes_done += want;
  }
  if (progress != nullptr) ++progress->files_done;
  return hash.finish();
}

std::vector<PayloadFile> BagReader::hash_payload(Progress* progress) const {
  std::vector<PayloadFile> files;
  for (const tar::Member& member : payload_) {
    files.push_back({member.path, member.size, sha256("")});
    if (progress != nullptr) progress->bytes_total += member.size;
  }
  share_work(files.size(), [&](std::size_t at) { files[at].digest = hash_member(payload_[at], progress); });
  return files;
}

void BagReader::check_tag_files(const std::vector<PayloadFile>& payload, Timestamp time,
                                std::string_view identifier, std::vector<Finding>& findings) const {
  std::uint64_t octets = 0;
  for (const PayloadFile& file : payload) octets += file.size;
  const std::string info = bag_info(octets, payload.size(), time, identifier);
  const std::string manifest = bag_manifest(payload);
  const auto entry = [](std::string_view path, std::string_view bytes) {
    return PayloadFile{std::string(path), bytes.size(), sha256(bytes)};
  };
  const std::string tags = bag_manifest({entry("bag-info.txt", info), entry("bagit.txt", kBagDeclaration),
                                         entry("manifest-sha256.txt", manifest),
                                         entry(signed_ ? kSignedReceipt : kPlainReceipt, receipt_)});
  const std::pair<std::string_view, std::string_view> wanted[] = {{"bag-info.txt", info},
                                                                  {"bagit.txt", kBagDeclaration},
                                                                  {"manifest-sha256.txt", manifest},
                                                                  {"tagmanifest-sha256.txt", tags}};
  for (const auto& [path, bytes] : wanted) {
    if (read_bytes(read_at_, tag(path), kMaxTagFile, name_) == bytes) continue;
    Finding finding{Result::stop, "tag-file"};
    finding.name = std::string(path);
    finding.detail = "is not what payload, receipt and time give";
    findings.push_back(std::move(finding));
  }
  if (mtime_ != time.nanoseconds() / 1'000'000'000) {
    Finding finding{Result::stop, "packet-form"};
    finding.expected = std::to_string(time.nanoseconds() / 1'000'000'000);
    finding.seen = std::to_string(mtime_);
    finding.detail = "the members' time is not the receipt's";
    findings.push_back(std::move(finding));
  }
}

}  // namespace evidence::packet
