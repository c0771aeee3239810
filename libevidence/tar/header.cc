#include "header.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace evidence::tar {
namespace {

constexpr std::size_t kMaxPath = 255;
constexpr std::size_t kMaxComponent = 100;

// Bytes of the path that go to the prefix field: as many as fit, so that every path has exactly one form. 0:
// none needed. Absent when no '/' divides the path so that both parts fit.
std::optional<std::size_t> prefix_length(std::string_view path) {
  if (path.size() <= kName.length) return 0;
  const std::size_t slash = path.rfind('/', kPrefix.length);
  if (slash == std::string_view::npos || path.size() - slash - 1 > kName.length) return std::nullopt;
  return slash;
}

std::optional<std::string> component_fault(std::string_view component) {
  if (component.empty()) return "has an empty component";
  if (component == "." || component == "..") return "has a '" + std::string(component) + "' component";
  if (component.size() > kMaxComponent) return "has a component of more than 100 bytes";
  return std::nullopt;
}

void put(Block& block, const Field& field, std::string_view bytes) {
  assert(bytes.size() <= field.length);
  std::copy(bytes.begin(), bytes.end(), block.begin() + static_cast<std::ptrdiff_t>(field.offset));
}

std::string octal(std::uint64_t value, std::size_t digits) {
  std::string text(digits, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value >>= 3) {
    *digit = static_cast<char>('0' + (value & 7));
  }
  assert(value == 0);
  return text;
}

// Precondition: the checksum field is blank.
std::uint64_t sum_of(const Block& block) {
  return std::accumulate(block.begin(), block.end(), std::uint64_t{0},
                         [](std::uint64_t sum, char byte) { return sum + static_cast<unsigned char>(byte); });
}

}  // namespace

std::optional<std::string> path_fault(std::string_view path) {
  if (path.empty()) return "has an empty name";
  if (path.front() == '/') return "is an absolute path";
  if (path.size() > kMaxPath) return "is longer than 255 bytes";
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    if (auto fault = component_fault(path.substr(start, end - start))) return fault;
    start = end + 1;
  }
  if (!is_packet_path(path)) return "has a character outside [A-Za-z0-9._+@/-]";
  if (!prefix_length(path)) return "cannot be divided at a '/' into at most 155 and at most 100 bytes";
  return std::nullopt;
}

std::optional<std::uint64_t> parse_octal(std::string_view field) {
  assert(!field.empty() && field.size() <= 22);
  if (field.back() != '\0') return std::nullopt;
  field.remove_suffix(1);
  std::uint64_t value = 0;
  for (const char digit : field) {
    if (digit < '0' || digit > '7') return std::nullopt;
    value = value * 8 + static_cast<std::uint64_t>(digit - '0');
  }
  return value;
}

std::optional<Field> different_field(const Block& actual, const Block& expected) {
  constexpr std::array kOrder{kMagic,    kType,      kMode,      kUid,    kGid,    kSize, kMtime,   kName,
                              kLinkName, kOwnerName, kGroupName, kDevice, kPrefix, kRest, kChecksum};
  const auto found = std::find_if(kOrder.begin(), kOrder.end(), [&](const Field& field) {
    return bytes_of(actual, field) != bytes_of(expected, field);
  });
  if (found == kOrder.end()) return std::nullopt;
  return *found;
}

Block make_header(std::string_view path, std::uint64_t size, std::int64_t mtime) {
  constexpr std::int64_t kMaxMtime = (std::int64_t{1} << 33) - 1;
  if (auto fault = path_fault(path)) throw FormatError(path, "", *fault);
  if (size > kMaxFileSize) {
    throw FormatError(path, "", "has " + std::to_string(size) + " bytes, must be under 8 GiB");
  }
  if (mtime < 0 || mtime > kMaxMtime) {
    throw FormatError(path, "", "mtime " + std::to_string(mtime) + " is not within 0 to 2^33-1");
  }
  const std::size_t prefix = *prefix_length(path);
  const std::string none = octal(0, 7) + '\0';
  Block block{};
  put(block, kName, path.substr(prefix == 0 ? 0 : prefix + 1));
  put(block, kMode, octal(0644, 7));
  put(block, kUid, none);
  put(block, kGid, none);
  put(block, kSize, octal(size, 11));
  put(block, kMtime, octal(static_cast<std::uint64_t>(mtime), 11));
  put(block, kChecksum, "        ");
  put(block, kType, "0");
  put(block, kMagic,
      std::string_view("ustar\0"
                       "00",
                       8));
  put(block, kDevice, none + none);
  put(block, kPrefix, path.substr(0, prefix));
  put(block, kChecksum, octal(sum_of(block), 6) + '\0');
  return block;
}

bool looks_like_tar(std::string_view bytes) {
  constexpr std::string_view kWord = "ustar";
  constexpr std::size_t kOffset = 257;
  return bytes.size() >= kBlock && bytes.substr(kOffset, kWord.size()) == kWord;
}

}  // namespace evidence::tar
