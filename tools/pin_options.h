#pragma once

// What pin-hash is asked.

#include <cstdint>
#include <string>
#include <vector>

#include "evidence/digest.h"
#include "tool_main.h"

namespace evidence::tool {

struct PinOptions {
  std::string plan;
  std::string role;
  std::string rank;
  std::string start;
  std::string moment;
  std::int64_t pid = 0;
  std::string root;
  std::vector<std::string> images;
  std::vector<std::string> env_files;
  std::vector<std::string> facts;
  std::vector<std::string> absent;
  std::vector<std::string> observations;
  std::string key_file;
  bool memory = false;
  std::string shard;
  std::string output;
  std::string format = "records";
  bool tag = false;
  bool zero = false;
  std::vector<std::string> lists;  // of -c
  bool exact = false;
  bool follow = false;
  bool cross = false;
  bool dir_hash = false;
  std::int64_t jobs = 0;
  std::vector<std::string> paths;
};

// Which of its jobs.
enum class PinJob { records, list, check };

void declare(CommandLine& line, PinOptions& options);
// Throws UsageError for options that exclude each other.
PinJob job_of(const PinOptions& options);
TreeOptions tree_options(const PinOptions& options);
// The folder of -C as a base for paths; no descriptor where it is not given. Throws UsageError.
Descriptor open_base(const PinOptions& options);

}  // namespace evidence::tool
