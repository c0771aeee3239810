#include <algorithm>
#include <array>

#include "evidence/report.h"

namespace evidence::report {

std::optional<Format> parse_format(std::string_view name) {
  struct Named {
    std::string_view name;
    Format format;
  };
  static constexpr std::array<Named, 5> kFormats{{{"text", Format::text},
                                                  {"json", Format::json},
                                                  {"markdown", Format::markdown},
                                                  {"html", Format::html},
                                                  {"junit", Format::junit}}};
  const auto found =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const Named& one) { return one.name == name; });
  return found == kFormats.end() ? std::nullopt : std::optional(found->format);
}

}  // namespace evidence::report
