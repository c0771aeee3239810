#include <gtest/gtest.h>
#include <sys/stat.h>

#include "evidence/host.h"
#include "run_program.h"
#include "temp_folder.h"

namespace evidence::host {
namespace {

const std::string kBytes = "0123456789abcdef0123456789abcdef";

std::string write_key(const TempFolder& folder, const std::string& bytes, mode_t mode = 0600) {
  const std::string path = folder.write("key", bytes);
  chmod(path.c_str(), mode);
  return path;
}

std::string refusal(const std::string& path) {
  try {
    CampaignKey::read(path);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CampaignKey, agrees_with_openssl) {
  const TempFolder folder;
  const CampaignKey key = CampaignKey::read(write_key(folder, kBytes));
  const auto openssl = [](const std::string& message) {
    return run_program("printf '" + message + "' | openssl dgst -sha256 -hmac " + kBytes + " -r");
  };
  const Ran id = openssl("libevidence key id");
  if (id.status != 0) GTEST_SKIP() << "skipped: no openssl program";
  EXPECT_EQ(key.id(), id.output.substr(0, 16));
  EXPECT_EQ(key.hide("env", "HF_TOKEN", "va lue").hmac,
            openssl("env\\0HF_TOKEN\\0va lue").output.substr(0, 64));
}

TEST(CampaignKey, separates_domain_name_and_value) {
  const TempFolder folder;
  const CampaignKey key = CampaignKey::read(write_key(folder, kBytes));
  EXPECT_EQ(key.hide("env", "A", "b"), key.hide("env", "A", "b"));
  EXPECT_NE(key.hide("env", "A", "b"), key.hide("argv", "A", "b"));
  EXPECT_NE(key.hide("env", "A", "b"), key.hide("env", "", "Ab"));
  EXPECT_NE(key.hide("env", "A", "b"), key.hide("env", "B", "b"));
}

TEST(CampaignKey, takes_sizes_within_its_limits) {
  const TempFolder folder;
  EXPECT_NO_THROW(CampaignKey::read(write_key(folder, std::string(32, 'k'))));
  EXPECT_NO_THROW(CampaignKey::read(write_key(folder, std::string(4096, 'k'))));
  EXPECT_NE(refusal(write_key(folder, std::string(31, 'k'))).find("32 to 4096 bytes"), std::string::npos);
  EXPECT_NE(refusal(write_key(folder, std::string(4097, 'k'))).find("32 to 4096 bytes"), std::string::npos);
}

TEST(CampaignKey, is_refused_when_others_may_use_it) {
  const TempFolder folder;
  for (const mode_t mode : {0640U, 0604U, 0620U, 0602U, 0610U, 0601U}) {
    EXPECT_NE(refusal(write_key(folder, kBytes, mode)).find("others may read"), std::string::npos) << mode;
  }
  EXPECT_EQ(refusal(write_key(folder, kBytes, 0400)), "");
}

TEST(CampaignKey, is_a_regular_file_that_is_there) {
  const TempFolder folder;
  EXPECT_NE(refusal(folder.path()).find("regular file"), std::string::npos);
  EXPECT_THROW(CampaignKey::read(folder / "none"), SystemError);
}

}  // namespace
}  // namespace evidence::host
