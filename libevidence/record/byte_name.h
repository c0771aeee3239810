#pragma once

// The two spellings of a member that holds any bytes: NAME while they are UTF-8, else NAME_b64.

#include <string_view>

namespace evidence::record {

struct ByteName {
  std::string_view plain;
  std::string_view base64;
};

inline constexpr ByteName kExePath{"exe_path", "exe_path_b64"};
inline constexpr ByteName kListed{"listed", "listed_b64"};
inline constexpr ByteName kName{"name", "name_b64"};
inline constexpr ByteName kOptions{"options", "options_b64"};
inline constexpr ByteName kPath{"path", "path_b64"};
inline constexpr ByteName kRoot{"root", "root_b64"};
inline constexpr ByteName kSource{"source", "source_b64"};
inline constexpr ByteName kTarget{"target", "target_b64"};
inline constexpr ByteName kValue{"value", "value_b64"};

}  // namespace evidence::record
