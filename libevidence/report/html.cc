#include "formats.h"
#include "html_style.h"
#include "markup.h"
#include "outline.h"

namespace evidence::report {
namespace {

std::string class_of(std::string_view answer) {
  return answer == "STOP" ? "stop" : answer == "HOLD" ? "hold" : answer == "PASS" ? "pass" : "note";
}

// `inner` is HTML already.
std::string element(std::string_view name, std::string_view inner, std::string_view css_class = "") {
  std::string out("<");
  out.append(name);
  if (!css_class.empty()) out.append(" class=\"").append(css_class).append("\"");
  return out.append(">").append(inner).append("</").append(name).append(">");
}

std::string text_element(std::string_view name, std::string_view text, std::string_view css_class = "") {
  return element(name, markup_text(text), css_class);
}

std::string code(std::string_view text) {
  return text_element("code", text);
}

std::string section(std::string_view title, const std::string& body, std::string_view css_class = "") {
  return body.empty() ? ""
                      : element("section", "\n" + text_element("h2", title) + "\n" + body, css_class) + "\n";
}

std::string lines_html(const std::vector<Line>& lines) {
  std::string inner;
  for (const Line& line : lines) {
    inner += text_element("dt", label_name(line.label));
    inner += element("dd", is_quoted(line.label) ? code(line.text) : markup_text(line.text)) + "\n";
  }
  return inner.empty() ? "" : element("dl", "\n" + inner) + "\n";
}

std::string item_html(const Item& item) {
  std::string heading = item.where.empty() ? "" : text_element("bdi", item.where) + ": ";
  heading += item.names_thing ? code(item.what) : text_element("bdi", item.what);
  if (!item.rule.empty()) heading += " " + text_element("span", item.rule, "rule");
  std::string places;
  for (const Place& place : item.places) {
    const std::string where = text_element("bdi", place.where.empty() ? "elsewhere" : place.where);
    places += element("li", where + "\n" + lines_html(place.lines)) + "\n";
  }
  std::string inner = "\n" + element("h3", heading) + "\n" + lines_html(item.common);
  if (!places.empty()) inner += element("ul", "\n" + places, "places") + "\n";
  return element("article", inner) + "\n";
}

std::string items_html(std::string_view title, const std::vector<Item>& items) {
  std::string body;
  for (const Item& item : items) body += item_html(item);
  return section(title, body, class_of(title));
}

std::string table(const std::string& rows, std::string_view css_class = "") {
  return rows.empty() ? "" : element("div", element("table", "\n" + rows, css_class), "scroll") + "\n";
}

std::string passed_row(const Passed& passed) {
  std::string what = text_element("bdi", passed.what);
  if (!passed.rule.empty()) what += " " + text_element("span", passed.rule, "rule");
  if (!passed.names.empty()) {
    std::string names;
    for (const std::string& name : passed.names) names += element("li", code(name)) + "\n";
    what = element("details", element("summary", what) + element("ul", "\n" + names));
  }
  return element("tr", text_element("td", passed.where) + element("td", what)) + "\n";
}

std::string passes_html(const std::vector<Passed>& passes) {
  std::string rows;
  for (const Passed& passed : passes) rows += passed_row(passed);
  return section("PASS", table(rows), "pass");
}

std::string head_html(const std::vector<Fact>& head) {
  std::string rows;
  for (const Fact& fact : head) {
    rows += element("tr", text_element("th", fact.first) + element("td", code(fact.second))) + "\n";
  }
  return section("about this report", table(rows));
}

std::string readings_html(const std::vector<ReadingTable>& readings) {
  std::string out;
  for (const ReadingTable& reading : readings) {
    std::string rows;
    for (const Fact& row : reading.rows)
      rows += element("tr", text_element("th", row.first) + element("td", text_element("bdi", row.second))) +
              "\n";
    out += section(reading.heading, table(rows), class_of(answer_name(reading.answer)));
  }
  return out;
}

std::string processes_html(const std::vector<Row>& processes) {
  if (processes.empty()) return {};
  std::string titles;
  for (const std::string_view title : kProcessColumns) titles += text_element("th", title);
  std::string rows = element("tr", titles) + "\n";
  for (const Row& row : processes) {
    std::string cells;
    for (std::size_t at = 0; at < row.size(); ++at)
      cells += element("td", code(row[at]), holds_ids(at) ? "id" : "");
    rows += element("tr", cells) + "\n";
  }
  return section("processes", table(rows, "processes"));
}

std::string list_html(std::string_view title, const std::vector<std::string>& texts) {
  std::string items;
  for (const std::string& text : texts) items += element("li", text_element("bdi", text)) + "\n";
  return section(title, items.empty() ? "" : element("ul", "\n" + items) + "\n");
}

// No script, no resource from elsewhere: the policy holds the page to it even if an escape should ever be
// missing.
std::string page_head(const Outline& outline) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out +=
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n";
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += text_element("title", outline.first_line(" — ")) + "\n";
  return out.append("<style>").append(kHtmlStyle).append("</style>\n</head>\n");
}

std::string banner(const Outline& outline) {
  std::string inner = text_element("b", answer_name(outline.answer));
  if (!outline.verdict.empty()) inner += text_element("span", "verdict " + outline.verdict, "verdict");
  if (!outline.subject.empty()) inner += element("span", text_element("bdi", outline.subject), "subject");
  return element("header", element("h1", inner), class_of(answer_name(outline.answer))) + "\n";
}

}  // namespace

std::string render_html(const Report& report) {
  const Outline outline = outline_of(report);
  std::string body = "\n" + banner(outline) + "<main>\n";
  body += readings_html(outline.readings);
  body += items_html("STOP", outline.stops);
  body += items_html("HOLD", outline.holds);
  body += passes_html(outline.passes);
  body += items_html("NOTE", outline.notes);
  body += head_html(outline.head);
  body += processes_html(outline.processes);
  body += list_html("on the operator's word", outline.operators_word);
  body += list_html("what this does not prove", outline.not_proved);
  return page_head(outline) + element("body", body + "</main>\n") + "\n</html>\n";
}

}  // namespace evidence::report
