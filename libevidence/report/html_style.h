#pragma once

#include <string_view>

namespace evidence::report {

// The style sheet of the HTML page: light and dark, narrow screens, paper. Constant, so that nothing that
// enters a report can reach it.
extern const std::string_view kHtmlStyle;

}  // namespace evidence::report
