#include "mountinfo.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>

namespace evidence::host {
namespace {

[[noreturn]] void refuse(std::string_view wrong) {
  throw FormatError("mountinfo", "", wrong);
}

bool is_octal(char c) {
  return c >= '0' && c <= '7';
}

// True when `text` begins with the escape of one byte.
bool begins_with_escape(std::string_view text) {
  return text.size() >= 4 && text[0] == '\\' && text[1] >= '0' && text[1] <= '3' && is_octal(text[2]) &&
         is_octal(text[3]);
}

enum class Backslash {
  escapes,  // the kernel wrote this field: any other backslash is a mistake
  literal,  // the file system wrote it and may have forgotten to escape
};

std::string unescape(std::string_view field, Backslash backslash) {
  std::string bytes;
  bytes.reserve(field.size());
  while (!field.empty()) {
    if (begins_with_escape(field)) {
      bytes += static_cast<char>((field[1] - '0') * 64 + (field[2] - '0') * 8 + (field[3] - '0'));
      field.remove_prefix(4);
      continue;
    }
    if (field[0] == '\\' && backslash == Backslash::escapes) {
      refuse("a backslash is no octal escape");
    }
    bytes += field[0];
    field.remove_prefix(1);
  }
  return bytes;
}

// Takes the next field and the space after it.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}
  std::string_view next(std::string_view what) {
    if (at_end_) {
      refuse("ends before its " + std::string(what));
    }
    const std::size_t end = rest_.find(' ');
    const std::string_view field = rest_.substr(0, end);
    at_end_ = end == std::string_view::npos;
    rest_ = at_end_ ? std::string_view() : rest_.substr(end + 1);
    return field;
  }
  // All that is left: some file systems write spaces into their options.
  std::string_view last(std::string_view what) {
    if (at_end_) {
      refuse("ends before its " + std::string(what));
    }
    return rest_;
  }

 private:
  std::string_view rest_;
  bool at_end_ = false;
};

std::uint64_t number(std::string_view field, std::string_view what) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (code != std::errc() || end != field.data() + field.size()) {
    refuse(std::string(what) + " is not a number");
  }
  return value;
}

void check_device(std::string_view field) {
  const std::size_t colon = field.find(':');
  if (colon == std::string_view::npos) {
    refuse("device is not MAJOR:MINOR");
  }
  number(field.substr(0, colon), "major");
  number(field.substr(colon + 1), "minor");
}

std::string absolute(std::string_view field) {
  std::string path = unescape(field, Backslash::escapes);
  if (!path.starts_with('/')) {
    refuse("target is not absolute");
  }
  return path;
}

// Split before unescaping: a comma inside a value is escaped.
void add_options(std::set<std::string>& options, std::string_view list) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (end > 0) {
      options.insert(unescape(list.substr(0, end), Backslash::literal));
    }
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

std::string joined(const std::set<std::string>& options) {
  std::string text;
  for (const std::string& option : options) {
    text += text.empty() ? option : "," + option;
  }
  return text;
}

std::string type_of(std::string_view field) {
  std::string type = unescape(field, Backslash::escapes);
  if (type.empty() || !is_utf8(type)) {
    refuse("file system type is empty or not UTF-8");
  }
  return type;
}

}  // namespace

MountLine parse_mount_line(std::string_view line) {
  Fields fields(line);
  MountLine mount;
  MountRecord& record = mount.record;
  std::set<std::string> options;
  mount.id = number(fields.next("mount id"), "mount id");
  number(fields.next("parent id"), "parent id");
  check_device(fields.next("device"));
  // Not always absolute: a namespace that is mounted has the root "mnt:[4026531832]".
  record.root = unescape(fields.next("root"), Backslash::escapes);
  record.target = absolute(fields.next("target"));
  add_options(options, fields.next("options"));
  while (fields.next("separator") != "-") {
  }
  record.fstype = type_of(fields.next("file system type"));
  record.source = unescape(fields.next("source"), Backslash::escapes);
  add_options(options, fields.last("super options"));
  record.options = joined(options);
  return mount;
}

MountRecord parse_mountinfo_line(std::string_view line) {
  return parse_mount_line(line).record;
}

}  // namespace evidence::host
