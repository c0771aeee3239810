#include "sockets.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "proc_entry.h"

namespace evidence::host {
namespace {

constexpr std::string_view kListening = "0A";  // TCP_LISTEN

[[noreturn]] void refuse() {
  throw FormatError("", "", "a line is not of the form \"NUMBER: ADDRESS:PORT ADDRESS:PORT STATE\"");
}

std::string_view take_field(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view field = line.substr(0, line.find(' '));
  if (field.empty()) {
    refuse();
  }
  line.remove_prefix(field.size());
  return field;
}

std::uint16_t port_of(std::string_view address) {
  constexpr std::size_t kDigits = 4;
  std::uint16_t port = 0;
  const std::size_t colon = address.rfind(':');
  const std::string_view digits = colon == std::string_view::npos ? "" : address.substr(colon + 1);
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), port, 16);
  if (digits.size() != kDigits || code != std::errc() || end != digits.data() + digits.size()) {
    refuse();
  }
  return port;
}

bool is_at(std::string_view line, std::uint16_t port, Sockets which) {
  take_field(line);
  const std::uint16_t local = port_of(take_field(line));
  take_field(line);
  const std::string_view state = take_field(line);
  return local == port && (which == Sockets::all || state == kListening);
}

std::uint64_t count_in(const Descriptor& process, const std::string& table, std::uint16_t port,
                       Sockets which) {
  const std::string text = read_entry(process, "net/" + table);
  try {
    return count_lines(text, port, which);
  } catch (const FormatError& error) {
    throw FormatError(table, "", error.what());
  }
}

// A kernel or namespace without IPv6 has no such table.
std::uint64_t count_if_there(const Descriptor& process, const std::string& table, std::uint16_t port,
                             Sockets which) {
  try {
    return count_in(process, table, port, which);
  } catch (const SystemError& error) {
    if (error.code() == std::errc::no_such_file_or_directory) {
      return 0;
    }
    throw;
  }
}

}  // namespace

std::uint64_t count_lines(std::string_view table, std::uint16_t port, Sockets which) {
  std::uint64_t found = 0;
  bool heading = true;
  while (!table.empty()) {
    const std::size_t end = std::min(table.find('\n'), table.size());
    if (!heading && is_at(table.substr(0, end), port, which)) {
      ++found;
    }
    heading = false;
    table.remove_prefix(std::min(end + 1, table.size()));
  }
  return found;
}

std::uint64_t count_sockets(const Descriptor& process, std::uint16_t port) {
  return count_in(process, "tcp", port, Sockets::listening) +
         count_if_there(process, "tcp6", port, Sockets::listening) +
         count_in(process, "udp", port, Sockets::all) + count_if_there(process, "udp6", port, Sockets::all);
}

}  // namespace evidence::host
