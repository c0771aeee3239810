#include "mapped.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "code_memory.h"
#include "in_order.h"
#include "listed_names.h"
#include "mapped_file.h"
#include "maps.h"
#include "proc_entry.h"

namespace evidence::host {
namespace {

constexpr std::string_view kAbout = "mapped";

std::optional<Descriptor> open_memory(const Process& process, const Request& request, Reporter& reporter) {
  if (request.memory == Memory::skip) {
    return std::nullopt;
  }
  try {
    return open_entry(process.directory(), "mem");
  } catch (const SystemError& error) {
    reporter.error(
        kAbout, "",
        cause("memory cannot be compared (it needs the right to trace the process)", error.code()));
    return std::nullopt;
  }
}

// Absent when it could not be read, which is reported.
std::optional<ExecutableMaps> read_maps_of(const Process& process, Reporter& reporter) {
  try {
    ExecutableMaps maps = read_maps(read_entry(process.directory(), "maps"));
    for (const std::string& problem : maps.problems) {
      reporter.error(kAbout, "", problem);
    }
    return maps;
  } catch (const SystemError& error) {
    reporter.error(kAbout, "", cause("maps cannot be read", error.code()));
  } catch (const FormatError& error) {
    reporter.error(kAbout, "", error.what());
  }
  return std::nullopt;
}

std::uint64_t bytes_of(const std::vector<MapsLine>& mappings) {
  std::uint64_t bytes = 0;
  for (const MapsLine& line : mappings) {
    bytes += line.end - line.begin;
  }
  return bytes;
}

// What belongs to no file.
MappedRecord memory_record(MappedRecord::Kind kind, const std::vector<MapsLine>& mappings) {
  MappedRecord record;
  record.kind = kind;
  record.size = bytes_of(mappings);
  record.mappings = mappings.size();
  return record;
}

void report_memory(const ExecutableMaps& maps, const Descriptor* memory, Reporter& reporter,
                   Progress* progress) {
  if (!maps.anonymous.empty()) {
    reporter.record(memory_record(MappedRecord::Kind::anonymous, maps.anonymous));
  }
  if (maps.vdso.empty()) {
    return;
  }
  MappedRecord vdso = memory_record(MappedRecord::Kind::vdso, maps.vdso);
  if (memory != nullptr) {
    try {
      vdso.digest = hash_memory(*memory, maps.vdso, progress);
      vdso.via = MappedRecord::Via::memory;
    } catch (const SystemError& error) {
      reporter.error(kAbout, "[vdso]", cause("its memory cannot be read", error.code()));
    }
  }
  reporter.record(vdso);
}

std::string_view name_of(const RecordBody& body) {
  const auto* record = std::get_if<MappedRecord>(&body);
  return record != nullptr ? std::string_view(record->path) : std::get<ErrorRecord>(body).name;
}

// Looks at the files of one process.
class MappedFiles {
 public:
  MappedFiles(const Process& process, const Request& request, const MappedFileObserver& observer)
      : process_(process), request_(request), observer_(observer), listed_(process, request.watch.files) {}

  std::vector<RecordBody> look(std::vector<MappedFile> files) const {
    std::erase_if(files, [this](const MappedFile& file) { return !may_be_asked_for(file.front()); });
    std::vector<RecordBody> found = look_at(files);
    look_again(files, found);
    std::erase_if(found, [this](RecordBody& body) { return !is_asked_for(body); });
    std::ranges::stable_sort(found, {}, name_of);
    return found;
  }

 private:
  // Whether the mark belongs to the name shows only when the file was seen.
  bool may_be_asked_for(const MapsLine& line) const {
    if (request_.watch.mapped == WatchList::Mapped::all) {
      return true;
    }
    const std::string path = observer_.path_of(line.name);
    const std::string_view view = path;
    return !listed_.find(view).empty() ||
           (view.ends_with(kDeletedMark) &&
            !listed_.find(view.substr(0, view.size() - kDeletedMark.size())).empty());
  }

  // Says in the record which of the plan's files it stands for.
  bool is_asked_for(RecordBody& body) const {
    auto* const record = std::get_if<MappedRecord>(&body);
    if (request_.watch.mapped == WatchList::Mapped::all || record == nullptr) {
      return true;
    }
    record->listed = listed_.find(record->path);
    return !record->listed.empty();
  }

  std::vector<RecordBody> look_at(const std::vector<MappedFile>& files) const {
    std::vector<RecordBody> found;
    found.reserve(files.size());
    make_in_order(
        files.size(), request_.jobs, [&](std::size_t index) { return observer_.look(files[index]); },
        [&](const RecordBody& body) { found.push_back(body); });
    return found;
  }

  // A mapping that was moved or split since is still one of that file.
  void look_again(const std::vector<MappedFile>& files, std::vector<RecordBody>& found) const {
    if (std::ranges::none_of(found, went_away)) {
      return;
    }
    const std::vector<MappedFile> now = files_now();
    for (std::size_t at = 0; at < files.size(); ++at) {
      const auto same = std::ranges::find_if(
          now, [&](const MappedFile& file) { return is_same_file(file.front(), files[at].front()); });
      if (went_away(found[at]) && same != now.end()) {
        found[at] = observer_.look(*same);
      }
    }
  }

  // None when they cannot be read, as of a process that is gone: what went away stays so.
  std::vector<MappedFile> files_now() const {
    try {
      return read_maps(read_entry(process_.directory(), "maps")).files;
    } catch (const Error&) {
      return {};
    }
  }

  const Process& process_;
  const Request& request_;
  const MappedFileObserver& observer_;
  ListedNames listed_;
};

}  // namespace

void observe_mapped(const Process& process, const Request& request, Reporter& reporter, Progress* progress) {
  if (request.watch.mapped == WatchList::Mapped::none) {
    return;
  }
  const auto memory = open_memory(process, request, reporter);
  auto maps = read_maps_of(process, reporter);
  if (!maps) {
    return;
  }
  const Descriptor* const opened = memory ? &*memory : nullptr;
  if (request.watch.mapped == WatchList::Mapped::all) {
    report_memory(*maps, opened, reporter, progress);
  }
  const MappedFileObserver observer(process, opened, progress);
  for (const RecordBody& body : MappedFiles(process, request, observer).look(std::move(maps->files))) {
    reporter.record(body);
  }
}

}  // namespace evidence::host
