#pragma once

// A report arranged for people, shared by all formats but JSON: findings about the same thing together, ranks
// that agree folded. All text in it is visible (see visible.h); the formats only add the escapes of their own
// syntax.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/report.h"
#include "process_table.h"
#include "reading_table.h"

namespace evidence::report {

// What a labelled line is, which decides how a format sets it.
enum class Label { expected, seen, why, plan, asked };
std::string_view label_name(Label label);
// True for what is quoted from plan or evidence, false for a sentence.
bool is_quoted(Label label);

struct Line {
  Label label;
  std::string text;
};

// Ranks that agree, and what is so only there.
struct Place {
  std::string where;
  std::vector<Line> lines;
};

// What was found about one thing.
struct Item {
  Result result;
  std::string rule;
  std::string role;
  std::string where;          // may be empty
  std::string what;           // never empty
  bool names_thing = false;   // `what` is a thing and its name, not a sentence
  std::vector<Line> common;   // what holds at every place
  std::vector<Place> places;  // empty when `where` and `common` say all

  std::string heading() const;  // where: what
};

// Findings of one rule that passed at the same place.
struct Passed {
  std::string rule;
  std::string where;
  std::string what;
  std::vector<std::string> names;  // what `what` counts

  std::string heading() const;
};

struct Outline {
  std::string tool;
  std::string subject;
  Answer answer;
  std::string verdict;
  std::vector<Fact> head;  // tool, the report's own, how many findings
  std::vector<Item> stops;
  std::vector<Item> holds;
  std::vector<Passed> passes;
  std::vector<Item> notes;
  std::vector<ReadingTable> readings;
  std::vector<Row> processes;
  std::vector<std::string> operators_word;
  std::vector<std::string> not_proved;

  // "STOP  verdict UNSAFE  s1 ready", or without the verdict.
  std::string first_line(std::string_view between) const;
  // The worst finding in one line: where, what, expected and seen, and how many more there are; empty when
  // all passed.
  std::string lead() const;

 private:
  std::string worst_reading() const;
};

Outline outline_of(const Report& report);
// One finding by itself.
Item item_of(const Finding& finding);

}  // namespace evidence::report
