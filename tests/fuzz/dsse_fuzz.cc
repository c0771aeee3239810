// Any bytes as an envelope: refused with a FormatError, or accepted and then written again to the very same
// bytes, and verified by no key but the one that signed it.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "evidence/base.h"
#include "packet/dsse.h"

namespace {

using namespace evidence::packet;

void demand(bool holds) {
  if (!holds) std::abort();
}

// The public key of RFC 8032 §7.1 TEST 1; a fuzzer that forges its signature deserves to be heard.
PublicKey trusted_key() {
  return PublicKey::parse_pem(
      "-----BEGIN PUBLIC KEY-----\n"
      "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n"
      "-----END PUBLIC KEY-----\n",
      "key");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::array trusted{trusted_key()};
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const Envelope envelope = parse_envelope(bytes, "input");
    demand(render(envelope) == bytes);
    demand(envelope.signatures.size() <= kMaxSignatures);
    demand(verified_by(envelope, trusted).empty());
  } catch (const evidence::FormatError&) {  // refused, as nearly everything must be
  }
  return 0;
}
