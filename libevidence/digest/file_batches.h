#pragma once

// Entries in the order in which they were found, whose files are hashed by several threads meanwhile.
//
// All threads work on the oldest batch together, a few files at a time and fewer towards its end, so that
// neither many small files nor a few large ones leave a core without work; how large a file is need not be
// known beforehand.

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "descriptor_budget.h"
#include "evidence/digest.h"

namespace evidence {

class FileBatches {
 public:
  using Take = std::function<void(const std::string& path, const TreeEntry&)>;
  using Open = std::function<Descriptor()>;

  FileBatches(const TreeOptions& options, unsigned jobs, const Take& take, Progress* progress);

  // Directories that a walk may keep open beside.
  std::size_t levels() const { return budget_.levels; }
  // Whose entries come next. Must outlive this.
  void begin(const std::string& path) { path_ = &path; }
  // What needs no reading.
  void add(TreeEntry entry);
  // A regular file. `open` is called by another thread, and its status is that of what was opened. `holds`
  // tells which directory it keeps open; null if none.
  void add_file(TreeEntry entry, const void* holds, Open open);
  // Everything that was added has been taken.
  void finish();

 private:
  struct Item {
    const std::string* path;
    TreeEntry entry;
    Open open;  // none: nothing to read
  };
  struct Batch {
    std::vector<Item> items;
    std::atomic<std::size_t> next{0};  // items before it are being worked on

    // A few of them for one thread; none when all are taken.
    std::span<Item> claim(unsigned threads, std::size_t most);
  };

  void hash(std::span<Item> items) const;
  bool is_left_out(const Descriptor& descriptor) const;
  void push(TreeEntry entry, Open open);
  void send();

  const TreeOptions& options_;
  unsigned threads_;
  const Take& take_;
  Progress* progress_;
  const std::string* path_ = nullptr;
  std::shared_ptr<Batch> batch_;
  DescriptorBudget budget_;
  std::size_t path_bytes_ = 0;   // in this batch
  std::size_t directories_ = 0;  // that this batch keeps open, at most
  const void* last_held_ = nullptr;
  OrderedWork work_;
};

}  // namespace evidence
