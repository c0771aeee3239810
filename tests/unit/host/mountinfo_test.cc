#include "mountinfo.h"

#include <gtest/gtest.h>

#include "evidence/base.h"

namespace evidence::host {
namespace {

struct Row {
  const char* title;
  const char* line;
  MountRecord record;
};

class Mountinfo : public testing::TestWithParam<Row> {};

TEST_P(Mountinfo, is_read) {
  const MountRecord record = parse_mountinfo_line(GetParam().line);
  const MountRecord& wanted = GetParam().record;
  EXPECT_EQ(record.target, wanted.target);
  EXPECT_EQ(record.root, wanted.root);
  EXPECT_EQ(record.fstype, wanted.fstype);
  EXPECT_EQ(record.source, wanted.source);
  EXPECT_EQ(record.options, wanted.options);
  EXPECT_EQ(record.digest, std::nullopt);
}

MountRecord mount(std::string target, std::string root, std::string fstype, std::string source,
                  std::string options) {
  return {.target = std::move(target),
          .root = std::move(root),
          .fstype = std::move(fstype),
          .source = std::move(source),
          .options = std::move(options),
          .digest = std::nullopt};
}

INSTANTIATE_TEST_SUITE_P(
    Lines, Mountinfo,
    testing::Values(
        Row{"no_optional_field", "36 35 98:0 /a /b rw,noatime - ext3 /dev/root rw,errors=continue",
            mount("/b", "/a", "ext3", "/dev/root", "errors=continue,noatime,rw")},
        Row{"one_optional_field", "36 35 98:0 / /b rw shared:7 - ext3 /dev/root rw",
            mount("/b", "/", "ext3", "/dev/root", "rw")},
        Row{"three_optional_fields", "36 35 98:0 / /b ro shared:7 master:1 propagate_from:2 - ext3 x rw",
            mount("/b", "/", "ext3", "x", "ro,rw")},
        Row{"escapes", "36 35 98:0 /r\\040\\011 /t\\134\\012\\043 rw - tmpfs s\\040\\043x rw",
            mount("/t\\\n#", "/r \t", "tmpfs", "s #x", "rw")},
        Row{"escaped_escape", "36 35 98:0 / /t\\134040 rw - tmpfs none rw",
            mount("/t\\040", "/", "tmpfs", "none", "rw")},
        Row{"high_bytes", "36 35 98:0 / /t\xff\\303\\251 rw - tmpfs none rw",
            mount("/t\xff\xc3\xa9", "/", "tmpfs", "none", "rw")},
        Row{"source_dash", "36 35 98:0 / /t rw - tmpfs - rw", mount("/t", "/", "tmpfs", "-", "rw")},
        Row{"source_empty", "36 35 98:0 / /t rw - tmpfs  rw,size=4k",
            mount("/t", "/", "tmpfs", "", "rw,size=4k")},
        Row{"target_dash", "36 35 98:0 / /- rw - tmpfs none rw", mount("/-", "/", "tmpfs", "none", "rw")},
        Row{"no_super_options", "36 35 98:0 / /t rw - tmpfs none ", mount("/t", "/", "tmpfs", "none", "rw")},
        Row{"escaped_comma", "36 35 0:9 / /t rw - overlay overlay lowerdir=/a\\054b,rw",
            mount("/t", "/", "overlay", "overlay", "lowerdir=/a,b,rw")},
        Row{"careless_super_options", "36 35 0:9 / /t rw - 9p drvfs aname=d;path=C:\\;uid=0 x,rw",
            mount("/t", "/", "9p", "drvfs", "aname=d;path=C:\\;uid=0 x,rw")},
        Row{"namespace_root", "36 35 0:4 net:[4026532000] /run/netns/a rw - nsfs nsfs rw",
            mount("/run/netns/a", "net:[4026532000]", "nsfs", "nsfs", "rw")}),
    [](const auto& row) { return row.param.title; });

TEST(MountinfoId, is_the_first_field) {
  EXPECT_EQ(parse_mount_line("36 35 98:0 / /b rw - ext3 /dev/root rw").id, 36U);
}

struct Refusal {
  const char* title;
  const char* line;
  const char* reason;
};

class MountinfoRefused : public testing::TestWithParam<Refusal> {};

TEST_P(MountinfoRefused, says_why) {
  try {
    parse_mountinfo_line(GetParam().line);
    FAIL() << "accepted";
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().reason), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Lines, MountinfoRefused,
    testing::Values(Refusal{"empty", "", "mount id is not a number"},
                    Refusal{"id", "x 35 98:0 / / rw - a b c", "mount id"},
                    Refusal{"parent", "36 -1 98:0 / / rw - a b c", "parent id"},
                    Refusal{"device", "36 35 980 / / rw - a b c", "MAJOR:MINOR"},
                    Refusal{"minor", "36 35 98:x / / rw - a b c", "minor"},
                    Refusal{"relative_target", "36 35 98:0 / b rw - a b c", "not absolute"},
                    Refusal{"no_separator", "36 35 98:0 / / rw shared:1 ext3 x rw", "separator"},
                    Refusal{"no_super_options", "36 35 98:0 / /b rw - ext3 x", "super options"},
                    Refusal{"no_source", "36 35 98:0 / /b rw - ext3", "source"},
                    Refusal{"empty_type", "36 35 98:0 / /b rw -  x rw", "type is empty"},
                    Refusal{"odd_type", "36 35 98:0 / /b rw - fuse.\xff x rw", "UTF-8"},
                    Refusal{"lone_backslash", "36 35 98:0 / /b\\04 rw - ext3 x rw", "octal escape"},
                    Refusal{"no_octal_digit", "36 35 98:0 / /b\\048 rw - ext3 x rw", "octal escape"},
                    Refusal{"over_a_byte", "36 35 98:0 / /b\\400 rw - ext3 x rw", "octal escape"},
                    Refusal{"tabs", "36\t35 98:0 / /b rw - ext3 x rw", "mount id"}),
    [](const auto& row) { return row.param.title; });

}  // namespace
}  // namespace evidence::host
