#pragma once

// Where the names of a list stand: below a directory, which they cannot leave, or wherever a path of the
// calling user leads.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "evidence/digest.h"

namespace evidence {

// Owns nothing: the directory must outlive it. May be used from any thread.
class ListPlace {
 public:
  // Null: relative to the working directory.
  explicit ListPlace(const Descriptor* base) : base_(base) {}
  // For reading and without blocking; `flags` are open(2)'s, O_PATH among them. Throws SystemError.
  Descriptor open(const std::string& path, int flags) const;
  // Whether a name is there at all, be it a link that leads nowhere.
  bool has(const std::string& path) const;

 private:
  const Descriptor* base_;
};

// Finds what stands under a missing name's other Unicode form. Each directory is read once, and of its names
// those with other bytes than ASCII are kept.
class UnicodeTwins {
 public:
  explicit UnicodeTwins(const ListPlace& place) : place_(place) {}
  // The path that is there, whose Unicode form alone differs; without components that are `.`. Looks no
  // further at a path with `..`, so that a directory has one path here however a list spells it.
  std::optional<std::string> find(std::string_view path);

 private:
  // Names by what they are decomposed.
  using Forms = std::map<std::string, std::set<std::string>>;
  const Forms& forms_in(const std::string& directory);
  std::optional<std::string> find_component(const std::string& directory, const std::string& name);

  const ListPlace& place_;
  std::map<std::string, Forms> directories_;
};

}  // namespace evidence
