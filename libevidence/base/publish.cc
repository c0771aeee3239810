#include <cassert>
#include <utility>

#include "evidence/base.h"
#include "pending_file.h"

namespace evidence {

struct Publication::State {
  PendingFile file;
  bool committed = false;
};

Publication Publication::begin(const std::string& path, unsigned mode) {
  return Publication(std::unique_ptr<State>(new State{PendingFile(path, mode, Means{})}));
}

Publication::Publication(std::unique_ptr<State> state) : state_(std::move(state)) {}
Publication::Publication(Publication&&) noexcept = default;
Publication& Publication::operator=(Publication&&) noexcept = default;
Publication::~Publication() = default;

const Descriptor& Publication::descriptor() const {
  return state_->file.descriptor();
}

void Publication::write(std::string_view bytes) {
  assert(!state_->committed);
  write_all(state_->file.descriptor(), bytes, state_->file.path());
}

Published Publication::commit() {
  assert(!state_->committed);
  state_->committed = true;
  return state_->file.commit();
}

Published publish_file(const std::string& path, std::string_view bytes, unsigned mode) {
  Publication publication = Publication::begin(path, mode);
  publication.write(bytes);
  return publication.commit();
}

}  // namespace evidence
