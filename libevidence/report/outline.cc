#include "outline.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <tuple>

#include "visible.h"
#include "where.h"

namespace evidence::report {
namespace {

// Of the texts of a finding.
constexpr std::array kLabels = {Label::expected, Label::seen, Label::why, Label::plan};
// Some of the labels.
using Chosen = std::array<bool, kLabels.size()>;
// Texts of one entry, by label.
using Texts = std::array<std::string, kLabels.size()>;

// Findings about one thing that say the same: their places are united.
struct Entry {
  Texts texts;
  std::vector<Where> where;
};

// `thing` is the manifest's word for a kind of things; one of them is meant.
std::string_view singular(std::string_view thing) {
  for (const std::string_view plural :
       {"files", "mounts", "facts", "artifacts", "observations", "checks", "readings", "views", "parents"}) {
    if (thing == plural) return thing.substr(0, thing.size() - 1);
  }
  return thing;
}

std::string thing_and_name(const Finding& finding) {
  const std::string thing = visible(singular(finding.thing));
  const std::string name = visible_value(finding.name);
  return thing + (thing.empty() || name.empty() ? "" : " ") + name;
}

Texts texts_of(const Finding& finding) {
  const bool compared = !finding.expected.empty() && !finding.seen.empty();
  const bool exact = compared && !(is_ascii(finding.expected) && is_ascii(finding.seen));
  const auto value = [&](const std::string& text) { return exact ? spelled_out(text) : visible_value(text); };
  return {value(finding.expected), value(finding.seen), visible(finding.detail), visible(finding.origin)};
}

std::vector<Entry> united(const std::vector<const Finding*>& findings) {
  std::vector<Entry> entries;
  std::map<Texts, std::size_t> index;
  for (const Finding* finding : findings) {
    const auto [found, fresh] = index.try_emplace(texts_of(*finding), entries.size());
    if (fresh) entries.push_back({found->first, {}});
    std::vector<Where>& where = entries[found->second].where;
    where.insert(where.end(), finding->where.begin(), finding->where.end());
  }
  return entries;
}

// The labels whose text all entries share.
Chosen shared_labels(const std::vector<Entry>& entries) {
  Chosen shared{};
  for (std::size_t label = 0; label < kLabels.size(); ++label) {
    shared[label] = std::all_of(entries.begin(), entries.end(), [&](const Entry& entry) {
      return entry.texts[label] == entries.front().texts[label];
    });
  }
  return shared;
}

// What a check expects is a question.
std::vector<Line> lines_of(const Entry& entry, const Chosen& chosen, std::string_view thing) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < kLabels.size(); ++at) {
    const Label label = thing == "checks" && kLabels[at] == Label::expected ? Label::asked : kLabels[at];
    if (chosen[at] && !entry.texts[at].empty()) lines.push_back({label, entry.texts[at]});
  }
  return lines;
}

// `findings` are all about the same thing of the same role, by the same rule and with the same result.
Item item_of_all(const std::vector<const Finding*>& findings) {
  const Finding& first = *findings.front();
  std::vector<Entry> entries = united(findings);
  const auto shared = shared_labels(entries);
  Item item{first.result, visible(first.rule), visible(first.role), "", thing_and_name(first), false, {}, {}};
  item.names_thing = !item.what.empty();
  // A finding about no thing is headed by its sentence.
  constexpr auto why = static_cast<std::size_t>(Label::why);
  if (item.what.empty() && shared[why]) {
    item.what = entries.front().texts[why];
    for (Entry& entry : entries) entry.texts[why].clear();
  }
  if (item.what.empty()) item.what = item.rule.empty() ? "finding" : item.rule;
  item.common = lines_of(entries.front(), shared, first.thing);
  item.where = entries.size() == 1 ? where_phrase(first.role, entries.front().where) : item.role;
  if (entries.size() == 1) return item;
  Chosen apart{};
  std::transform(shared.begin(), shared.end(), apart.begin(), std::logical_not<>());
  for (const Entry& entry : entries)
    item.places.push_back({where_phrase("", entry.where), lines_of(entry, apart, first.thing)});
  return item;
}

