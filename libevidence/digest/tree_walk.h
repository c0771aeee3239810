#pragma once

// Walks one tree in order, on one thread; what is to be hashed goes to others.
//
// Every step is relative to an open directory, so that no path is too long and someone who renames
// directories meanwhile can cause an error, never an escape. Only the innermost directories are kept open; an
// outer one is opened again through "..", and must be the same.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/digest.h"
#include "file_batches.h"
#include "tree_names.h"

namespace evidence {

class TreeWalk {
 public:
  TreeWalk(const TreeOptions& options, FileBatches& batches, const Progress* progress)
      : options_(options), batches_(batches), progress_(progress), most_open_(batches.levels()) {}

  // `top` is open for reading. Entries go to the batches, the top's own first.
  void walk(Descriptor top);

 private:
  struct Level {
    std::shared_ptr<const Descriptor> directory;  // none: closed to save descriptors
    std::unique_ptr<TreeNames> names;             // none: all have been given
    std::uint64_t device;
    std::uint64_t inode;
    std::int64_t modified_ns;
    std::int64_t changed_ns;
    std::size_t path_size;  // of this directory's path within path_
    bool linked;            // entered through a symbolic link: its ".." is not the level above
  };

  // What stands at a name, or where links are followed, what it leads to.
  struct Found {
    FileStatus status;
    bool linked;
  };

  bool visit_next(Level& level);
  void visit(const Level& level, const TreeNames::Name& name);
  void add_file(const Level& level, const std::string& name, TreeEntry entry);
  void visit_directory(const Level& level, const std::string& name, TreeEntry entry, bool linked);
  Found find(const Descriptor& directory, const std::string& name) const;
  std::string refusal(const FileStatus& status, bool linked) const;
  void enter(Descriptor directory, const FileStatus& status, bool linked);
  void leave();
  void reopen(const Descriptor& child);
  void save_descriptors();
  void save_memory();
  void problem(std::size_t path_size, std::string reason);

  const TreeOptions& options_;
  FileBatches& batches_;
  const Progress* progress_;
  std::size_t most_open_;       // levels
  std::uint64_t device_ = 0;    // of the top
  std::string path_;            // from the top to what is looked at
  std::vector<Level> levels_;   // the top first
  std::size_t first_open_ = 0;  // levels before it are closed, or kept open because the next one is linked
  std::size_t linked_ = 0;      // levels entered through a link
  std::size_t all_linked_ = 0;  // and all that ever were
  std::size_t held_ = 0;        // bytes of names in all levels
};

}  // namespace evidence
