#include <gtest/gtest.h>

#include "evidence/digest.h"
#include "list_fixture.h"

namespace evidence {
namespace {

using namespace std::string_literals;

const Digest kDigest = *Digest::parse(kAbcHex);

TEST(ListRender, Sha256sumAndBsd) {
  const ListedEntry odd = listed("a\n\r\\b", kDigest);
  EXPECT_EQ(render_list_line(ListFormat::sha256sum, ListEnd::line_feed, listed(" *a", kDigest)),
            kAbcHex + "   *a\n");
  EXPECT_EQ(render_list_line(ListFormat::sha256sum, ListEnd::line_feed, odd),
            "\\" + kAbcHex + "  a\\n\\r\\\\b\n");
  EXPECT_EQ(render_list_line(ListFormat::sha256sum, ListEnd::nul, odd), kAbcHex + "  a\n\r\\b\0"s);
  EXPECT_EQ(render_list_line(ListFormat::bsd, ListEnd::line_feed, odd),
            "\\SHA256 (a\\n\\r\\\\b) = " + kAbcHex + "\n");
  EXPECT_EQ(render_list_line(ListFormat::bsd, ListEnd::nul, odd), "SHA256 (a\n\r\\b) = " + kAbcHex + "\0"s);
  EXPECT_EQ(render_list_head(ListFormat::sha256sum), "");
  EXPECT_EQ(render_list_head(ListFormat::bsd), "");
}

struct MtreeRow {
  const char* name;
  const char* path;
  std::optional<EntryKind> kind;
  std::optional<std::uint32_t> mode;
  std::optional<std::uint64_t> size;
  std::optional<std::string> target;
  const char* line;
};

const MtreeRow kMtreeRows[] = {
    {"the top", "", EntryKind::directory, 0755, {}, {}, ". type=dir mode=0755\n"},
    {"the top by its name", ".", EntryKind::directory, {}, 4096, {}, ". type=dir\n"},
    {"a file", "a/b", EntryKind::file, 0644, 5, {}, "./a/b type=file mode=0644 size=5\n"},
    {"set-user-ID", "a", EntryKind::file, 04755, {}, {}, "./a type=file mode=04755\n"},
    {"no permissions", "a", {}, 0, {}, {}, "./a mode=0000\n"},
    {"a link", "l", EntryKind::symlink, 0777, 3, "t #=", "./l type=link link=t\\040\\043\\075\n"},
    {"a FIFO", "f", EntryKind::fifo, 0600, 0, {}, "./f type=fifo mode=0600\n"},
    {"a socket", "s", EntryKind::socket, {}, {}, {}, "./s type=socket\n"},
    {"a character device", "c", EntryKind::character_device, {}, {}, {}, "./c type=char\n"},
    {"a block device", "b", EntryKind::block_device, {}, {}, {}, "./b type=block\n"},
    {"above the top", "../a", {}, {}, {}, {}, "./../a\n"},
    {"from the root", "/etc/a", {}, {}, {}, {}, "\\057etc/a\n"},
    {"already from the top", "./a", {}, {}, {}, {}, "./a\n"},
    {"odd bytes", "a b\n\xe9*", {}, {}, {}, {}, "./a\\040b\\012\\351\\052\n"},
};

TEST(ListRender, MtreeTable) {
  EXPECT_EQ(render_list_head(ListFormat::mtree), "#mtree\n");
  for (const MtreeRow& row : kMtreeRows) {
    ListedEntry entry = listed(row.path);
    entry.kind = row.kind;
    entry.mode = row.mode;
    entry.size = row.size;
    entry.target = row.target;
    EXPECT_EQ(render_list_line(ListFormat::mtree, ListEnd::line_feed, entry), row.line) << row.name;
    EXPECT_EQ(render_list_line(ListFormat::mtree, ListEnd::nul, entry), row.line) << row.name;
  }
}

TEST(ListRender, MtreeHasTheDigest) {
  EXPECT_EQ(render_list_line(ListFormat::mtree, ListEnd::line_feed, listed("a", kDigest)),
            "./a sha256digest=" + kAbcHex + "\n");
}

struct Format {
  const char* name;
  ListFormat format;
  ListEnd end;
};

const Format kFormats[] = {
    {"sha256sum", ListFormat::sha256sum, ListEnd::line_feed},
    {"sha256sum -z", ListFormat::sha256sum, ListEnd::nul},
    {"BSD", ListFormat::bsd, ListEnd::line_feed},
    {"BSD -z", ListFormat::bsd, ListEnd::nul},
    {"mtree", ListFormat::mtree, ListEnd::line_feed},
};

TEST(ListRender, WhatIsWrittenIsReadAgain) {
  std::vector<std::string> names = random_names(2000, 14, 2);
  for (std::string& name : odd_list_names()) names.push_back("odd/" + std::move(name));
  for (const Format& format : kFormats) {
    std::string text = render_list_head(format.format);
    for (const std::string& name : names) {
      text += render_list_line(format.format, format.end, listed(name, sha256(name)));
    }
    const DigestList list = read_list(text, "rendered", format.end);
    EXPECT_EQ(list.format, format.format) << format.name;
    EXPECT_TRUE(list.oddities.empty()) << format.name << ": " << list.oddities.front();
    EXPECT_EQ(faults_of(list), std::vector<std::string>{}) << format.name;
    ASSERT_EQ(paths_of(list), names) << format.name;
    for (const ListedEntry& entry : list.entries) ASSERT_EQ(entry.digest, sha256(entry.path)) << format.name;
  }
}

}  // namespace
}  // namespace evidence
