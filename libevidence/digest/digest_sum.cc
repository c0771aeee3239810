#include "evidence/digest.h"

namespace evidence {

void DigestSum::add(const Digest& digest) {
  unsigned carry = 0;
  for (std::size_t at = bytes_.size(); at-- > 0;) {
    carry += static_cast<unsigned>(bytes_[at]) + digest.bytes()[at];
    bytes_[at] = static_cast<std::uint8_t>(carry & 0xffU);
    carry >>= 8U;
  }
}

}  // namespace evidence
