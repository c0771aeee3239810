#include "file_batches.h"

#include <algorithm>
#include <utility>

#include "entry_access.h"

namespace evidence {
namespace {

constexpr std::size_t kBatchEntries = 64;
constexpr std::size_t kEntriesAThread = 8;  // where there are many threads
constexpr std::size_t kPathBytes = 256 << 10;
constexpr std::size_t kBatchesInWork = 4;

}  // namespace

FileBatches::FileBatches(const TreeOptions& options, unsigned jobs, const Take& take, Progress* progress)
    : options_(options),
      threads_(jobs),
      take_(take),
      progress_(progress),
      batch_(std::make_shared<Batch>()),
      budget_(descriptor_budget(jobs, kBatchesInWork)),
      work_(jobs, std::size_t{jobs} * kBatchesInWork) {}

std::span<FileBatches::Item> FileBatches::Batch::claim(unsigned threads, std::size_t most) {
  std::size_t begin = next.load(std::memory_order_relaxed);
  while (begin < items.size()) {
    const std::size_t left = items.size() - begin;
    const std::size_t count = std::clamp<std::size_t>(left / (std::size_t{threads} * 2), 1, most);
    if (next.compare_exchange_weak(begin, begin + count, std::memory_order_relaxed)) {
      return std::span(items).subspan(begin, count);
    }
  }
  return {};
}

void FileBatches::add(TreeEntry entry) {
  push(std::move(entry), nullptr);
}

void FileBatches::add_file(TreeEntry entry, const void* holds, Open open) {
  if (options_.contents == Contents::skip) {
    push(std::move(entry), nullptr);
    return;
  }
  directories_ += holds != last_held_ ? 1 : 0;
  last_held_ = holds;
  push(std::move(entry), std::move(open));
}

void FileBatches::push(TreeEntry entry, Open open) {
  path_bytes_ += entry.path.size();
  batch_->items.push_back({path_, std::move(entry), std::move(open)});
  const bool full = batch_->items.size() >= std::max(kBatchEntries, threads_ * kEntriesAThread);
  if (full || path_bytes_ >= kPathBytes || directories_ >= budget_.directories) {
    send();
  }
}

void FileBatches::hash(std::span<Item> items) const {
  std::vector<Descriptor> descriptors(items.size());
  std::vector<OpenFile> files;
  std::vector<TreeEntry*> entries;
  for (std::size_t at = 0; at < items.size(); ++at) {
    Item& item = items[at];
    if (!item.open) {
      continue;
    }
    try {
      descriptors[at] = item.open();
      if (is_left_out(descriptors[at])) {
        item.entry.problem = kIsOutput;
        item.open = nullptr;
        continue;
      }
      files.push_back({&descriptors[at], item.entry.path});
      entries.push_back(&item.entry);
    } catch (const SystemError& error) {
      item.entry.problem = reason_of(error);
    }
    item.open = nullptr;
  }
  const std::vector<FileOutcome> outcomes = hash_files(files, progress_);
  for (std::size_t at = 0; at < outcomes.size(); ++at) {
    if (const auto* hashed = std::get_if<HashedFile>(&outcomes[at])) {
      entries[at]->digest = hashed->digest;
      entries[at]->status = hashed->status;
    } else {
      entries[at]->problem = std::get<Unhashed>(outcomes[at]).reason;
    }
  }
}

bool FileBatches::is_left_out(const Descriptor& descriptor) const {
  if (!options_.output) {
    return false;
  }
  const FileStatus status = file_status(descriptor, "");
  return status.device == options_.output->device && status.inode == options_.output->inode;
}

void FileBatches::send() {
  const auto batch = std::exchange(batch_, std::make_shared<Batch>());
  path_bytes_ = 0;
  directories_ = 0;
  last_held_ = nullptr;
  const auto work = [batch, this] {
    for (auto items = batch->claim(threads_, budget_.together); !items.empty();
         items = batch->claim(threads_, budget_.together)) {
      hash(items);
    }
  };
  const auto done = [batch, this] {
    for (const Item& item : batch->items) {
      take_(*item.path, item.entry);
    }
  };
  // The last of a batch's tasks is finished after all others, and then every item is.
  for (unsigned thread = 1; thread < threads_; ++thread) {
    work_.give(work, [] {});
  }
  work_.give(work, done);
}

void FileBatches::finish() {
  send();
  work_.finish();
}

}  // namespace evidence
