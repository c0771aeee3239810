// Beside the real sha256sum: what it writes is read, what we write is what it writes, and it accepts what we
// write.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>

#include "evidence/digest.h"
#include "temp_folder.h"

namespace evidence {
namespace {

constexpr int kNotFound = 127;

struct Outcome {
  int status;
  std::string output;
};

// Runs sha256sum in `folder` with the standard output read to its end.
Outcome run_sha256sum(const std::string& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "sha256sum");
  std::vector<char*> argv;
  for (std::string& argument : arguments) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw_errno("pipe", "");
  }
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder.c_str()) == 0 && dup2(writing.get(), STDOUT_FILENO) >= 0) {
      execvp(argv[0], argv.data());
    }
    _exit(kNotFound);
  }
  writing = Descriptor();
  std::string output = read_to_end(reading, "sha256sum", 1 << 24);
  int status = -1;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, std::move(output)};
}

std::vector<std::string> odd_names() {
  std::vector<std::string> names = {"plain",
                                    "with space",
                                    " leading",
                                    "trailing ",
                                    "new\nline",
                                    "\n",
                                    "back\\slash",
                                    "\\",
                                    "\\n",
                                    "literal\\nthree",
                                    "carriage\rreturn",
                                    "trailing\r",
                                    "both\r\n",
                                    "[brackets]",
                                    "(SHA256)",
                                    "*star",
                                    "?",
                                    "#hash",
                                    "quote\"'",
                                    "tab\t",
                                    "caf\xe9",
                                    "\xc3\xa4",
                                    "\x01\x1b[2J",
                                    "\x7f",
                                    "-dash",
                                    "--",
                                    "$HOME",
                                    "\xff\xfe"};
  constexpr std::string_view kAlphabet = "a\\nr\n\r *\x01\xff";
  std::mt19937 random(7);
  while (names.size() < 150) {
    std::string name = "r" + std::to_string(names.size());
    for (std::size_t count = random() % 8; count > 0; --count) {
      name += kAlphabet[random() % kAlphabet.size()];
    }
    names.push_back(std::move(name));
  }
  return names;
}

class BesideSha256sum : public testing::Test {
 protected:
  void SetUp() override {
    if (run_sha256sum(folder_.path(), {"--version"}).output.find("GNU coreutils") == std::string::npos) {
      GTEST_SKIP() << "skipped: no GNU sha256sum here";
    }
    folder_.write("probe\r", "");
    if (run_sha256sum(folder_.path(), {"probe\r"}).output.front() != '\\') {
      GTEST_SKIP() << "skipped: this sha256sum is too old to escape a carriage return";
    }
    for (const std::string& name : names_) {
      folder_.write(name, "content of " + name);
    }
  }
  std::vector<std::string> with(std::vector<std::string> options) const {
    options.push_back("--");
    options.insert(options.end(), names_.begin(), names_.end());
    return options;
  }

  TempFolder folder_;
  std::vector<std::string> names_ = odd_names();
};

TEST_F(BesideSha256sum, WeWriteWhatItWrites) {
  std::string rendered;
  for (const std::string& name : names_) {
    rendered += render_sums_line({name, sha256("content of " + name)});
  }
  const Outcome theirs = run_sha256sum(folder_.path(), with({}));
  ASSERT_EQ(theirs.status, 0);
  EXPECT_EQ(rendered, theirs.output);
}

TEST_F(BesideSha256sum, WeReadWhatItWrites) {
  for (const char* mode : {"--text", "--binary"}) {
    const auto entries = parse_sums(run_sha256sum(folder_.path(), with({mode})).output, "sums");
    ASSERT_EQ(entries.size(), names_.size());
    for (std::size_t i = 0; i < names_.size(); ++i) {
      EXPECT_EQ(entries[i].path, names_[i]);
      EXPECT_EQ(entries[i].digest, sha256("content of " + names_[i]));
    }
  }
}

TEST_F(BesideSha256sum, ItAcceptsWhatWeWrite) {
  std::string rendered;
  for (const std::string& name : names_) {
    rendered += render_sums_line({name, sha256("content of " + name)});
  }
  const std::string sums = folder_.write("sums", rendered);
  EXPECT_EQ(run_sha256sum(folder_.path(), {"--check", "--strict", "--status", sums}).status, 0);
  folder_.write(names_[4], "changed");
  EXPECT_EQ(run_sha256sum(folder_.path(), {"--check", "--strict", "--status", sums}).status, 1);
}

TEST_F(BesideSha256sum, ItsOtherFormatsAreRefused) {
  EXPECT_THROW(parse_sums(run_sha256sum(folder_.path(), {"--tag", "plain"}).output, "sums"), FormatError);
  EXPECT_THROW(parse_sums(run_sha256sum(folder_.path(), {"--zero", "plain"}).output, "sums"), FormatError);
}

}  // namespace
}  // namespace evidence
