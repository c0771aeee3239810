#pragma once

// A bare repository whose objects are written byte by byte, also such as git would never write.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/carry.h"
#include "git.h"
#include "no_home.h"
#include "objects.h"
#include "temp_folder.h"

namespace evidence::carry {

// One entry of a tree as it stands in the object.
struct Raw {
  std::string mode;  // octal digits, as git writes them: "40000"
  std::string name;
  std::string id;
};

class Forged {
 public:
  Forged() {
    start_git();
    git_repository* made = nullptr;
    if (git_repository_init(&made, folder_.path().c_str(), 1) != 0) throw std::runtime_error("no repository");
    repository_.reset(made);
    git_odb* database = nullptr;
    git_repository_odb(&database, made);
    database_.reset(database);
  }

  const std::string& path() const { return folder_.path(); }
  const TempFolder& folder() const { return folder_; }

  std::string write(git_object_t type, std::string_view bytes) const {
    git_oid id{};
    if (git_odb_write(&id, database_.get(), bytes.data(), bytes.size(), type) != 0)
      throw std::runtime_error("cannot write an object");
    return render_id(id);
  }
  std::string blob(std::string_view bytes) const { return write(GIT_OBJECT_BLOB, bytes); }
  // In the order given.
  std::string tree(const std::vector<Raw>& entries) const {
    std::string bytes;
    for (const Raw& entry : entries) {
      bytes += entry.mode + " " + entry.name + '\0';
      const git_oid id = *parse_id(entry.id);
      bytes.append(reinterpret_cast<const char*>(id.id), sizeof id.id);
    }
    return write(GIT_OBJECT_TREE, bytes);
  }
  std::string commit(const std::string& tree, const std::vector<std::string>& parents = {},
                     std::int64_t time = 1700000000) const {
    std::string bytes = "tree " + tree + "\n";
    for (const std::string& parent : parents) bytes += "parent " + parent + "\n";
    const std::string who = " case <case@example.org> " + std::to_string(time) + " +0000\n";
    return write(GIT_OBJECT_COMMIT, bytes + "author" + who + "committer" + who + "\nmessage\n");
  }
  void remove(const std::string& id) const { std::filesystem::remove(loose(id)); }
  // Other bytes under the name of that object.
  void damage(const std::string& id, const std::string& other) const {
    std::filesystem::remove(loose(id));
    std::filesystem::copy_file(loose(other), loose(id));
  }

  Repository open() const { return Repository::open(path()); }
  Objects objects() const {
    git_repository* opened = nullptr;
    git_repository_open_bare(&opened, path().c_str());
    return Objects(RepositoryHandle(opened));
  }

 private:
  std::string loose(const std::string& id) const {
    return folder_ / ("objects/" + id.substr(0, 2) + "/" + id.substr(2));
  }
  TempFolder folder_;
  RepositoryHandle repository_;
  DatabaseHandle database_;
};

inline git_oid oid(const std::string& id) {
  return *parse_id(id);
}

// What an Unreadable says; empty when nothing is thrown.
template <typename Call>
std::string unreadable(const Call& call) {
  try {
    call();
  } catch (const Unreadable& error) {
    return error.what();
  }
  return "";
}

}  // namespace evidence::carry
