#pragma once

// PEM (RFC 7468) read strictly: one block and nothing but white space around it, so that no two readers can
// see different keys in one file, and nothing ever asks a terminal for a pass phrase.

#include <string>
#include <string_view>

namespace evidence::packet {

struct PemBlock {
  std::string label;  // "PUBLIC KEY"
  std::string bytes;  // decoded
};

// Throws FormatError naming `name` for anything but one block of at most 16 KiB, and for an encrypted one.
PemBlock parse_pem_block(std::string_view text, std::string_view name);

// Lines of 64 characters, a line feed at the end, as openssl writes them.
std::string render_pem_block(const PemBlock& block);

}  // namespace evidence::packet