// Findings with an equal key, in the order in which their keys first came.
template <typename KeyOf>
std::vector<std::vector<const Finding*>> grouped(const std::vector<const Finding*>& findings, KeyOf key_of) {
  std::map<decltype(key_of(*findings.front())), std::size_t> index;
  std::vector<std::vector<const Finding*>> groups;
  for (const Finding* finding : findings) {
    const auto [found, fresh] = index.try_emplace(key_of(*finding), groups.size());
    if (fresh) groups.emplace_back();
    groups[found->second].push_back(finding);
  }
  return groups;
}

std::vector<Item> items_of(const std::vector<const Finding*>& findings) {
  std::vector<Item> items;
  // Findings that name no thing are about the same only if they say the same.
  const auto about = [](const Finding& finding) {
    const bool named = !finding.thing.empty() || !finding.name.empty();
    return std::tuple(std::string_view(finding.rule), std::string_view(finding.role),
                      std::string_view(finding.thing), std::string_view(finding.name),
                      std::string_view(named ? std::string_view() : finding.detail));
  };
  for (const auto& group : grouped(findings, about)) items.push_back(item_of_all(group));
  return items;
}

// "5 env, 1 file", or "3 pin" where no thing is named.
std::string counts_of(const std::vector<const Finding*>& findings) {
  std::map<std::string, std::size_t> counts;
  for (const Finding* finding : findings) ++counts[finding->thing.empty() ? finding->rule : finding->thing];
  std::string text;
  for (const auto& [thing, count] : counts) {
    text.append(text.empty() ? "" : ", ").append(std::to_string(count)).append(" ");
    text.append(visible(count == 1 ? singular(thing) : thing));
  }
  return text;
}

// Each is one question of the plan's, told by itself.
bool is_question(const Finding& finding) {
  return finding.thing == "checks" || finding.thing == "readings";
}

std::string what_passed(const Finding& finding) {
  const std::string thing = thing_and_name(finding);
  if (finding.thing == "checks" && !finding.expected.empty())
    return thing + " (" + visible(finding.expected) + ")";
  const std::string seen = finding.seen.empty() ? "" : " = " + visible_value(finding.seen);
  return thing.empty() ? "" : thing + seen;
}

Passed passed_of_all(const std::vector<const Finding*>& findings, std::string where) {
  const Finding& first = *findings.front();
  Passed passed{visible(first.rule), std::move(where), "", {}};
  passed.what = findings.size() == 1 ? what_passed(first) : counts_of(findings);
  const std::string detail = visible(first.detail);
  passed.what += (passed.what.empty() || detail.empty() ? "" : ": ") + detail;
  if (passed.what.empty()) passed.what = passed.rule.empty() ? "passed" : passed.rule;
  if (findings.size() == 1) return passed;
  for (const Finding* finding : findings) {
    const std::string name = what_passed(*finding);
    if (!name.empty()) passed.names.push_back(name);
  }
  return passed;
}

std::vector<Passed> passes_of(const std::vector<const Finding*>& findings) {
  std::vector<Passed> passes;
  const auto place_of = [](const Finding& finding) { return where_phrase(finding.role, finding.where); };
  const auto about = [&](const Finding& finding) {
    return std::tuple(std::string_view(finding.rule), place_of(finding), std::string_view(finding.detail),
                      std::string_view(is_question(finding) ? std::string_view(finding.name) : ""));
  };
  for (const auto& group : grouped(findings, about))
    passes.push_back(passed_of_all(group, place_of(*group.front())));
  return passes;
}

std::vector<std::string> visible_list(const std::vector<std::string>& texts) {
  std::vector<std::string> list;
  std::transform(texts.begin(), texts.end(), std::back_inserter(list), visible);
  return list;
}

