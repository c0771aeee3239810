#include <algorithm>
#include <iterator>
#include <utility>

#include "formats.h"
#include "outline.h"
#include "wrap.h"

namespace evidence::report {
namespace {

constexpr std::string_view kIndent = "      ";
constexpr std::size_t kLabelWidth = 10;
constexpr std::size_t kMostLabelWidth = 24;

std::string_view color_of(std::string_view answer) {
  if (answer == "STOP") return "\x1b[1;31m";
  if (answer == "HOLD") return "\x1b[1;33m";
  if (answer == "PASS") return "\x1b[1;32m";
  return {};
}

// `line` begins with `answer`, which is painted when colours are on.
std::string painted(std::string_view answer, std::string line, Color color) {
  const std::string_view paint = color_of(answer);
  if (color == Color::off || paint.empty()) return line;
  line.insert(answer.size(), "\x1b[0m");
  return line.insert(0, paint);
}

std::string headed(std::string_view answer, const std::string& heading, const std::string& rule,
                   Color color) {
  const std::string lead = padded(answer, kIndent.size());
  const std::string tail = rule.empty() ? "" : "  [" + rule + "]";
  return painted(answer, hung(lead, heading + tail), color);
}

std::string labelled(std::string_view indent, const std::vector<Line>& lines) {
  std::string out;
  for (const Line& line : lines)
    out += hung(std::string(indent) + padded(label_name(line.label), kLabelWidth), line.text);
  return out;
}

std::string item_text(const Item& item, Color color) {
  std::string out = headed(result_name(item.result), item.heading(), item.rule, color);
  out += labelled(kIndent, item.common);
  for (const Place& place : item.places) {
    out += hung(kIndent, place.where.empty() ? "elsewhere" : place.where);
    out += labelled(std::string(kIndent) + "  ", place.lines);
  }
  return out;
}

// A blank line before anything that is there.
std::string section(std::string body) {
  return body.empty() ? body : body.insert(0, 1, '\n');
}

std::string items_text(const std::vector<Item>& items, Color color) {
  std::string out;
  for (const Item& item : items) out += item_text(item, color);
  return section(std::move(out));
}

std::string passes_text(const std::vector<Passed>& passes, Color color) {
  std::string out;
  for (const Passed& passed : passes) out += headed("PASS", passed.heading(), passed.rule, color);
  return section(std::move(out));
}

std::string head_text(const std::vector<Fact>& head) {
  std::size_t width = 0;
  for (const Fact& fact : head) width = std::max(width, std::min(columns(fact.first), kMostLabelWidth));
  std::string out;
  for (const Fact& fact : head) out += hung(padded(fact.first, width) + "  ", fact.second);
  return section(std::move(out));
}

std::string readings_text(const std::vector<ReadingTable>& readings, Color color) {
  std::string out;
  for (const ReadingTable& reading : readings) {
    std::string body = headed(answer_name(reading.answer), reading.heading, "", color);
    std::size_t width = 0;
    for (const Fact& row : reading.rows)
      width = std::max(width, std::min(columns(row.first), kMostLabelWidth));
    for (const Fact& row : reading.rows)
      body += hung(std::string(kIndent) + padded(row.first, width) + "  ", row.second);
    out += section(std::move(body));
  }
  return out;
}

std::string row_text(const Row& row, const std::vector<std::size_t>& widths) {
  std::string line = " ";
  for (std::size_t at = 0; at < row.size(); ++at) line += " " + padded(row[at], widths[at]);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string processes_text(const std::vector<Row>& processes) {
  if (processes.empty()) return {};
  std::vector<Row> rows = {Row(std::begin(kProcessColumns), std::end(kProcessColumns))};
  std::transform(processes.begin(), processes.end(), std::back_inserter(rows), shortened);
  std::vector<std::size_t> widths(std::size(kProcessColumns), 0);
  for (const Row& row : rows) {
    for (std::size_t at = 0; at < row.size(); ++at) widths[at] = std::max(widths[at], columns(row[at]));
  }
  std::string out = "processes (ids shortened)\n";
  for (const Row& row : rows) out += row_text(row, widths);
  return section(std::move(out));
}

std::string list_text(std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  std::string out = std::string(title) + '\n';
  for (const std::string& line : lines) out += hung("  - ", line);
  return section(std::move(out));
}

}  // namespace

std::string render_text(const Report& report, Color color) {
  const Outline outline = outline_of(report);
  const std::string lead = outline.lead();
  const std::string first_line = outline.first_line("  ") + (lead.empty() ? "" : ": " + lead);
  std::string out = painted(answer_name(outline.answer), first_line + '\n', color);
  out += readings_text(outline.readings, color);
  out += items_text(outline.stops, color);
  out += items_text(outline.holds, color);
  out += passes_text(outline.passes, color);
  out += items_text(outline.notes, color);
  out += head_text(outline.head);
  out += processes_text(outline.processes);
  out += list_text("on the operator's word", outline.operators_word);
  out += list_text("what this does not prove", outline.not_proved);
  return out;
}

}  // namespace evidence::report
