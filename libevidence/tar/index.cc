#include <sys/stat.h>

#include <algorithm>

#include "evidence/tar.h"
#include "header.h"
#include "read_exactly.h"

namespace evidence::tar {
namespace {

bool is_zero(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

// A field's text up to the first NUL; what stands behind it is caught when the header is made again.
std::string_view text_of(const Block& header, const Field& field) {
  const std::string_view bytes = bytes_of(header, field);
  return bytes.substr(0, bytes.find('\0'));
}

std::string path_of(const Block& header) {
  const std::string_view prefix = text_of(header, kPrefix);
  std::string path(prefix);
  if (!prefix.empty()) path += '/';
  path += text_of(header, kName);
  return path;
}

std::string_view type_name(char type) {
  switch (type) {
    case '\0':
      return "a file of the old form";
    case '1':
      return "a hard link";
    case '2':
      return "a symbolic link";
    case '3':
      return "a character device";
    case '4':
      return "a block device";
    case '5':
      return "a directory";
    case '6':
      return "a FIFO";
    case '7':
      return "a contiguous file";
    case 'g':
      return "a pax global header";
    case 'x':
      return "a pax extended header";
    case 'K':
      return "a GNU long link name";
    case 'L':
      return "a GNU long name";
    case 'S':
      return "a GNU sparse file";
    default:
      return "unknown";
  }
}

// Why this header with ustar magic is not one that make_header makes, as a phrase; nothing when it is.
std::optional<std::string> header_fault(const Block& header, const std::string& path) {
  if (const char type = bytes_of(header, kType).front(); type != '0') {
    return "type is " + printable(std::string_view(&type, 1)) + " (" + std::string(type_name(type)) +
           "), must be 0 (a regular file)";
  }
  if (auto fault = path_fault(path)) return "name " + *fault;
  const auto size = parse_octal(bytes_of(header, kSize));
  if (!size) return "size is not 11 octal digits and a NUL";
  const auto mtime = parse_octal(bytes_of(header, kMtime));
  if (!mtime) return "mtime is not 11 octal digits and a NUL";
  const auto field = different_field(header, make_header(path, *size, static_cast<std::int64_t>(*mtime)));
  if (field) return std::string(field->name) + " has other bytes than a packet's";
  return std::nullopt;
}

class IndexReader {
 public:
  IndexReader(const ReadAt& read_at, std::uint64_t file_size, std::string_view name)
      : read_at_(read_at), file_size_(file_size), name_(name) {}

  Index read() {
    Block header = block_at(0);
    while (!is_zero({header.data(), header.size()})) {
      add_member(header);
      header = block_after_content();
    }
    check_end();
    return std::move(index_);
  }

 private:
  [[noreturn]] void refuse(std::uint64_t offset, const std::string& wrong) const {
    throw FormatError(name_, "offset " + std::to_string(offset), wrong);
  }

  std::uint64_t left() const { return file_size_ - offset_; }

  Block block_at(std::uint64_t offset) {
    offset_ = offset;
    if (left() == 0) refuse(offset_, "the file ends without two zero blocks");
    if (left() < kBlock) refuse(offset_, "the file ends inside a block");
    Block block;
    read_at_(offset_, block.data(), block.size());
    return block;
  }

  void add_member(const Block& header) {
    if (index_.members.size() == kMaxMembers) {
      refuse(offset_, "has more than " + std::to_string(kMaxMembers) + " members");
    }
    if (bytes_of(header, kMagic).substr(0, 5) != "ustar") refuse(offset_, "magic is not \"ustar\"");
    const std::string path = path_of(header);
    const std::string subject = "member " + printable(path) + ": ";
    if (auto fault = header_fault(header, path)) refuse(offset_, subject + *fault);
    const auto mtime = static_cast<std::int64_t>(*parse_octal(bytes_of(header, kMtime)));
    if (index_.members.empty()) {
      index_.mtime = mtime;
    } else if (mtime != index_.mtime) {
      refuse(offset_, subject + "mtime is not that of the first member");
    } else if (!(index_.members.back().path < path)) {
      refuse(offset_, subject + "name does not come after " + printable(index_.members.back().path));
    }
    check_no_file_above(path, subject);
    index_.members.push_back({path, *parse_octal(bytes_of(header, kSize)), offset_ + kBlock});
  }

  // No extraction could make both the file `a` and the file `a/b`. The members so far are sorted, and what
  // the path shares with the last of them was looked up then, so that deep paths cost no more than their
  // length.
  void check_no_file_above(const std::string& path, const std::string& subject) const {
    const std::string_view last = index_.members.empty() ? std::string_view() : index_.members.back().path;
    const auto shared = static_cast<std::size_t>(
        std::mismatch(path.begin(), path.end(), last.begin(), last.end()).first - path.begin());
    for (std::size_t slash = path.find('/', shared); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
      const auto above = std::string_view(path).substr(0, slash);
      if (std::binary_search(index_.members.begin(), index_.members.end(), above, ByPath{})) {
        refuse(offset_, subject + "name lies below that of the file " + printable(above));
      }
    }
  }

  // The padding behind the last member's content and the block behind it, with one read.
  Block block_after_content() {
    const Member& member = index_.members.back();
    const std::string subject = "member " + printable(member.path) + ": ";
    offset_ = member.offset;
    if (member.size > left()) refuse(offset_, subject + "content goes beyond the end of the file");
    offset_ += member.size;
    const std::uint64_t padding = padded(member.size) - member.size;
    if (padding > left()) refuse(offset_, subject + "the file ends inside the padding");
    if (left() - padding < kBlock) return block_at(offset_ + padding);
    std::array<char, 2 * kBlock> buffer;
    read_at_(offset_, buffer.data(), padding + kBlock);
    const std::string_view bytes(buffer.data(), padding + kBlock);
    if (const auto odd = bytes.find_first_not_of('\0'); odd < padding) {
      refuse(offset_ + odd, subject + "padding is not zero");
    }
    offset_ += padding;
    Block block;
    std::copy(bytes.begin() + static_cast<std::ptrdiff_t>(padding), bytes.end(), block.begin());
    return block;
  }

  // Precondition: offset_ is at a zero block.
  void check_end() {
    const Block last = block_at(offset_ + kBlock);
    if (!is_zero({last.data(), last.size()})) refuse(offset_, "a zero block is followed by another block");
    offset_ += kBlock;
    if (left() != 0) {
      refuse(offset_, "the file goes on after the two zero blocks, bytes left: " + std::to_string(left()));
    }
  }

  struct ByPath {
    bool operator()(const Member& member, std::string_view path) const { return member.path < path; }
    bool operator()(std::string_view path, const Member& member) const { return path < member.path; }
  };

  const ReadAt& read_at_;
  std::uint64_t file_size_;
  std::string_view name_;
  std::uint64_t offset_ = 0;  // never beyond file_size_
  Index index_;
};

}  // namespace

Index read_index(const ReadAt& read_at, std::uint64_t file_size, std::string_view name) {
  return IndexReader(read_at, file_size, name).read();
}

Index read_index(const Descriptor& descriptor, std::string_view name) {
  struct stat status {};
  if (::fstat(descriptor.get(), &status) != 0) throw_errno("stat", name);
  if (!S_ISREG(status.st_mode)) throw FormatError(name, "", "is not a regular file");
  const ReadAt read_at = [&](std::uint64_t offset, char* into, std::size_t length) {
    read_exactly(descriptor, offset, into, length, name);
  };
  return read_index(read_at, static_cast<std::uint64_t>(status.st_size), name);
}

}  // namespace evidence::tar
