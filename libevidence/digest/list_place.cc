#include "list_place.h"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <memory>

#include "unicode_form.h"

namespace evidence {
namespace {

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

Descriptor ListPlace::open(const std::string& path, int flags) const {
  if (base_ != nullptr) return open_beneath(*base_, path, Resolve::beneath, flags);
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
  if (fd < 0) throw_errno("open", path);
  return Descriptor(fd);
}

bool ListPlace::has(const std::string& path) const {
  try {
    open(path, O_PATH | O_NOFOLLOW);
    return true;
  } catch (const SystemError&) {
    return false;
  }
}

const UnicodeTwins::Forms& UnicodeTwins::forms_in(const std::string& directory) {
  const auto [at, is_new] = directories_.try_emplace(directory);
  if (!is_new) return at->second;
  try {
    Descriptor descriptor = place_.open(directory.empty() ? "." : directory, O_DIRECTORY);
    const std::unique_ptr<DIR, CloseDirectory> names(fdopendir(descriptor.get()));
    if (!names) return at->second;
    descriptor.release();
    while (const dirent* const entry = readdir(names.get())) {
      const std::string name = entry->d_name;
      if (!is_ascii(name)) at->second[decomposed(name)].insert(name);
    }
  } catch (const SystemError&) {
    // What cannot be read gives no hint.
  }
  return at->second;
}

std::optional<std::string> UnicodeTwins::find_component(const std::string& directory,
                                                        const std::string& name) {
  if (is_ascii(name)) return name;
  const Forms& forms = forms_in(directory);
  const auto form = forms.find(decomposed(name));
  if (form == forms.end()) return std::nullopt;
  return form->second.contains(name) ? name : *form->second.begin();
}

std::optional<std::string> UnicodeTwins::find(std::string_view path) {
  if (is_ascii(path)) return std::nullopt;
  std::string found = path.starts_with('/') ? "/" : "";
  bool differs = false;
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t length = std::min(rest.find('/'), rest.size());
    const std::string component(rest.substr(0, length));
    rest.remove_prefix(std::min(length + 1, rest.size()));
    if (component.empty() || component == ".") continue;
    const auto there = component == ".." ? std::nullopt : find_component(found, component);
    if (!there) return std::nullopt;
    differs = differs || *there != component;
    found += (found.empty() || found.ends_with('/') ? "" : "/") + *there;
  }
  return differs && place_.has(found) ? std::optional(found) : std::nullopt;
}

}  // namespace evidence
