// Any bytes into the scanner, in both forms. Laws: canonical acceptance means that writing gives the input
// back; and what is accepted in any form has a canonical form that is accepted and does not change any more.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "evidence/json.h"

namespace {

using evidence::json::Document;
using evidence::json::Form;
using evidence::json::Kind;
using evidence::json::Node;

void require(bool holds) {
  if (!holds) std::abort();
}

std::string written(const Document& document) {
  return canonical(to_value(document.root()));
}

// Whole doubles from 2^53 to 10^21 are written as integers, and those are refused as inexact.
bool can_be_read_again(Node node) {
  if (node.is(Kind::number)) {
    const double size = std::abs(node.number());
    return size <= static_cast<double>(evidence::json::kMaxInteger) || size >= 1e21;
  }
  for (const Node child : node) {
    if (!can_be_read_again(child)) return false;
  }
  return true;
}

void check_error(const evidence::json::ScanError& error, std::string_view text) {
  require(error.offset <= text.size() && error.line >= 1 && !error.reason.empty());
  require(error.reason.find('\n') == std::string::npos && error.reason.size() < 2000);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Document document;
  static Document again;
  const std::string_view text(reinterpret_cast<const char*>(data), size);

  const auto refused_as_canonical = document.scan(text, Form::canonical);
  if (refused_as_canonical) {
    check_error(*refused_as_canonical, text);
  } else {
    require(written(document) == text);
  }

  const auto refused = document.scan(text, Form::any);
  if (refused) {
    check_error(*refused, text);
    require(refused_as_canonical.has_value());
    return 0;
  }
  if (!can_be_read_again(document.root())) return 0;
  const std::string first = written(document);
  require(!again.scan(first, Form::canonical));
  require(written(again) == first);
  const std::string pretty = evidence::json::pretty(to_value(document.root()));
  require(!again.scan(pretty, Form::any));
  require(written(again) == first);
  return 0;
}
