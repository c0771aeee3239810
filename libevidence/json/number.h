#pragma once

// A double in its ECMAScript form, without an allocation.

#include <array>
#include <cstddef>
#include <string_view>

namespace evidence::json {

struct NumberText {
  // The longest forms: -0.00000ddddddddddddddddd and -d.dddddddddddddddde-ddd.
  std::array<char, 32> bytes;
  std::size_t size;
  std::string_view view() const { return {bytes.data(), size}; }
};

// Precondition (asserted): finite.
NumberText number_text(double number);

}  // namespace evidence::json
