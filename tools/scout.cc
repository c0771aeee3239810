#include "scout.h"

#include <unistd.h>

#include <thread>

namespace evidence::tool {

struct Scout::State {
  std::vector<std::string> paths;
  TreeOptions options;
  Descriptor base;
  Progress own;  // its `stop` ends the walk
  std::thread thread;

  void run(Progress& progress) {
    std::uint64_t bytes = 0;
    const auto add = [&bytes](const std::string&, const TreeEntry& entry) {
      if (entry.kind == EntryKind::file) bytes += entry.status.size;
    };
    try {
      walk_paths(base ? &base : nullptr, paths, options, add, &own);
      progress.bytes_total = bytes;
    } catch (const Error&) {
      // Without a total the display has no time left to show.
      return;
    }
  }
};

Scout::Scout(std::vector<std::string> paths, const PinOptions& options, Progress& progress) {
  if (isatty(STDERR_FILENO) == 0 || paths.empty()) return;
  state_ = std::make_unique<State>();
  state_->paths = std::move(paths);
  state_->options = tree_options(options);
  state_->options.contents = Contents::skip;
  state_->base = open_base(options);
  state_->thread = std::thread([state = state_.get(), &progress] { state->run(progress); });
}

Scout::~Scout() {
  if (!state_) return;
  state_->own.stop = true;
  state_->thread.join();
}

}  // namespace evidence::tool
