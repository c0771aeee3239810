#include "listed_names.h"

#include <fcntl.h>

#include "proc_entry.h"

namespace evidence::host {
namespace {

std::string last_name(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

// Where a path leads in the process's root; empty when that cannot be told.
std::string resolved(const Process& process, const std::string& root, const std::string& path) {
  try {
    const Descriptor found = open_beneath(process.root(), path, Resolve::in_root, O_PATH);
    const std::string name = read_link_entry(open_directory("/proc/self/fd"), std::to_string(found.get()));
    return root != "/" && name.starts_with(root + "/") ? name.substr(root.size()) : name;
  } catch (const SystemError&) {
    return "";
  }
}

std::string root_of(const Process& process) {
  try {
    return read_link_entry(process.directory(), "root");
  } catch (const SystemError&) {
    return "/";
  }
}

}  // namespace

ListedNames::ListedNames(const Process& process, const std::vector<std::string>& files) {
  const std::string root = root_of(process);
  for (const std::string& file : files) {
    paths_.insert_or_assign(file, file);
    last_names_.emplace(last_name(file), file);
    const std::string target = process.root() ? resolved(process, root, file) : "";
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
