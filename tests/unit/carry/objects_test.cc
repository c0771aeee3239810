#include "objects.h"

#include <gtest/gtest.h>

#include <fstream>

#include "forged.h"
#include "git_folder.h"

namespace evidence::carry {
namespace {

const std::string kAbsent(40, '9');

TEST(Objects, AreReadWhole) {
  const Forged forged;
  const std::string bytes("a\0b\n", 4);
  const std::string blob = forged.blob(bytes);
  EXPECT_EQ(forged.objects().blob(oid(blob)), bytes);
  EXPECT_EQ(forged.objects().blob_header(oid(blob)).size, 4U);
}

TEST(Objects, ThatAreDamagedAreNotHandedOut) {
  const Forged forged;
  const std::string blob = forged.blob("right");
  const std::string tree = forged.tree({{"100644", "f", blob}});
  const std::string commit = forged.commit(tree);
  const std::string other_tree = forged.tree({});
  forged.damage(blob, forged.blob("wrong"));
  forged.damage(tree, other_tree);
  forged.damage(commit, forged.commit(other_tree));
  const std::string damaged = " is damaged: its bytes do not hash to its name; see git fsck";
  EXPECT_EQ(unreadable([&] { forged.objects().blob(oid(blob)); }), "blob " + blob + damaged);
  EXPECT_EQ(unreadable([&] { forged.objects().tree(oid(tree)); }), "tree " + tree + damaged);
  EXPECT_EQ(unreadable([&] { forged.objects().commit(oid(commit)); }), "commit " + commit + damaged);
}

TEST(Objects, ThatAreMissingSayWhatToDo) {
  const Forged forged;
  const std::string missing = " is not in this repository: fetch it, or make a full clone";
  EXPECT_EQ(unreadable([&] { forged.objects().blob(oid(kAbsent)); }), "blob " + kAbsent + missing);
  EXPECT_EQ(unreadable([&] { forged.objects().tree(oid(kAbsent)); }), "tree " + kAbsent + missing);
  EXPECT_EQ(unreadable([&] { forged.objects().commit(oid(kAbsent)); }), "commit " + kAbsent + missing);
  EXPECT_EQ(forged.objects().maybe_commit(oid(kAbsent)), std::nullopt);
}

TEST(Objects, ThatAreMissingInAShallowCloneSaySo) {
  const Forged forged;
  forged.folder().write("shallow", forged.commit(forged.tree({})) + "\n");
  EXPECT_EQ(unreadable([&] { forged.objects().commit(oid(kAbsent)); }),
            "commit " + kAbsent +
                " is not in this clone, which is shallow: fetch the full history with git fetch --unshallow");
}

TEST(Objects, OfAnotherTypeAreRefused) {
  const Forged forged;
  const std::string tree = forged.tree({});
  EXPECT_EQ(unreadable([&] { forged.objects().blob(oid(tree)); }), "blob " + tree + " is no blob but a tree");
  EXPECT_EQ(unreadable([&] { forged.objects().commit(oid(tree)); }),
            "commit " + tree + " is no commit but a tree");
}

// What git's replacements and grafts would hide: the whole history, a commit, a blob.
TEST(Objects, AreNeverReplaced) {
  NEEDS_GIT;
  const GitFolder folder;
  folder.write("a", "1");
  const std::string one = folder.commit();
  folder.write("a", "2");
  const std::string two = folder.commit();
  const std::string blob = folder.git("rev-parse HEAD:a");
  folder.git("replace " + blob + " " + folder.git("rev-parse HEAD~1:a"));
  folder.git("replace " + two + " " + one);
  // The replacements work: git itself is fooled.
  ASSERT_EQ(folder.git("diff " + one + " " + two), "");
  ASSERT_EQ(folder.git("cat-file blob " + blob), "1");
  const Repository repository = Repository::open(folder.path());
  const Comparison comparison = repository.compare({one, ""}, {two, ""});
  ASSERT_EQ(comparison.changes.size(), 1U);
  EXPECT_EQ(comparison.changes[0].after->id, blob);
  EXPECT_TRUE(comparison.descends);
  EXPECT_EQ(repository.resolve("HEAD").id, two);
}

TEST(Objects, HaveTheParentsThatTheyName) {
  NEEDS_GIT;
  const GitFolder folder;
  const std::string one = folder.commit();
  folder.write("a", "2");
  const std::string two = folder.commit();
  folder.git("checkout -q --orphan other");
  folder.write("a", "3");
  const std::string other = folder.commit();
  std::filesystem::create_directories(folder / ".git/info");
  folder.write(".git/info/grafts", two + "\n" + other + " " + one + "\n");
  ASSERT_EQ(folder.git("rev-list --count " + two + " 2>/dev/null"), "1") << "the graft works";
  const Repository repository = Repository::open(folder.path());
  EXPECT_TRUE(repository.compare({one, ""}, {two, ""}).descends);
  EXPECT_FALSE(repository.compare({one, ""}, {other, ""}).descends);
}

std::uint64_t big_endian(const std::string& bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

void put_big_endian(std::string& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) bytes.at(at + i) = static_cast<char>(value >> (24 - 8 * i));
}

// gitformat-commit-graph(5): makes the graph say that `child` has the parent `parent` and comes late.
std::string with_forged_parent(std::string graph, const std::string& child, const std::string& parent) {
  constexpr std::size_t kHeader = 8;
  constexpr std::size_t kTableEntry = 12;
  constexpr std::size_t kCommitData = 36;
  const auto chunk = [&graph](std::string_view name) {
    const std::size_t at = graph.find(name, kHeader);
    return static_cast<std::size_t>(big_endian(graph, at + kTableEntry - 8, 8));
  };
  const auto position = [&](const std::string& id) {
    const git_oid bytes = oid(id);
    const std::string_view raw(reinterpret_cast<const char*>(bytes.id), sizeof bytes.id);
    return (graph.find(raw, chunk("OIDL")) - chunk("OIDL")) / sizeof bytes.id;
  };
  const std::size_t data = chunk("CDAT") + position(child) * kCommitData;
  put_big_endian(graph, data + 20, static_cast<std::uint32_t>(position(parent)));
  put_big_endian(graph, data + 28, 9 << 2);  // the generation
  return graph;
}

// A history that a file of the repository's own tells, and that libgit2's and git's question believes.
TEST(Objects, DoNotListenToACommitGraph) {
  NEEDS_GIT;
  const GitFolder folder;
  const std::string one = folder.commit();
  folder.git("checkout -q --orphan other");
  folder.write("a", "3");
  const std::string other = folder.commit();
  folder.git("-c commitGraph.generationVersion=1 commit-graph write --reachable");
  const std::string file = folder / ".git/objects/info/commit-graph";
  const std::string forged = with_forged_parent(read_file(file, 1 << 20), other, one);
  std::filesystem::remove(file);
  folder.write(".git/objects/info/commit-graph", forged.substr(0, forged.size() - 20));
  const std::string sum = run_program("sha1sum < " + in_quotes(file)).output.substr(0, 40);
  const git_oid raw = oid(sum);
  std::ofstream(file, std::ios::app | std::ios::binary)
      .write(reinterpret_cast<const char*>(raw.id), sizeof raw.id);

  start_git();
  git_repository* opened = nullptr;
  ASSERT_EQ(git_repository_open(&opened, folder.path().c_str()), 0);
  const RepositoryHandle handle(opened);
  const git_oid child = oid(other);
  const git_oid parent = oid(one);
  ASSERT_EQ(git_graph_descendant_of(opened, &child, &parent), 1) << "the forgery works";
  EXPECT_FALSE(Repository::open(folder.path()).compare({one, ""}, {other, ""}).descends);
}

}  // namespace
}  // namespace evidence::carry
