#pragma once

// Entries of an opened /proc/PID. All are reached through the directory's descriptor: it stands for one
// process for as long as it is held, so that no read ever lands in another process that was given the same
// pid.

#include <dirent.h>
#include <fcntl.h>

#include <cstddef>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "evidence/base.h"

namespace evidence::host {

// Texts of /proc are small; this bounds what a hostile process can make an observer hold.
inline constexpr std::size_t kMaxEntry = std::size_t{64} << 20;

// Follows the kernel's magic links, which is what exe, root and ns are for. Throws SystemError.
Descriptor open_entry(const Descriptor& process, const std::string& name, int flags = O_RDONLY);
// Throws SystemError, or FormatError when the entry is larger than kMaxEntry.
std::string read_entry(const Descriptor& process, const std::string& name);
// The text of a link, any bytes. Throws SystemError.
std::string read_link_entry(const Descriptor& process, const std::string& name);
// Names in a directory below the process's, without those that begin with a dot, sorted. Throws SystemError.
std::vector<std::string> list_entry(const Descriptor& process, const std::string& name);
// What the kernel says when the process behind a descriptor or a path is no more.
bool is_gone(const std::error_code& code);

// The inode in the text of a namespace's link, "mnt:[4026531832]"; nothing for any other text.
std::optional<std::uint64_t> namespace_inode(std::string_view link);

}  // namespace evidence::host
