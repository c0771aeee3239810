#pragma once

// A file that is being written and has no final name yet. What Publication is made of; the means are
// arguments here, so that tests can take the ways that their own file system would not need.

#include <string>
#include <string_view>

#include "evidence/base.h"

namespace evidence {

// How the bytes are kept until they are published.
enum class Keeping {
  unnamed,     // O_TMPFILE: whatever happens, nothing remains
  hidden_name  // ".NAME.XXXXXXXX.part", held by flock
};

// How a hidden name becomes the final one without replacing what may be there.
enum class Placing {
  rename,    // renameat2 with RENAME_NOREPLACE
  link_name  // link, then unlink
};

// What to try first; each falls back to the other where the file system or the kernel lacks it.
struct Means {
  Keeping keeping = Keeping::unnamed;
  Placing placing = Placing::rename;
};

class PendingFile {
 public:
  PendingFile(const std::string& path, unsigned mode, Means means);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();

  const Descriptor& descriptor() const { return file_; }
  const std::string& path() const { return path_; }
  // The hidden name below the target's folder; empty for an unnamed file.
  const std::string& hidden_name() const { return hidden_; }
  // At most once.
  Published commit();

 private:
  bool open_unnamed();
  void open_hidden();
  bool place();
  bool place_unnamed();
  bool place_hidden();
  bool succeeded(int result) const;
  std::optional<Published> compare_with_published() const;
  void sync_folder() const;
  void drop_hidden();

  std::string path_;
  std::string name_;
  Descriptor folder_;
  Descriptor file_;
  std::string hidden_;
  unsigned mode_;
  Means means_;
};

}  // namespace evidence
