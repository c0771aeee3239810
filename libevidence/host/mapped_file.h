#pragma once

// One file that a process executes: which bytes it is, however it was renamed, replaced or deleted since.
//
//   /proc/PID/map_files/BEGIN-END   the very file; needs CAP_CHECKPOINT_RESTORE or CAP_SYS_ADMIN
//   its path below the root         only if device and inode are those that maps shows
//
// Whatever cannot be tied to the mapping so is an error record that says why.

#include <cstdint>
#include <optional>
#include <string>

#include "code_memory.h"
#include "maps.h"
#include "process.h"
#include "root_names.h"

namespace evidence::host {

// Looks at single files; safe to use from several threads.
class MappedFileObserver {
 public:
  // `memory` is an open /proc/PID/mem where memory is compared, else null. All must outlive the observer.
  MappedFileObserver(const Process& process, const Descriptor* memory, Progress* progress);

  // A MappedRecord, or an ErrorRecord.
  RecordBody look(const MappedFile& file) const;
  // A mapping's name as the process itself sees it: without the way to its root.
  std::string path_of(const std::string& name) const;

 private:
  struct Found;
  // What there is to say instead of a record.
  struct Problem {
    std::string reason;
  };

  MappedRecord look_at(const MappedFile& file) const;
  Found find(const MapsLine& line) const;
  std::optional<Found> find_in_map_files(const MapsLine& line) const;
  Found find_by_path(const MapsLine& line) const;
  void compare(const MappedFile& file, const Found& found, const HashedFile& hashed,
               MappedRecord& record) const;

  const Process& process_;
  const Descriptor* memory_;
  std::int64_t start_;
  Progress* progress_;
  RootNames names_;
  bool has_map_files_;
};

// True for the error record of a mapping that went away before it could be looked at.
bool went_away(const RecordBody& body);

}  // namespace evidence::host
