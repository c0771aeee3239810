#include "pointer.h"

#include <algorithm>
#include <array>

namespace evidence::carry {

bool is_lfs_pointer(std::string_view bytes) {
  // The names that Git LFS has had.
  static constexpr std::array<std::string_view, 3> kBeginnings = {"version https://git-lfs.github.com/spec/",
                                                                  "version https://hawser.github.com/spec/",
                                                                  "version http://git-media.io/v/"};
  return bytes.size() < kPointerLimit && bytes.find("\noid sha256:") != std::string_view::npos &&
         std::ranges::any_of(kBeginnings,
                             [bytes](std::string_view beginning) { return bytes.starts_with(beginning); });
}

}  // namespace evidence::carry
