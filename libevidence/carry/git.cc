#include "git.h"

#include "evidence/carry.h"

namespace evidence::carry {

namespace {

// Lives as long as the program: libgit2 keeps state of its own.
struct Library {
  Library() {
    ready = git_libgit2_init() > 0 && git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 1) == 0;
  }
  ~Library() { git_libgit2_shutdown(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  bool ready = false;
};

}  // namespace

void start_git() {
  static const Library library;
  if (!library.ready) throw Unreadable("libgit2 cannot be used", last_git_words());
}

std::string last_git_words() {
  const git_error* const error = git_error_last();
  return error == nullptr || error->message == nullptr ? "" : error->message;
}

std::string render_id(const git_oid& id) {
  std::string text(kIdDigits, '\0');
  git_oid_fmt(text.data(), &id);
  return text;
}

std::optional<git_oid> parse_id(std::string_view text) {
  if (text.size() != kIdDigits || !from_hex(text)) return std::nullopt;
  git_oid id{};
  git_oid_fromstrn(&id, text.data(), text.size());
  return id;
}

}  // namespace evidence::carry
