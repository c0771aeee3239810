#include "listing.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "temp_folder.h"

namespace evidence::carry {
namespace {

TEST(Listing, IsSortedAndKnowsKinds) {
  const TempFolder folder;
  for (const char* name : {"b", "a-", "a0", "\xff", ".hidden"}) folder.write(name, "");
  std::filesystem::create_directory(folder / "a");
  std::filesystem::create_symlink("a", folder / "link");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::string seen;
  for (const Listed& one : list_folder(open_directory(folder.path()), ""))
    seen += one.name + ":" + std::to_string(static_cast<int>(one.kind)) + " ";
  EXPECT_EQ(seen, ".hidden:0 a:1 a-:0 a0:0 b:0 link:2 pipe:3 \xff:0 ");
}

TEST(Listing, OfALinkOrAFileIsAnError) {
  const TempFolder folder;
  folder.write("file", "");
  std::filesystem::create_directory(folder / "a");
  std::filesystem::create_symlink("a", folder / "link");
  const Descriptor top = open_directory(folder.path());
  EXPECT_TRUE(list_folder(top, "a").empty());
  EXPECT_THROW(list_folder(top, "link"), SystemError);
  EXPECT_THROW(list_folder(top, "file"), SystemError);
  EXPECT_THROW(list_folder(top, "gone"), SystemError);
}

}  // namespace
}  // namespace evidence::carry
