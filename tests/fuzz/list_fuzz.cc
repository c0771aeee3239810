// A list of anyone's, in every form: it is refused with a FormatError, or what it says with a digest survives
// being written as sha256sum does and read again, and no name stands twice.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "evidence/digest.h"

namespace {

using namespace evidence;

void write_and_read_again(const DigestList& list, ListFormat format, ListEnd end) {
  std::string text;
  std::vector<const ListedEntry*> written;
  for (const ListedEntry& entry : list.entries) {
    if (!entry.digest) continue;
    text += render_list_line(format, end, entry);
    written.push_back(&entry);
  }
  if (written.empty()) return;
  const DigestList again = read_list(text, "rendered", end);
  const bool same = std::ranges::equal(
      again.entries, written,
      [](const ListedEntry& a, const ListedEntry* b) { return a.path == b->path && a.digest == b->digest; });
  if (!same || !again.faults.empty() || !again.oddities.empty()) std::abort();
}

void write_mtree(const DigestList& list) {
  for (const ListedEntry& entry : list.entries) {
    const std::string line = render_list_line(ListFormat::mtree, ListEnd::line_feed, entry);
    const DigestList again = read_list(render_list_head(ListFormat::mtree) + line, "rendered");
    if (again.entries.size() != 1 || !again.faults.empty()) std::abort();
    const ListedEntry& read = again.entries[0];
    const bool plain = !entry.path.starts_with("./");
    if (plain && read.path != entry.path) std::abort();
    if (read.digest != entry.digest || read.kind != entry.kind || read.target != entry.target) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const ListEnd end : {ListEnd::line_feed, ListEnd::nul}) {
    DigestList list;
    try {
      list = read_list(bytes, "list", end);
    } catch (const FormatError&) {
      continue;
    }
    write_and_read_again(list, ListFormat::sha256sum, ListEnd::line_feed);
    write_and_read_again(list, ListFormat::sha256sum, ListEnd::nul);
    write_and_read_again(list, ListFormat::bsd, ListEnd::line_feed);
    write_and_read_again(list, ListFormat::bsd, ListEnd::nul);
    write_mtree(list);
  }
  return 0;
}
