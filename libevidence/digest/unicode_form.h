#pragma once

// One name to the eye, two in bytes: composed and decomposed letters. For a hint alone, as bytes decide what
// a name is.

#include <string>
#include <string_view>

namespace evidence {

// The name with Latin letters (U+00C0 to U+024F, U+1E00 to U+1EFF, and the Angstrom sign) and Hangul
// syllables taken apart as Unicode's canonical decomposition does. Marks keep their order; everything else,
// and bytes that are no UTF-8, stay as they are. Two names with equal results differ at most in Unicode form.
std::string decomposed(std::string_view name);

}  // namespace evidence
