#include "evidence/json.h"

namespace evidence::json {
namespace {

// A hostile document can hold a mistake every few bytes; nobody reads more than this.
constexpr std::size_t kMostMistakes = 1000;

}  // namespace

void Mistakes::add(std::string path, std::string reason) {
  if (list_.size() < kMostMistakes) {
    list_.push_back({std::move(path), std::move(reason)});
  } else if (list_.size() == kMostMistakes) {
    list_.push_back({"$", "there are more mistakes than these " + std::to_string(kMostMistakes)});
  }
}

}  // namespace evidence::json
