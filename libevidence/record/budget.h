#pragma once

// A bound on the memory that hostile input can hold in one reader.

#include <cstddef>

namespace evidence::record {

class Budget {
 public:
  explicit Budget(std::size_t bytes) : left_(bytes) {}
  // False, and nothing taken, when that much is not left.
  bool take(std::size_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }
  void give_back(std::size_t bytes) { left_ += bytes; }

 private:
  std::size_t left_;
};

}  // namespace evidence::record
