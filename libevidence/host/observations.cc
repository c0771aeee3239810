#include "observations.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <variant>
#include <vector>

#include "evidence/digest.h"
#include "regular_file.h"
#include "writers.h"

namespace evidence::host {
namespace {

constexpr std::string_view kAbout = "observations";
constexpr std::size_t kMaxRow = 64 << 10;
constexpr std::size_t kChunk = 256 << 10;
constexpr std::size_t kMaxErrors = 100;
constexpr std::size_t kMaxMistakes = 4;
constexpr std::size_t kMaxReason = 400;

// One row, or that it was too long to keep (then `text` is its beginning).
struct Line {
  std::uint64_t number;
  std::string_view text;
  bool too_long;
};

// Cuts bytes into lines and keeps at most one row of them.
class Lines {
 public:
  explicit Lines(std::function<void(const Line&)> take) : take_(std::move(take)) {}

  void feed(std::string_view bytes) {
    for (std::size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
      keep(bytes.substr(0, end));
      take_(Line{++number_, pending_, too_long_});
      pending_.clear();
      too_long_ = false;
      bytes.remove_prefix(end + 1);
    }
    keep(bytes);
  }

 private:
  void keep(std::string_view bytes) {
    too_long_ = too_long_ || pending_.size() + bytes.size() > kMaxRow;
    if (!too_long_) {
      pending_ += bytes;
    }
  }

  std::function<void(const Line&)> take_;
  std::string pending_;
  std::uint64_t number_ = 0;
  bool too_long_ = false;
};

bool is_keyed(const FieldType& type) {
  return type.kind == FieldType::Kind::keyed;
}

// Without what stands in quotes: what an engine writes as a name that nobody declared may be anything.
std::string without_quotation(const std::string& reason) {
  // Only a declared member can be missing.
  if (reason.ends_with(" is missing")) return reason;
  const std::size_t first = reason.find('"');
  const std::size_t last = reason.rfind('"');
  return first == last ? reason : reason.substr(0, first) + "…" + reason.substr(last + 1);
}

std::string describe(const std::vector<json::Mistake>& mistakes) {
  std::string text;
  for (std::size_t at = 0; at < std::min(mistakes.size(), kMaxMistakes); ++at) {
    const auto& [path, reason] = mistakes[at];
    // A declared name is a word, and stands without quotes.
    text += (at == 0 ? "" : "; ") + without_quotation(path) + ": " +
            (path == "$" ? without_quotation(reason) : reason);
  }
  if (mistakes.size() > kMaxMistakes) {
    text += "; and " + std::to_string(mistakes.size() - kMaxMistakes) + " more";
  }
  text = escaped(text);
  if (text.size() > kMaxReason) {
    text.resize(kMaxReason);
    while (!is_utf8(text)) {
      text.pop_back();
    }
    text += " …";
  }
  return text;
}

// Reads the rows of one file.
class RowFile {
 public:
  RowFile(const std::string& path, EvidenceKind evidence, const Request& request, Reporter& reporter)
      : path_(path), evidence_(evidence), request_(request), reporter_(reporter) {}

  void take(const Line& line) {
    if (line.too_long) {
      refuse(line, "the row is longer than 65536 bytes");
      return;
    }
    auto outcome = parse_row(line.text, request_.watch.observations);
    if (const auto* mistakes = std::get_if<std::vector<json::Mistake>>(&outcome)) {
      refuse(line, describe(*mistakes));
      return;
    }
    Row& row = std::get<Row>(outcome);
    if (row.run != request_.run) {
      refuse(line, "row belongs to another run");
    } else if (row.start == request_.start) {
      report(line, std::move(row));
    }
  }

  // A file that is wrong throughout must not make a stream as long as itself.
  void finish() {
    if (errors_ > kMaxErrors) {
      reporter_.error(kAbout, path_, std::to_string(errors_ - kMaxErrors) + " more rows are wrong");
    }
  }

 private:
  void report(const Line& line, Row row) {
    const auto type = std::ranges::find(request_.watch.observations, row.type, &ObservationType::name);
    for (const auto& [name, field] : type->fields) {
      const auto value = row.fields.find(name);
      if (!is_keyed(field) || value == row.fields.end()) {
        continue;
      }
      if (!request_.key) {
        refuse(line, "field " + name + " is keyed: give --env-key");
        return;
      }
      value->second = request_.key->hide("field", field.domain, json::canonical(value->second)).hmac;
    }
    reporter_.record(ObservationRecord{.name = std::move(row.type),
                                       .line = line.number,
                                       .fields = std::move(row.fields),
                                       .evidence = evidence_});
  }

  void refuse(const Line& line, std::string_view reason) {
    if (++errors_ <= kMaxErrors) {
      reporter_.error(kAbout, path_, "line " + std::to_string(line.number) + ": " + std::string(reason));
    }
  }

  const std::string& path_;
  EvidenceKind evidence_;
  const Request& request_;
  Reporter& reporter_;
  std::size_t errors_ = 0;
};

// No further than the file reached when it was opened: its writer may be faster than its reader.
void read_lines(const Descriptor& file, const std::string& path, std::uint64_t size, Lines& lines) {
  std::vector<char> chunk(kChunk);
  while (size > 0) {
    const ssize_t count = read(file.get(), chunk.data(), std::min<std::uint64_t>(chunk.size(), size));
    if (count < 0 && errno != EINTR) {
      throw_errno("read", path);
    }
    if (count == 0) {
      throw FormatError(path, "", "became shorter while it was read");
    }
    if (count > 0) {
      lines.feed(std::string_view(chunk.data(), static_cast<std::size_t>(count)));
      size -= static_cast<std::uint64_t>(count);
    }
  }
}

void observe_file(const std::optional<Process>& process, const std::string& path, const Request& request,
                  Reporter& reporter) {
  try {
    const Descriptor file = open_regular(path);
    const FileStatus status = file_status(file, path);
    const bool bound = process && is_held_for_writing(*process, status.device, status.inode);
    RowFile rows(path, bound ? EvidenceKind::process : EvidenceKind::declared, request, reporter);
    Lines lines([&rows](const Line& line) { rows.take(line); });
    read_lines(file, path, status.size, lines);
    rows.finish();
  } catch (const SystemError& error) {
    reporter.error(kAbout, path, cause("unreadable", error.code()));
  } catch (const FormatError& error) {
    reporter.error(kAbout, path, error.what());
  }
}

}  // namespace

void observe_observations(const std::optional<Process>& process, const Request& request, Reporter& reporter) {
  for (const std::string& path : request.observation_files) {
    observe_file(process, path, request, reporter);
  }
}

}  // namespace evidence::host
