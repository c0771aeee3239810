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
constexpr std::size_t kOpenTogether = 8;

}  // namespace

FileBatches::FileBatches(Contents contents, unsigned jobs, const Take& take, Progress* progress)
    : contents_(contents),
      threads_(jobs),
      take_(take),
      progress_(progress),
      batch_(std::make_shared<Batch>()),
      work_(jobs, std::size_t{jobs} * kBatchesInWork) {}

std::span<FileBatches::Item> FileBatches::Batch::claim(unsigned threads) {
  std::size_t begin = next.load(std::memory_order_relaxed);
  while (begin < items.size()) {
    const std::size_t left = items.size() - begin;
    const std::size_t count = std::clamp<std::size_t>(left / (std::size_t{threads} * 2), 1, kOpenTogether);
    if (next.compare_exchange_weak(begin, begin + count, std::memory_order_relaxed)) {
      return std::span(items).subspan(begin, count);
    }
  }
  return {};
}

void FileBatches::add(TreeEntry entry) {
  push(std::move(entry), nullptr);
}

void FileBatches::add_file(TreeEntry entry, Open open) {
  push(std::move(entry), contents_ == Contents::hash ? std::move(open) : nullptr);
}

void FileBatches::push(TreeEntry entry, Open open) {
  path_bytes_ += entry.path.size();
  batch_->items.push_back({path_, std::move(entry), std::move(open)});
  if (batch_->items.size() >= std::max(kBatchEntries, threads_ * kEntriesAThread) ||
      path_bytes_ >= kPathBytes) {
    send();
  }
}

void FileBatches::hash(std::span<Item> items, Progress* progress) {
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
      files.push_back({&descriptors[at], item.entry.path});
      entries.push_back(&item.entry);
    } catch (const SystemError& error) {
      item.entry.problem = reason_of(error);
    }
    item.open = nullptr;
  }
  const std::vector<FileOutcome> outcomes = hash_files(files, progress);
  for (std::size_t at = 0; at < outcomes.size(); ++at) {
    if (const auto* hashed = std::get_if<HashedFile>(&outcomes[at])) {
      entries[at]->digest = hashed->digest;
      entries[at]->status = hashed->status;
    } else {
      entries[at]->problem = std::get<Unhashed>(outcomes[at]).reason;
    }
  }
}

void FileBatches::send() {
  const auto batch = std::exchange(batch_, std::make_shared<Batch>());
  path_bytes_ = 0;
  const auto work = [batch, threads = threads_, progress = progress_] {
    for (auto items = batch->claim(threads); !items.empty(); items = batch->claim(threads)) {
      hash(items, progress);
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
