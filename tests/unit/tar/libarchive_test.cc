// libarchive as an oracle: what we lay out it reads as the same members; what it writes or finds damaged we
// refuse.

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <random>

#include "evidence/tar.h"
#include "fixture.h"

namespace evidence::tar {
namespace {

struct Entry {
  std::string path;
  std::string content;
  std::int64_t mtime = 0;
  unsigned mode = 0;
  std::int64_t owner = 0;
  std::int64_t group = 0;
  bool operator==(const Entry&) const = default;
};

std::string next_content(archive* reader) {
  std::string content;
  char buffer[8192];
  for (la_ssize_t got = 0; (got = archive_read_data(reader, buffer, sizeof buffer)) != 0;) {
    if (got < 0) throw std::runtime_error(archive_error_string(reader));
    content.append(buffer, static_cast<std::size_t>(got));
  }
  return content;
}

// All entries; warnings count as errors.
std::vector<Entry> read_by_libarchive(const std::string& bytes) {
  const std::unique_ptr<archive, int (*)(archive*)> reader(archive_read_new(), &archive_read_free);
  archive_read_support_format_tar(reader.get());
  if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) {
    throw std::runtime_error(archive_error_string(reader.get()));
  }
  std::vector<Entry> entries;
  archive_entry* entry = nullptr;
  int status = ARCHIVE_OK;
  while ((status = archive_read_next_header(reader.get(), &entry)) == ARCHIVE_OK) {
    Entry read{archive_entry_pathname(entry), "",
               archive_entry_mtime(entry),    archive_entry_mode(entry),
               archive_entry_uid(entry),      archive_entry_gid(entry)};
    read.content = next_content(reader.get());
    entries.push_back(std::move(read));
  }
  if (status != ARCHIVE_EOF) throw std::runtime_error(archive_error_string(reader.get()));
  return entries;
}

std::string written_by_libarchive(const std::vector<File>& files) {
  std::string bytes(1 << 20, '\0');
  std::size_t used = 0;
  const std::unique_ptr<archive, int (*)(archive*)> writer(archive_write_new(), &archive_write_free);
  archive_write_set_format_ustar(writer.get());
  archive_write_set_bytes_per_block(writer.get(), 0);
  archive_write_open_memory(writer.get(), bytes.data(), bytes.size(), &used);
  for (const File& file : files) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         &archive_entry_free);
    archive_entry_set_pathname(entry.get(), file.path.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(file.content.size()));
    archive_entry_set_mtime(entry.get(), kTime, 0);
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_write_header(writer.get(), entry.get());
    archive_write_data(writer.get(), file.content.data(), file.content.size());
  }
  archive_write_close(writer.get());
  bytes.resize(used);
  return bytes;
}

// Sorted files with names and sizes at and around every limit, the same for the same seed.
std::vector<File> random_files(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random()) % limit; };
  constexpr std::string_view kLetters = "ABZabz059._+@-";
  std::vector<File> files;
  for (int i = 0; i < 20; ++i) {
    std::string path;
    for (std::size_t components = 1 + below(4); components > 0; --components) {
      if (!path.empty()) path += '/';
      path += 'n';
      for (std::size_t left = below(100); left > 0; --left) path += kLetters[below(kLetters.size())];
    }
    std::string content(below(3) == 0 ? 512 * below(3) : below(1500), '\0');
    for (char& byte : content) byte = static_cast<char>(random());
    try {
      make_header(path, content.size(), kTime);
      files.push_back({path, content});
    } catch (const FormatError&) {  // what ustar cannot hold is not the matter here
    }
  }
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.path < b.path; });
  return files;
}

TEST(Libarchive, reads_what_we_lay_out) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const std::vector<File> files = random_files(seed);
    ASSERT_GT(files.size(), 5U);
    const std::string bytes = archive_of(files);
    const Index index = index_of(bytes);
    const std::vector<Entry> entries = read_by_libarchive(bytes);
    ASSERT_EQ(entries.size(), files.size()) << "seed " << seed;
    ASSERT_EQ(index.members.size(), files.size()) << "seed " << seed;
    for (std::size_t i = 0; i < files.size(); ++i) {
      const Entry expected{files[i].path, files[i].content, kTime, S_IFREG | 0644, 0, 0};
      EXPECT_TRUE(entries[i] == expected) << files[i].path;
      EXPECT_EQ(index.members[i].path, files[i].path);
    }
  }
}

TEST(Libarchive, reads_the_largest_size_and_time_as_we_do) {
  const std::string header = header_bytes("a", kMaxFileSize, (std::int64_t{1} << 33) - 1);
  const std::unique_ptr<archive, int (*)(archive*)> reader(archive_read_new(), &archive_read_free);
  archive_read_support_format_tar(reader.get());
  ASSERT_EQ(archive_read_open_memory(reader.get(), header.data(), header.size()), ARCHIVE_OK);
  archive_entry* entry = nullptr;
  ASSERT_EQ(archive_read_next_header(reader.get(), &entry), ARCHIVE_OK);
  EXPECT_EQ(archive_entry_size(entry), static_cast<la_int64_t>(kMaxFileSize));
  EXPECT_EQ(archive_entry_mtime(entry), (std::int64_t{1} << 33) - 1);
}

TEST(Libarchive, its_own_ustar_is_another_form) {
  const std::vector<File> files{{"a", "x"}, {"b", "y"}};
  const std::string bytes = written_by_libarchive(files);
  ASSERT_EQ(read_by_libarchive(bytes).size(), 2U);
  EXPECT_EQ(refusal(bytes), "x.tar: offset 0: member a: size is not 11 octal digits and a NUL");
}

// Why there is a room of its own: libarchive does not see these changes.
TEST(Libarchive, is_blind_where_we_are_not) {
  const std::string good = archive_of({{"a", "x"}});
  std::string padding = good;
  padding[700] = 'p';
  for (const std::string& changed : {padding, good + "behind"}) {
    EXPECT_EQ(read_by_libarchive(changed).size(), 1U);
    EXPECT_NE(refusal(changed), "accepted");
  }
}

}  // namespace
}  // namespace evidence::tar
