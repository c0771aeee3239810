#include "members.h"

#include <array>
#include <charconv>
#include <limits>
#include <utility>

namespace evidence::record {

namespace {

// One bit a member in `taken_`; no record type has nearly as many.
constexpr std::size_t kMaxMembers = 64;
constexpr std::size_t kHex40 = 40;

template <typename Integer>
std::optional<Integer> parse_decimal(std::string_view text) {
  Integer value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  const std::string_view digits = text.substr(text.front() == '-' ? 1 : 0);
  if (digits.front() == '0' && text.size() > 1) return std::nullopt;
  return value;
}

std::string read_filled_text(const json::Place& place) {
  const auto text = read_text(place);
  if (text && text->empty()) place.mistake("must not be empty");
  return std::string(text.value_or(""));
}

}  // namespace

Members::Members(const json::Place& object)
    : object_(object),
      begin_(object.node().begin()),
      end_(object.node().end()),
      cursor_(begin_),
      size_(object.node().is(json::Kind::object) ? object.node().size() : 0),
      readable_(object_.expect(json::Kind::object)) {
  if (size_ > kMaxMembers) {
    mistake("has more than 64 members");
    size_ = 0;
    readable_ = false;
  }
}

std::optional<json::Place> Members::maybe(std::string_view name) {
  if (position_ > 0 && name <= passed_) {
    cursor_ = begin_;
    position_ = 0;
  }
  while (position_ < size_) {
    const json::Node node = *cursor_;
    const int order = node.key().compare(name);
    if (order > 0) break;
    passed_ = node.key();
    const std::size_t position = position_++;
    ++cursor_;
    if (order < 0) continue;
    taken_ |= std::uint64_t{1} << position;
    return json::Place(node, object_, position);
  }
  return std::nullopt;
}

std::optional<json::Place> Members::required(std::string_view name) {
  std::optional<json::Place> found = maybe(name);
  if (!found && readable_) mistake("member \"" + std::string(name) + "\" is missing");
  return found;
}

void Members::finish() {
  std::size_t position = 0;
  for (auto it = begin_; position < size_; ++it, ++position) {
    if ((taken_ >> position & 1) == 0) json::Place(*it, object_, position).mistake("unknown member");
  }
}

std::string_view Members::text(std::string_view name) {
  const auto place = required(name);
  return place ? read_text(*place).value_or("") : "";
}

std::string Members::filled_text(std::string_view name) {
  const auto place = required(name);
  return place ? read_filled_text(*place) : "";
}

std::string Members::maybe_filled_text(std::string_view name) {
  const auto place = maybe(name);
  return place ? read_filled_text(*place) : "";
}

std::string Members::label(std::string_view name) {
  const auto place = required(name);
  return place ? place->label().value_or("") : "";
}

std::string Members::maybe_hex(std::string_view name) {
  const auto place = maybe(name);
  return place ? place->sha256().value_or("") : "";
}

std::string Members::hex40(std::string_view name) {
  auto found = maybe_hex40(name);
  if (!found && readable_) mistake("member \"" + std::string(name) + "\" is missing");
  return std::move(found).value_or("");
}

std::optional<std::string> Members::maybe_hex40(std::string_view name) {
  const auto place = maybe(name);
  if (!place) return std::nullopt;
  const auto text = read_text(*place);
  if (text && (text->size() != kHex40 || !from_hex(*text)))
    place->mistake("must be 40 lower-case hexadecimal digits");
  return std::string(text.value_or(""));
}

std::string Members::bytes(const ByteName& name) {
  if (auto found = maybe_bytes(name)) return *std::move(found);
  if (readable_) mistake("member \"" + std::string(name.plain) + "\" is missing");
  return "";
}

std::optional<std::string> Members::maybe_bytes(const ByteName& name) {
  const auto plain = maybe(name.plain);
  const auto base64 = maybe(name.base64);
  if (plain && base64) base64->mistake("stands beside \"" + std::string(name.plain) + "\"");
  if (plain) return std::string(read_text(*plain).value_or(""));
  if (!base64) return std::nullopt;
  const auto text = read_text(*base64);
  if (!text) return "";
  auto decoded = from_base64(*text);
  if (!decoded) {
    base64->mistake("must be base64");
    return "";
  }
  // Only one spelling of each value: otherwise equal records could differ in their bytes.
  if (is_utf8(*decoded)) base64->mistake("is UTF-8: must be \"" + std::string(name.plain) + "\"");
  return decoded;
}

std::int64_t Members::integer(std::string_view name, std::int64_t minimum, std::int64_t maximum) {
  const auto place = required(name);
  return place ? place->integer(minimum, maximum).value_or(minimum) : minimum;
}

std::uint64_t Members::count(std::string_view name) {
  const auto place = required(name);
  return place ? read_count(*place) : 0;
}

bool Members::boolean(std::string_view name) {
  const auto place = required(name);
  return place && place->boolean().value_or(false);
}

bool Members::flag(std::string_view name) {
  const auto place = maybe(name);
  if (!place) return false;
  if (!place->node().is(json::Kind::boolean) || !place->node().boolean()) {
    place->mistake("must be true or absent");
  }
  return true;
}

std::int64_t Members::decimal(std::string_view name, std::int64_t minimum) {
  const auto place = required(name);
  return place ? read_decimal(*place, minimum) : minimum;
}

Digest Members::digest(std::string_view name) {
  const auto found = maybe_digest(name);
  if (!found && readable_) mistake("member \"" + std::string(name) + "\" is missing");
  return found.value_or(Digest(Digest::Bytes{}));
}

std::optional<Digest> Members::maybe_digest(std::string_view name) {
  const auto place = maybe(name);
  if (!place) return std::nullopt;
  const auto text = read_text(*place);
  if (!text) return Digest(Digest::Bytes{});
  const auto digest = Digest::parse(*text);
  if (!digest) place->mistake("must be 64 lower-case hexadecimal digits");
  return digest.value_or(Digest(Digest::Bytes{}));
}

Timestamp Members::time(std::string_view name) {
  const auto place = required(name);
  const auto text = place ? read_text(*place) : std::nullopt;
  if (!text) return Timestamp::from_nanoseconds(0);
  const auto parsed = Timestamp::parse(*text);
  if (!parsed || parsed->render() != *text) {
    place->mistake("must be a UTC time with nine fraction digits, as 2026-01-31T12:00:00.000000000Z");
  }
  return parsed.value_or(Timestamp::from_nanoseconds(0));
}

EvidenceKind Members::evidence() {
  using enum EvidenceKind;
  static constexpr std::array kKinds = {process, file, source, reported, declared};
  static const std::array kNames = {evidence_kind_name(process), evidence_kind_name(file),
                                    evidence_kind_name(source), evidence_kind_name(reported),
                                    evidence_kind_name(declared)};
  const auto place = required("evidence");
  const auto index = place ? place->one_of(kNames) : std::nullopt;
  return kKinds[index.value_or(0)];
}

std::optional<std::string_view> read_text(const json::Place& place) {
  if (!place.expect(json::Kind::string)) return std::nullopt;
  return place.node().string();
}

std::int64_t read_decimal(const json::Place& place, std::int64_t minimum) {
  const auto text = read_text(place);
  if (!text) return minimum;
  const auto value = text->empty() ? std::nullopt : parse_decimal<std::int64_t>(*text);
  if (value && *value >= minimum) return *value;
  place.mistake(minimum < 0 ? "must be a decimal number in a string"
                            : "must be a decimal number that is not negative in a string");
  return minimum;
}

std::uint64_t read_count(const json::Place& place) {
  return static_cast<std::uint64_t>(place.integer(0, json::kMaxInteger).value_or(0));
}

std::uint64_t read_unsigned_decimal(const json::Place& place) {
  const auto text = read_text(place);
  if (!text) return 0;
  const auto value = text->empty() ? std::nullopt : parse_decimal<std::uint64_t>(*text);
  if (!value) place.mistake("must be a decimal number that is not negative in a string");
  return value.value_or(0);
}

}  // namespace evidence::record
