#pragma once

// A file of environment variables in the format of docker's --env-file, read as docker reads it: neither
// quotes nor escapes mean anything, and what follows a value belongs to it.

#include <string>
#include <string_view>
#include <vector>

#include "evidence/host.h"
#include "reporter.h"

namespace evidence::host {

struct EnvFileEntry {
  std::string name;
  std::string value;
  bool bare = false;  // a name alone: docker takes the value from its caller's environment
};

// Throws FormatError with the line's number for a file that docker refuses, and quotes nothing of it: the
// second line of a value looks like a name.
std::vector<EnvFileEntry> parse_env_file(std::string_view bytes, std::string_view name);

// Reports the entries of the request's files, and nothing of a file that docker refuses.
void observe_env_files(const Request& request, Reporter& reporter);

}  // namespace evidence::host
