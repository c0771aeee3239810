#include "packer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "dsse.h"
#include "evidence/tar.h"
#include "receipt.h"

namespace evidence::packet {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;

class Packer {
 public:
  Packer(PackRequest request, Progress* progress)
      : request_(std::move(request)),
        progress_(progress),
        mtime_(request_.time.nanoseconds() / 1'000'000'000),
        publication_(Publication::begin(request_.output)) {
    std::sort(request_.payload.begin(), request_.payload.end(),
              [](const PayloadSource& a, const PayloadSource& b) { return a.path < b.path; });
  }

  Packed pack() {
    std::uint64_t octets = 0;
    for (const PayloadSource& source : request_.payload) octets += source.size();
    if (progress_ != nullptr) progress_->bytes_total += octets;
    const std::string info = bag_info(octets, request_.payload.size(), request_.time, request_.identifier);
    add("bag-info.txt", info.size());
    add("bagit.txt", kBagDeclaration.size());
    for (const PayloadSource& source : request_.payload) add(source.path, source.size());
    const std::vector<tar::Member> head = tar::lay_out(sizes_).members;
    write_small(head[0], info);
    write_small(head[1], kBagDeclaration);
    write_payload(head);
    write_tail(info);
    // What the checker would refuse, such as a file above another's path, must not be published.
    tar::read_index(publication_.descriptor(), request_.output);
    const Digest digest = digest_of_file();
    return {digest, publication_.commit()};
  }

 private:
  void add(std::string_view path, std::uint64_t size) {
    sizes_.emplace_back(request_.base + "/" + std::string(path), size);
  }

  void write_header(const tar::Member& member) {
    const tar::Block header = tar::make_header(member.path, member.size, mtime_);
    write_all_at(publication_.descriptor(), {header.data(), header.size()}, member.offset - tar::kBlock,
                 request_.output);
  }

  void write_padding(const tar::Member& member) {
    const std::string zeros(tar::padded(member.size) - member.size, '\0');
    if (!zeros.empty())
      write_all_at(publication_.descriptor(), zeros, member.offset + member.size, request_.output);
  }

  void write_small(const tar::Member& member, std::string_view bytes) {
    write_header(member);
    write_all_at(publication_.descriptor(), bytes, member.offset, request_.output);
    write_padding(member);
  }

  // Members are independent once they are laid out.
  void write_payload(const std::vector<tar::Member>& head) {
    payload_.reserve(request_.payload.size());
    for (const PayloadSource& source : request_.payload)
      payload_.push_back({source.path, source.size(), sha256("")});
    share_work(payload_.size(), [&](std::size_t at) {
      payload_[at].digest = write_source(head[at + 2], request_.payload[at]);
    });
  }

  Digest write_source(const tar::Member& member, const PayloadSource& source) {
    if (!source.file) {
      write_small(member, source.bytes);
      count(source.bytes.size());
      return sha256(source.bytes);
    }
    write_header(member);
    const FileStatus before = file_status(*source.file, source.path);
    Sha256 hash;
    std::string buffer(kChunk, '\0');
    std::uint64_t done = 0;
    while (done < source.file_size) {
      const std::size_t want =
          static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, source.file_size - done));
      const ssize_t got = pread(source.file->get(), buffer.data(), want, static_cast<off_t>(done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw_errno("read", source.path);
      if (got == 0) break;
      const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
      hash.update(bytes);
      write_all_at(publication_.descriptor(), bytes, member.offset + done, request_.output);
      done += bytes.size();
      count(bytes.size());
    }
    const FileStatus after = file_status(*source.file, source.path);
    if (done != source.file_size || before.size != source.file_size || after.size != before.size ||
        after.modified_ns != before.modified_ns || after.changed_ns != before.changed_ns) {
      throw Error(source.path + ": changed while it was sealed");
    }
    write_padding(member);
    return hash.finish();
  }

  void write_tail(const std::string& info) {
    const std::string statement = request_.statement(payload_);
    const std::string_view receipt_name = request_.signing_keys.empty() ? kPlainReceipt : kSignedReceipt;
    const std::string receipt = request_.signing_keys.empty() ? statement : signed_envelope(statement);
    const std::string manifest = bag_manifest(payload_);
    const auto tag = [](std::string_view path, std::string_view bytes) {
      return PayloadFile{std::string(path), bytes.size(), sha256(bytes)};
    };
    const std::string tags = bag_manifest({tag("bag-info.txt", info), tag("bagit.txt", kBagDeclaration),
                                           tag("manifest-sha256.txt", manifest), tag(receipt_name, receipt)});
    add("manifest-sha256.txt", manifest.size());
    add(receipt_name, receipt.size());
    add("tagmanifest-sha256.txt", tags.size());
    const tar::Layout layout = tar::lay_out(sizes_);
    const std::size_t first = sizes_.size() - 3;
    write_small(layout.members[first], manifest);
    write_small(layout.members[first + 1], receipt);
    write_small(layout.members[first + 2], tags);
    const tar::Member& last = layout.members.back();
    const std::uint64_t end = last.offset + tar::padded(last.size);
    write_all_at(publication_.descriptor(), std::string(static_cast<std::size_t>(layout.total - end), '\0'),
                 end, request_.output);
  }

  std::string signed_envelope(const std::string& statement) const {
    std::vector<PrivateKey> keys;
    for (const KeyText& key : request_.signing_keys) keys.push_back(PrivateKey::parse_pem(key.pem, key.name));
    return render(sign(std::string(kPayloadType), statement, keys));
  }

  Digest digest_of_file() {
    auto hashed = hash_file(publication_.descriptor(), request_.output);
    if (const auto* file = std::get_if<HashedFile>(&hashed)) return file->digest;
    throw Error(request_.output + ": " + std::get<Unhashed>(hashed).reason);
  }

  void count(std::size_t bytes) {
    if (progress_ != nullptr) progress_->bytes_done += bytes;
  }

  PackRequest request_;
  Progress* progress_;
  std::int64_t mtime_;
  Publication publication_;
  std::vector<std::pair<std::string, std::uint64_t>> sizes_;
  std::vector<PayloadFile> payload_;
};

}  // namespace

Packed pack(PackRequest request, Progress* progress) {
  return Packer(std::move(request), progress).pack();
}

}  // namespace evidence::packet
