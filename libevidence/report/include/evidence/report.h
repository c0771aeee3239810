#pragma once

// What was found → text for a terminal, JSON for programs, Markdown, HTML and JUnit for reviewers. Knows
// findings and nothing of where they came from. Everything that enters is hostile: names are escaped for the
// target before they are written.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/judge.h"

namespace evidence::report {

enum class Format { text, json, markdown, html, junit };
// Absent for an unknown name.
std::optional<Format> parse_format(std::string_view name);

// A label and a value for the head of a report: ("plan", "demo sha256:…").
using Fact = std::pair<std::string, std::string>;

struct Report {
  std::string tool;     // "check-packet"
  std::string subject;  // what was asked about: a packet's path, "s1 ready"
  Answer answer = Answer::hold;
  std::string verdict;     // empty when no reading was asked for
  std::vector<Fact> head;  // plan, run, class, standing, checkpoint, time, signatures … in this order
  std::vector<Finding> findings;  // in the order of Judgement
  std::vector<Reading> readings;  // in the plan's order
  std::vector<ProcessIdentity> processes;
  std::vector<std::string> operators_word;  // what rests on somebody's word
  std::vector<std::string> not_proved;      // what the answer does not prove
};

enum class Color { off, on };

// The first line is the answer, the verdict if there is one, and the subject; a STOP or HOLD line then comes
// first with rank, thing, value and expectation, before anything that passed. Ends with a line feed.
std::string render(const Report& report, Format format, Color color = Color::off);

// The sentences that end every report: ranks are not authenticated, …
std::vector<std::string> standing_caveats(const Plan& plan);
// The lines for "on the operator's word": binding values and declared facts and rows that were accepted.
std::vector<std::string> operators_word(const Plan& plan, const std::vector<Finding>& findings);

}  // namespace evidence::report
