#pragma once

// Scanning in a test: from a heap copy of exactly the text's size, so that the address sanitizer sees a read
// beyond it.

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "evidence/json.h"

namespace evidence::json {

class Scanned {
 public:
  Scanned(std::string_view text, Form form) : bytes_(new char[text.size()]) {
    text.copy(bytes_.get(), text.size());
    error_ = document_.scan({bytes_.get(), text.size()}, form);
  }
  bool ok() const { return !error_; }
  // Precondition: !ok().
  const ScanError& error() const { return *error_; }
  // Precondition: ok().
  Node root() const { return document_.root(); }
  std::string canonical() const { return json::canonical(to_value(root())); }
  std::string reason() const { return error_ ? error_->reason : std::string(); }

 private:
  std::unique_ptr<char[]> bytes_;
  Document document_;
  std::optional<ScanError> error_;
};

}  // namespace evidence::json
