#include <string>
#include <utility>

#include "repository.h"

namespace evidence::carry {

namespace {

// "partialclone" of "… extensions.partialclone"; empty when the words are about something else.
std::string extension_in(const std::string& words) {
  static constexpr std::string_view kBefore = "extensions.";
  const std::size_t at = words.find(kBefore);
  return at == std::string::npos ? "" : words.substr(at + kBefore.size());
}

std::string advice_for(std::string_view extension) {
  if (extension == "partialclone") return ": make a full clone, without --filter";
  if (extension == "objectformat") return ": only repositories with SHA-1 ids can be judged";
  if (extension == "worktreeconfig") return ": clone the repository and give the clone";
  return "";
}

[[noreturn]] void refuse(const std::string& path, int error) {
  const std::string words = last_git_words();
  const git_error* const last = git_error_last();
  if (error == GIT_EOWNER || words.find("safe.directory") != std::string::npos)
    throw Unreadable(
        "the repository belongs to another user, and is not trusted before you say so: git config --global "
        "--add safe.directory with its absolute path",
        words);
  if (const std::string extension = extension_in(words); !extension.empty())
    throw Unreadable("the repository has the extension extensions." + escaped(extension) +
                         ", which is not supported" + advice_for(extension),
                     words);
  if (error == GIT_ENOTFOUND && last != nullptr && last->klass == GIT_ERROR_REPOSITORY)
    throw UsageError(printable(path) +
                     ": is no git repository; give its top folder, folders above are not searched");
  throw Unreadable("the repository cannot be opened", words);
}

}  // namespace

Repository Repository::open(const std::string& path) {
  start_git();
  Descriptor top = open_directory(path);
  git_repository* opened = nullptr;
  const int error = git_repository_open_ext(&opened, path.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
  RepositoryHandle repository(opened);
  if (error != 0) refuse(path, error);
  return Repository(std::make_unique<State>(path, std::move(top), std::move(repository)));
}

}  // namespace evidence::carry
