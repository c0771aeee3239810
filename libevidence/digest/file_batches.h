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

#include "evidence/digest.h"

namespace evidence {

class FileBatches {
 public:
  using Take = std::function<void(const std::string& path, const TreeEntry&)>;
  using Open = std::function<Descriptor()>;

  FileBatches(Contents contents, unsigned jobs, const Take& take, Progress* progress);

  // Whose entries come next. Must outlive this.
  void begin(const std::string& path) { path_ = &path; }
  // What needs no reading.
  void add(TreeEntry entry);
  // A regular file. `open` is called by another thread, and its status is that of what was opened.
  void add_file(TreeEntry entry, Open open);
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
    std::span<Item> claim(unsigned threads);
  };

  static void hash(std::span<Item> items, Progress* progress);
  void push(TreeEntry entry, Open open);
  void send();

  Contents contents_;
  unsigned threads_;
  const Take& take_;
  Progress* progress_;
  const std::string* path_ = nullptr;
  std::shared_ptr<Batch> batch_;
  std::size_t path_bytes_ = 0;  // in this batch
  OrderedWork work_;
};

}  // namespace evidence
