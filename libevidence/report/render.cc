#include "formats.h"

namespace evidence::report {

std::string render(const Report& report, Format format, Color color) {
  switch (format) {
    case Format::text:
      return render_text(report, color);
    case Format::json:
      return render_json(report);
    case Format::markdown:
      return render_markdown(report);
    case Format::html:
      return render_html(report);
    case Format::junit:
      return render_junit(report);
  }
  throw UsageError("no such report format");
}

}  // namespace evidence::report
