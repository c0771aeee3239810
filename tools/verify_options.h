#pragma once

// What verify-runtime is asked, and the questions that are about a plan rather than about a start.

#include <string>
#include <vector>

#include "evidence/judge.h"
#include "tool_main.h"

namespace evidence::tool {

struct VerifyOptions {
  std::string plan;
  std::vector<std::string> starts;
  std::vector<std::string> moments;
  std::string report = "text";
  std::vector<std::string> parents;
  bool emit = false;
  bool lint = false;
  bool gate = false;
  bool draft = false;
  std::vector<std::string> records;
};

void declare(CommandLine& line, VerifyOptions& options);
// Throws UsageError for modes that exclude each other, and for what does not go with one.
void refuse_beside_mode(const VerifyOptions& options);

// Reads files and folders of records; standard input where there are none.
void read_records(RecordReader& reader, const std::vector<std::string>& paths);
// --lint, with or without records.
Judgement lint_plan(const Plan& plan, const VerifyOptions& options);
// The packets of --parent. Throws as packet::read_parents.
std::vector<ParentView> read_parents(const Plan& plan, const VerifyOptions& options);
// --draft: writes a manifest; damage is complained of and is HOLD.
Status write_draft(const Tool& tool, const VerifyOptions& options, const Output& out);

}  // namespace evidence::tool
