#include "maps.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>

#include "evidence/base.h"

namespace evidence::host {
namespace {

[[noreturn]] void refuse(std::string_view wrong) {
  throw FormatError("maps", "", wrong);
}

template <typename Integer>
Integer number(std::string_view field, int base, std::string_view what) {
  Integer value = 0;
  const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), value, base);
  if (code != std::errc() || end != field.data() + field.size()) {
    refuse(std::string(what) + " is not a number");
  }
  return value;
}

// Takes what stands before the next `separator`, and the separator.
std::string_view take(std::string_view& rest, char separator, std::string_view what) {
  const std::size_t end = rest.find(separator);
  if (end == std::string_view::npos) {
    refuse("ends in its " + std::string(what));
  }
  const std::string_view field = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return field;
}

void read_mode(std::string_view mode, MapsLine& line) {
  constexpr std::array<std::string_view, 4> kLetters = {"r-", "w-", "x-", "sp"};
  bool valid = mode.size() == kLetters.size();
  for (std::size_t at = 0; valid && at < kLetters.size(); ++at) {
    valid = kLetters[at].find(mode[at]) != std::string_view::npos;
  }
  if (!valid) {
    refuse("mode is not of the form rwxp");
  }
  line.executable = mode[2] == 'x';
  line.shared = mode[3] == 's';
}

// "/SYSV00000000 (deleted)": the key of a System V segment.
bool is_segment(std::string_view name) {
  constexpr std::string_view kPrefix = "/SYSV";
  constexpr std::size_t kDigits = 8;
  return name.size() == kPrefix.size() + kDigits + kDeletedMark.size() && name.starts_with(kPrefix) &&
         name.ends_with(kDeletedMark) &&
         name.substr(kPrefix.size(), kDigits).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Files that the kernel makes for memory alone lie on file systems without a device.
bool is_kernel_file(const MapsLine& line) {
  return line.major == 0 && ((line.shared && (line.name == "/dev/zero (deleted)" || is_segment(line.name))) ||
                             line.name == "/anon_hugepage (deleted)");
}

void add_line(
    MapsLine line, ExecutableMaps& maps,
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, std::string>, MappedFile>& files) {
  if (!line.executable) {
    return;
  }
  switch (backing_of(line)) {
    case Backing::file:
      files[{line.major, line.minor, line.inode, line.name}].push_back(std::move(line));
      return;
    case Backing::anonymous:
      maps.anonymous.push_back(std::move(line));
      return;
    case Backing::vdso:
      maps.vdso.push_back(std::move(line));
      return;
    case Backing::kernel:
      return;
  }
}

}  // namespace

std::string MapsLine::range() const {
  std::array<char, 40> text{};
  char* at = std::to_chars(text.data(), text.data() + text.size(), begin, 16).ptr;
  *at++ = '-';
  at = std::to_chars(at, text.data() + text.size(), end, 16).ptr;
  return std::string(text.data(), at);
}

std::string with_line_feeds(std::string_view escaped) {
  constexpr std::string_view kEscape = "\\012";
  std::string bytes;
  bytes.reserve(escaped.size());
  while (!escaped.empty()) {
    const std::size_t end = std::min(escaped.find(kEscape), escaped.size());
    bytes += escaped.substr(0, end);
    escaped.remove_prefix(end);
    if (!escaped.empty()) {
      bytes += '\n';
      escaped.remove_prefix(kEscape.size());
    }
  }
  return bytes;
}

MapsLine parse_maps_line(std::string_view line) {
  MapsLine parsed;
  parsed.begin = number<std::uint64_t>(take(line, '-', "addresses"), 16, "first address");
  parsed.end = number<std::uint64_t>(take(line, ' ', "addresses"), 16, "last address");
  if (parsed.begin >= parsed.end) {
    refuse("addresses are not in order");
  }
  read_mode(take(line, ' ', "mode"), parsed);
  parsed.offset = number<std::uint64_t>(take(line, ' ', "offset"), 16, "offset");
  parsed.major = number<std::uint32_t>(take(line, ':', "device"), 16, "major");
  parsed.minor = number<std::uint32_t>(take(line, ' ', "device"), 16, "minor");
  const std::size_t end = std::min(line.find(' '), line.size());
  parsed.inode = number<std::uint64_t>(line.substr(0, end), 10, "inode");
  line.remove_prefix(end);
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  parsed.name = with_line_feeds(line);
  return parsed;
}

Backing backing_of(const MapsLine& line) {
  if (line.name == "[vdso]") {
    return Backing::vdso;
  }
  if (line.name == "[vsyscall]") {
    return Backing::kernel;
  }
  // A file's name begins with '/', or with a word where it never had a path.
  const bool none = line.name.empty() || line.name[0] == '[';
  return none || is_kernel_file(line) ? Backing::anonymous : Backing::file;
}

bool is_same_file(const MapsLine& one, const MapsLine& other) {
  return one.major == other.major && one.minor == other.minor && one.inode == other.inode &&
         one.name == other.name;
}

ExecutableMaps read_maps(std::string_view text) {
  ExecutableMaps maps;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, std::string>, MappedFile> files;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    try {
      add_line(parse_maps_line(text.substr(0, end)), maps, files);
    } catch (const FormatError& error) {
      maps.problems.push_back("line " + std::to_string(number) + ": " + error.what());
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  for (auto& [key, lines] : files) {
    maps.files.push_back(std::move(lines));
  }
  return maps;
}

}  // namespace evidence::host
