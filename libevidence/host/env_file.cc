#include "env_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "environment.h"
#include "publisher.h"
#include "regular_file.h"

namespace evidence::host {
namespace {

constexpr std::string_view kAbout = "env-file";
constexpr std::size_t kMaxFile = std::size_t{16} << 20;
// Go's bufio.Scanner gives up on a line that does not fit in 64 KiB with its line feed.
constexpr std::size_t kMaxEntryLine = (std::size_t{64} << 10) - 1;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// What Go's unicode.IsSpace holds for white space, in UTF-8.
constexpr std::array<std::string_view, 25> kSpaces = {
    "\t",           "\n",           "\v",           "\f",           "\r",           " ",
    "\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\x80", "\xe2\x80\x81", "\xe2\x80\x82",
    "\xe2\x80\x83", "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86", "\xe2\x80\x87", "\xe2\x80\x88",
    "\xe2\x80\x89", "\xe2\x80\x8a", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f",
    "\xe3\x80\x80",
};

std::string_view without_leading_space(std::string_view line) {
  while (true) {
    const auto space =
        std::ranges::find_if(kSpaces, [line](std::string_view one) { return line.starts_with(one); });
    if (space == kSpaces.end()) {
      return line;
    }
    line.remove_prefix(space->size());
  }
}

// Takes the next line without its line feed and the carriage return before it.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  if (line.size() > kMaxEntryLine) {
    throw FormatError("", "", "is longer than 65535 bytes");
  }
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return line;
}

// Docker takes any name. But names are recorded in clear, and a line of something else, such as a token, must
// not be taken for one.
bool is_variable(std::string_view name, std::string_view marks) {
  const auto is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; };
  return is_letter(name.front()) && std::ranges::all_of(name, [&](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || marks.find(c) != std::string_view::npos;
         });
}

EnvFileEntry parse_entry(std::string_view line) {
  const std::size_t equals = line.find('=');
  const std::string_view name = line.substr(0, equals);
  if (name.empty()) {
    throw FormatError("", "", "has no name before its '='");
  }
  if (name.find_first_of(" \t") != std::string_view::npos) {
    throw FormatError("", "", "has white space in its name");
  }
  const bool bare = equals == std::string_view::npos;
  if (!is_variable(name, bare ? "_" : "_.-")) {
    throw FormatError("", "", "is no variable's name");
  }
  return EnvFileEntry{.name = std::string(name),
                      .value = bare ? std::string() : std::string(line.substr(equals + 1)),
                      .bare = bare};
}

}  // namespace

std::vector<EnvFileEntry> parse_env_file(std::string_view bytes, std::string_view name) {
  std::vector<EnvFileEntry> entries;
  for (std::size_t number = 1; !bytes.empty(); ++number) {
    try {
      std::string_view line = take_line(bytes);
      if (!is_utf8(line)) {
        throw FormatError("", "", "is not UTF-8");
      }
      if (number == 1 && line.starts_with(kByteOrderMark)) {
        line.remove_prefix(kByteOrderMark.size());
      }
      line = without_leading_space(line);
      if (!line.empty() && line[0] != '#') {
        entries.push_back(parse_entry(line));
      }
    } catch (const FormatError& error) {
      throw FormatError(name, "line " + std::to_string(number), error.what());
    }
  }
  return entries;
}

void observe_env_files(const Request& request, Reporter& reporter) {
  const Publisher publish("env", request.watch.public_env, request.key);
  for (const std::string& path : request.env_files) {
    try {
      std::uint32_t index = 0;
      for (const EnvFileEntry& entry : parse_env_file(read_to_end(open_regular(path), "", kMaxFile), "")) {
        reporter.record(env_record({.name = entry.name, .value = entry.value, .bare = entry.bare}, index++,
                                   kAbout, publish));
      }
    } catch (const SystemError& error) {
      reporter.error(kAbout, path, cause("unreadable", error.code()));
    } catch (const FormatError& error) {
      reporter.error(kAbout, path, error.what());
    }
  }
}

}  // namespace evidence::host
