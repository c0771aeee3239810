#include "list_sums.h"

#include <algorithm>

#include "list_names.h"

namespace evidence {
namespace {

constexpr std::size_t kDigits = 64;
constexpr std::string_view kHexadecimal = "0123456789abcdefABCDEF";
constexpr std::string_view kBsdMiddle = ") = ";
constexpr std::size_t kLongestAlgorithm = 20;

struct OtherAlgorithm {
  std::size_t digits;
  const char* name;
};
constexpr OtherAlgorithm kOthers[] = {
    {32, "MD5"}, {40, "SHA-1"}, {56, "SHA-224"}, {96, "SHA-384"}, {128, "SHA-512"}};

std::size_t count_digits(std::string_view text) {
  return std::min(text.find_first_not_of(kHexadecimal), text.size());
}

const OtherAlgorithm* other_algorithm(std::size_t digits) {
  const auto* const other = std::ranges::find(kOthers, digits, &OtherAlgorithm::digits);
  return other == std::end(kOthers) ? nullptr : other;
}

// "SHA256" of "SHA256 (…"; empty where the line does not begin so.
std::string_view bsd_algorithm(std::string_view line) {
  constexpr std::string_view kCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/-";
  const std::size_t length = line.substr(0, kLongestAlgorithm + 1).find_first_not_of(kCharacters);
  if (length == std::string_view::npos || !line.substr(length).starts_with(" (")) return {};
  return line.substr(0, length);
}

std::string lower_case(std::string_view digits) {
  std::string lower(digits);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string why_no_digest(std::string_view line, std::size_t digits) {
  if (line.starts_with('#')) return "a comment, which only an mtree list has";
  const OtherAlgorithm* const other = other_algorithm(digits);
  if (other != nullptr && line.substr(digits, 1) == " ") {
    return "a digest of " + std::to_string(digits) + " digits, as of " + other->name +
           ", where SHA-256 has 64";
  }
  return "no SHA-256 of 64 hexadecimal digits at its head";
}

}  // namespace

bool looks_like_sums_line(std::string_view line) {
  const std::string_view body = line.substr(line.starts_with('\\') ? 1 : 0);
  const std::size_t digits = count_digits(body);
  const bool counted = digits == kDigits || other_algorithm(digits) != nullptr;
  return (counted && body.substr(digits, 1) == " ") || !bsd_algorithm(body).empty();
}

ReadLine SumsLines::read(std::string_view line) {
  if (line.empty()) return std::string("empty line");
  if (line.find('\0') != std::string_view::npos) {
    return std::string("holds a NUL byte, as a list does whose lines end with NUL");
  }
  const bool escaped = end_ == ListEnd::line_feed && line.starts_with('\\');
  const std::string_view body = line.substr(escaped ? 1 : 0);
  return bsd_algorithm(body).empty() ? read_sha256sum(body, escaped) : read_bsd(body, escaped);
}

ReadLine SumsLines::read_sha256sum(std::string_view line, bool escaped) {
  const std::size_t digits = count_digits(line);
  if (digits != kDigits) return why_no_digest(line, digits);
  const std::string_view behind = line.substr(kDigits);
  if (!behind.starts_with(' ')) return std::string("no space behind the digest");
  if (behind.size() == 1) return std::string("no file name");
  const Spacing spacing = behind[1] == ' ' || behind[1] == '*' ? Spacing::mark : Spacing::one_space;
  if (spacing_ != Spacing::unknown && spacing != spacing_) {
    return std::string(spacing == Spacing::mark
                           ? "two characters behind the digest, where lines before it have one space"
                           : "one space behind the digest, where lines before it have two characters");
  }
  ReadLine read =
      make_entry(line.substr(0, kDigits), behind.substr(spacing == Spacing::mark ? 2 : 1), escaped);
  if (std::holds_alternative<ListedEntry>(read)) {
    spacing_ = spacing;
    sha256sum_ = true;
  }
  return read;
}

ReadLine SumsLines::read_bsd(std::string_view line, bool escaped) {
  const std::string_view algorithm = bsd_algorithm(line);
  if (algorithm != "SHA256") return "is " + std::string(algorithm) + ", not SHA256";
  const std::size_t name_at = algorithm.size() + 2;
  const std::size_t name_end = line.rfind(kBsdMiddle);
  if (name_end == std::string_view::npos || name_end < name_at) {
    return std::string("no \") = \" behind the file name");
  }
  const std::string_view digits = line.substr(name_end + kBsdMiddle.size());
  if (digits.size() != kDigits || count_digits(digits) != kDigits) {
    return std::string("no SHA-256 of 64 hexadecimal digits at its end");
  }
  ReadLine read = make_entry(digits, line.substr(name_at, name_end - name_at), escaped);
  if (std::holds_alternative<ListedEntry>(read)) bsd_ = true;
  return read;
}

ReadLine SumsLines::make_entry(std::string_view digits, std::string_view name, bool escaped) {
  if (name.empty()) return std::string("no file name");
  std::optional<std::string> path = escaped ? gnu_unescaped(name) : std::string(name);
  if (!path) return std::string("an escape that is none of \\n, \\r and \\\\ in the file name");
  const std::string lower = lower_case(digits);
  upper_case_ = upper_case_ || lower != digits;
  ListedEntry entry;
  entry.path = *std::move(path);
  entry.digest = Digest::parse(lower);
  return entry;
}

std::vector<std::string> SumsLines::oddities() const {
  std::vector<std::string> oddities;
  if (upper_case_) oddities.push_back("digests in upper case");
  if (spacing_ == Spacing::one_space) oddities.push_back("one space behind the digest instead of two");
  if (sha256sum_ && bsd_) oddities.push_back("has lines of sha256sum's form and of BSD's");
  return oddities;
}

}  // namespace evidence
