#pragma once

// Numbers as they leave the room.

namespace evidence::query {

// The nearest number with 12 significant decimal digits, ties to an even last digit of the exact binary
// value's decimal expansion; never -0.0. Infinities and NaN stay what they are.
double rounded(double value);

}  // namespace evidence::query
