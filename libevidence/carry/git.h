#pragma once

// libgit2's handles and object ids. Everything foreign of this room goes through here and objects.h.

#include <git2.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace evidence::carry {

template <auto Free>
struct Freed {
  template <typename Thing>
  void operator()(Thing* thing) const {
    Free(thing);
  }
};
using RepositoryHandle = std::unique_ptr<git_repository, Freed<git_repository_free>>;
using DatabaseHandle = std::unique_ptr<git_odb, Freed<git_odb_free>>;
using ObjectHandle = std::unique_ptr<git_object, Freed<git_object_free>>;
using BytesHandle = std::unique_ptr<git_odb_object, Freed<git_odb_object_free>>;
using TreeHandle = std::unique_ptr<git_tree, Freed<git_tree_free>>;

// Makes libgit2 ready, once, with verification of every object that is read. Throws Unreadable.
void start_git();

// What libgit2 said last, for people: it may name paths of this machine.
std::string last_git_words();

inline constexpr std::size_t kIdDigits = 40;

// Orders ids, for sets: their bytes are an attacker's, so no hash tables.
struct IdOrder {
  bool operator()(const git_oid& a, const git_oid& b) const { return git_oid_cmp(&a, &b) < 0; }
};
inline bool same_id(const git_oid& a, const git_oid& b) {
  return git_oid_equal(&a, &b) != 0;
}
std::string render_id(const git_oid& id);
// 40 lower-case hexadecimal digits; absent for any other text.
std::optional<git_oid> parse_id(std::string_view text);

}  // namespace evidence::carry