std::vector<Fact> head_of(const Report& report, const std::array<std::size_t, 4>& counts) {
  std::vector<Fact> head;
  if (!report.tool.empty()) head.emplace_back("tool", visible(report.tool));
  for (const Fact& fact : report.head) head.emplace_back(visible(fact.first), visible_value(fact.second));
  std::string findings;
  for (const Result result : {Result::stop, Result::hold, Result::pass, Result::note}) {
    findings.append(findings.empty() ? "" : ", ")
        .append(std::to_string(counts[static_cast<std::size_t>(result)]));
    findings.append(" ").append(result_name(result));
  }
  head.emplace_back("findings", findings);
  return head;
}

}  // namespace

std::string_view label_name(Label label) {
  static constexpr std::string_view kNames[] = {"expected", "seen", "why", "plan", "asked"};
  return kNames[static_cast<std::size_t>(label)];
}

bool is_quoted(Label label) {
  return label != Label::why && label != Label::asked;
}

std::string Item::heading() const {
  return where + (where.empty() ? "" : ": ") + what;
}

std::string Passed::heading() const {
  return where + (where.empty() ? "" : ": ") + what;
}

std::string Outline::first_line(std::string_view between) const {
  std::string line(answer_name(answer));
  if (!verdict.empty()) line.append(between).append("verdict ").append(verdict);
  if (!subject.empty()) line.append(between).append(subject);
  return line;
}

std::string Outline::lead() const {
  if (stops.empty() && holds.empty()) return worst_reading();
  const Item& item = stops.empty() ? holds.front() : stops.front();
  std::string line = item.places.empty() || item.places.front().where.empty()
                         ? item.heading()
                         : item.places.front().where + ": " + item.what;
  std::vector<Line> lines = item.common;
  if (!item.places.empty())
    lines.insert(lines.end(), item.places.front().lines.begin(), item.places.front().lines.end());
  const std::size_t heading = line.size();
  for (const Line& one : lines) {
    if (one.label == Label::expected || one.label == Label::seen)
      line += std::string("; ").append(label_name(one.label)).append(" ") + one.text;
  }
  // Where there is nothing to compare the reason says what is wrong.
  const auto why =
      std::find_if(lines.begin(), lines.end(), [](const Line& one) { return one.label == Label::why; });
  if (line.size() == heading && why != lines.end()) line += "; " + why->text;
  const std::size_t more = stops.size() + holds.size() - 1;
  if (more > 0) line += "; and " + std::to_string(more) + " more below";
  return line;
}

// Where nothing else is wrong, the reading that gives the answer.
std::string Outline::worst_reading() const {
  for (const ReadingTable& reading : readings) {
    if (reading.answer != answer || answer == Answer::pass || reading.rows.empty()) continue;
    return reading.heading + "; " + reading.rows.front().first + " " + reading.rows.front().second;
  }
  return {};
}

Item item_of(const Finding& finding) {
  return item_of_all({&finding});
}

Outline outline_of(const Report& report) {
  std::array<std::vector<const Finding*>, 4> by_result;
  std::array<std::size_t, 4> counts{};
  for (const Finding& finding : report.findings) {
    ++counts[static_cast<std::size_t>(finding.result)];
    // Such a one stands in a section of its own.
    const bool is_word = finding.result == Result::note && finding.rule == "operators-word";
    const bool elsewhere = (is_word && !report.operators_word.empty()) ||
                           (finding.rule == "verdict" && !report.readings.empty());
    if (elsewhere) continue;
    by_result[static_cast<std::size_t>(finding.result)].push_back(&finding);
  }
  const auto of = [&](Result result) -> const auto& {
    return by_result[static_cast<std::size_t>(result)];
  };
  std::vector<ReadingTable> readings;
  for (const Reading& reading : report.readings) readings.push_back(reading_table(reading));
  return {visible(report.tool),
          visible(report.subject),
          report.answer,
          visible(report.verdict),
          head_of(report, counts),
          items_of(of(Result::stop)),
          items_of(of(Result::hold)),
          passes_of(of(Result::pass)),
          items_of(of(Result::note)),
          std::move(readings),
          process_rows(report.processes),
          visible_list(report.operators_word),
          visible_list(report.not_proved)};
}

}  // namespace evidence::report
