#include <algorithm>
#include <cctype>

#include "formats.h"
#include "outline.h"

namespace evidence::report {
namespace {

// Written as character references: they take part in no construct of CommonMark or of GitHub's additions, and
// unlike backslashes they mean the same in tables, code and text. A dot and a colon only matter where a link
// could begin by itself.
bool is_markup(std::string_view text, std::size_t at) {
  const char byte = text[at];
  if (byte == ':') return text.substr(at, 3) == "://";
  if (byte == '.')
    return at >= 3 &&
           std::all_of(&text[at - 3], &text[at], [](char one) { return one == 'w' || one == 'W'; });
  return std::string_view("\\`*_{}[]<>#|~&@$^").find(byte) != std::string_view::npos;
}

std::string reference(char byte) {
  return "&#" + std::to_string(static_cast<int>(byte)) + ";";
}

// Spaces that Markdown would drop, or that would keep bold text from ending, are kept.
std::string escape_inside(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool space = text[at] == ' ';
    if (space && at > 0 && text[at - 1] == ' ') {
      out += "&nbsp;";
    } else if (is_markup(text, at) || (space && at + 1 == text.size())) {
      out += reference(text[at]);
    } else {
      out += text[at];
    }
  }
  return out;
}

// A sentence. What would open a list, a quotation, a rule or indented code at its beginning is written as a
// reference too.
std::string escape_text(std::string_view text) {
  if (text.empty()) return {};
  std::size_t opens = 0;
  while (opens < text.size() && std::isdigit(static_cast<unsigned char>(text[opens])) != 0) ++opens;
  const bool numbered = opens > 0 && opens < text.size() && (text[opens] == '.' || text[opens] == ')');
  const bool marked = opens == 0 && std::string_view("-+ ").find(text.front()) != std::string_view::npos;
  if (!numbered && !marked) return escape_inside(text);
  return escape_inside(text.substr(0, opens)) + reference(text[opens]) +
         escape_inside(text.substr(opens + 1));
}

// A name or value. Not a code span: those cannot hold every text inside a table.
std::string code(std::string_view text) {
  return text.empty() ? "" : "<code>" + escape_inside(text) + "</code>";
}

std::string set(const Line& line) {
  return is_quoted(line.label) ? code(line.text) : escape_text(line.text);
}

std::string lines_at(std::string_view indent, const std::vector<Line>& lines) {
  std::string out;
  for (const Line& line : lines)
    out.append(indent)
        .append("- ")
        .append(label_name(line.label))
        .append(": ")
        .append(set(line))
        .append("\n");
  return out;
}

std::string item_markdown(const Item& item) {
  std::string out = "- ";
  if (!item.where.empty()) out += "**" + escape_text(item.where) + "**: ";
  out += (item.names_thing ? code(item.what) : escape_text(item.what)) +
         (item.rule.empty() ? "" : " — rule " + code(item.rule)) + "\n" + lines_at("  ", item.common);
  for (const Place& place : item.places) {
    out += "  - **" + escape_text(place.where.empty() ? "elsewhere" : place.where) + "**\n" +
           lines_at("    ", place.lines);
  }
  return out;
}

std::string section(std::string_view title, const std::string& body) {
  return body.empty() ? "" : "\n## " + std::string(title) + "\n\n" + body;
}

std::string items_markdown(std::string_view title, const std::vector<Item>& items) {
  std::string body;
  for (const Item& item : items) body += item_markdown(item);
  return section(title, body);
}

// Cells that are escaped already.
std::string row_markdown(const Row& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += " " + cell + " |";
  return out + "\n";
}

std::string table(const Row& titles, const std::vector<Row>& rows) {
  if (rows.empty()) return {};
  std::string out = row_markdown(titles) + row_markdown(Row(titles.size(), "---"));
  for (const Row& row : rows) out += row_markdown(row);
  return out;
}

std::string passes_markdown(const std::vector<Passed>& passes) {
  std::vector<Row> rows;
  for (const Passed& passed : passes)
    rows.push_back({escape_text(passed.where), escape_text(passed.what), code(passed.rule)});
  return section("PASS", table({"where", "what", "rule"}, rows));
}

std::string head_markdown(const std::vector<Fact>& head) {
  std::vector<Row> rows;
  for (const Fact& fact : head) rows.push_back({escape_text(fact.first), code(fact.second)});
  return section("about this report", table({"fact", "value"}, rows));
}

std::string readings_markdown(const std::vector<ReadingTable>& readings) {
  std::string out;
  for (const ReadingTable& reading : readings) {
    std::vector<Row> rows;
    for (const Fact& row : reading.rows) rows.push_back({escape_text(row.first), escape_text(row.second)});
    out += section(escape_text(reading.heading) + " (" + std::string(answer_name(reading.answer)) + ")",
                   table({"what", "value"}, rows));
  }
  return out;
}

std::string processes_markdown(const std::vector<Row>& processes) {
  std::vector<Row> rows;
  for (const Row& process : processes) {
    Row row = shortened(process);
    std::transform(row.begin(), row.end(), row.begin(), code);
    rows.push_back(std::move(row));
  }
  return section("processes (ids shortened)",
                 table(Row(std::begin(kProcessColumns), std::end(kProcessColumns)), rows));
}

std::string list_markdown(std::string_view title, const std::vector<std::string>& texts) {
  std::string body;
  for (const std::string& text : texts) body += "- " + escape_text(text) + "\n";
  return section(title, body);
}

}  // namespace

std::string render_markdown(const Report& report) {
  const Outline outline = outline_of(report);
  std::string out = "# " + escape_text(outline.first_line(" — ")) + "\n";
  out += readings_markdown(outline.readings);
  out += items_markdown("STOP", outline.stops);
  out += items_markdown("HOLD", outline.holds);
  out += passes_markdown(outline.passes);
  out += items_markdown("NOTE", outline.notes);
  out += head_markdown(outline.head);
  out += processes_markdown(outline.processes);
  out += list_markdown("on the operator's word", outline.operators_word);
  return out + list_markdown("what this does not prove", outline.not_proved);
}

}  // namespace evidence::report
