#pragma once

// Which of the plan's files a mapped one stands for: it has its path, or the path that it leads to through
// symbolic links, or else its last name. A library is usually loaded by another path than the one that a plan
// names, and a link may lead elsewhere by now.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "process.h"

namespace evidence::host {

class ListedNames {
 public:
  // `files` as a watch list has them.
  ListedNames(const Process& process, const std::vector<std::string>& files);
  // The listed path; empty where there is none.
  std::string find(std::string_view path) const;

 private:
  using Names = std::map<std::string, std::string, std::less<>>;
  Names paths_;       // as listed, and where they lead
  Names last_names_;  // of both
};

}  // namespace evidence::host
