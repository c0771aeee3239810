#pragma once

// The labels that launchers put before each line.

#include <cstddef>
#include <string_view>

namespace evidence::record {

// Bytes of the longest label that is known: a host name of 255 and ": ".
inline constexpr std::size_t kMaxLabel = 257;

// The line without its label. Known forms, only at the head and directly before '{':
//   0: {                  srun --label
//   host-1.example: {     pdsh, clush
//   [1,0]<stdout>:{       mpirun --tag-output, with or without a space
// Anything else is returned as it is.
std::string_view strip_label(std::string_view line);

}  // namespace evidence::record
