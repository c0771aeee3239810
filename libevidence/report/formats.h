#pragma once

// One function a format; render() chooses.

#include <string>

#include "evidence/report.h"

namespace evidence::report {

std::string render_text(const Report& report, Color color);
std::string render_json(const Report& report);
std::string render_markdown(const Report& report);
std::string render_html(const Report& report);
std::string render_junit(const Report& report);

}  // namespace evidence::report
