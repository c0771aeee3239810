#include "listed_names.h"

#include <fcntl.h>

#include "root_names.h"

namespace evidence::host {
namespace {

std::string last_name(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

// Where a path leads in the process's root; empty when that cannot be told.
std::string resolved(const Process& process, const RootNames& names, const std::string& path) {
  if (!process.root()) {
    return "";
  }
  try {
    const auto name = kernel_name(open_beneath(process.root(), path, Resolve::in_root, O_PATH));
    return name ? names.seen(*name) : "";
  } catch (const SystemError&) {
    return "";
  }
}

}  // namespace

ListedNames::ListedNames(const Process& process, const std::vector<std::string>& files) {
  const RootNames names(process);
  for (const std::string& file : files) {
    paths_.insert_or_assign(file, file);
    last_names_.emplace(last_name(file), file);
    const std::string target = resolved(process, names, file);
    if (!target.empty()) {
      paths_.emplace(target, file);
      last_names_.emplace(last_name(target), file);
    }
  }
}

std::string ListedNames::find(std::string_view path) const {
  if (const auto found = paths_.find(path); found != paths_.end()) {
    return found->second;
  }
  const auto found = last_names_.find(last_name(path));
  return found != last_names_.end() ? found->second : "";
}

}  // namespace evidence::host
