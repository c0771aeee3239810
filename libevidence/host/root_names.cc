#include "root_names.h"

#include "proc_entry.h"

namespace evidence::host {
namespace {

std::string root_of(const Process& process) {
  try {
    std::string root = read_link_entry(process.directory(), "root");
    return root == "/" ? "" : root;
  } catch (const SystemError&) {
    return "";
  }
}

}  // namespace

std::optional<std::string> kernel_name(const Descriptor& file) {
  try {
    return read_link_entry(open_directory("/proc/self/fd"), std::to_string(file.get()));
  } catch (const SystemError&) {
    return std::nullopt;
  }
}

RootNames::RootNames(const Process& process) : root_(root_of(process)) {}

std::string RootNames::seen(const std::string& name) const {
  const bool below = !root_.empty() && name.starts_with(root_ + "/");
  return below ? name.substr(root_.size()) : name;
}

}  // namespace evidence::host
