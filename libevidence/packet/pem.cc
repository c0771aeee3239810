#include "pem.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <optional>

#include "evidence/base.h"

namespace evidence::packet {
namespace {

constexpr std::size_t kMaxText = 16 * 1024;
constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kBegin = "-----BEGIN ";
constexpr std::string_view kEnd = "-----END ";
constexpr std::string_view kDashes = "-----";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

struct Armour {
  std::string_view label;
  std::string_view body;
};

// The parts of a text that is "-----BEGIN X-----", a line end, a body without dashes, "-----END X-----".
std::optional<Armour> armour_of(std::string_view text) {
  if (text.substr(0, kBegin.size()) != kBegin) return std::nullopt;
  text.remove_prefix(kBegin.size());
  const std::size_t label_end = text.find(kDashes);
  if (label_end == std::string_view::npos) return std::nullopt;
  Armour armour{text.substr(0, label_end), {}};
  if (armour.label.find_first_of("\r\n") != std::string_view::npos) return std::nullopt;
  text.remove_prefix(label_end + kDashes.size());
  if (text.empty() || kSpace.find(text.front()) == std::string_view::npos) return std::nullopt;
  const std::size_t body_end = text.find(kDashes);
  if (body_end == std::string_view::npos) return std::nullopt;
  armour.body = text.substr(0, body_end);
  const std::string last = std::string(kEnd).append(armour.label).append(kDashes);
  if (text.substr(body_end) != last) return std::nullopt;
  return armour;
}

bool is_encrypted(const Armour& armour) {
  return armour.label.find("ENCRYPTED") != std::string_view::npos ||
         armour.body.find("ENCRYPTED") != std::string_view::npos;
}

}  // namespace

PemBlock parse_pem_block(std::string_view text, std::string_view name) {
  if (text.size() > kMaxText) throw FormatError(name, "", "is too long for a PEM key (over 16 KiB)");
  const auto armour = armour_of(trimmed(text));
  if (!armour) throw FormatError(name, "", "must be one PEM block and nothing else");
  if (is_encrypted(*armour)) {
    throw FormatError(name, "", "is encrypted; decrypt it first with openssl pkey -in FILE -out FILE");
  }
  std::string base64;
  base64.reserve(armour->body.size());
  std::copy_if(armour->body.begin(), armour->body.end(), std::back_inserter(base64),
               [](char c) { return kSpace.find(c) == std::string_view::npos; });
  auto bytes = from_base64(base64);
  OPENSSL_cleanse(base64.data(), base64.size());  // it may have been a private key
  if (!bytes || bytes->empty()) throw FormatError(name, "", "the PEM block is not valid base64");
  return {std::string(armour->label), std::move(*bytes)};
}

std::string render_pem_block(const PemBlock& block) {
  constexpr std::size_t kLine = 64;
  const std::string base64 = to_base64(block.bytes);
  std::string text = std::string(kBegin).append(block.label).append(kDashes).append("\n");
  for (std::size_t at = 0; at < base64.size(); at += kLine) text.append(base64, at, kLine).append("\n");
  return text.append(kEnd).append(block.label).append(kDashes).append("\n");
}

}  // namespace evidence::packet
