#include "packet/bag.h"

#include <gtest/gtest.h>

namespace evidence::packet {
namespace {

TEST(Bag, InfoHasOxumDateAndIdentifier) {
  const Timestamp time = Timestamp::parse("2026-11-29T23:59:59.999999999Z").value();
  EXPECT_EQ(bag_info(1234, 5, time, "run"),
            "Bagging-Date: 2026-11-29\nExternal-Identifier: run\nPayload-Oxum: 1234.5\n");
}

TEST(Bag, ManifestIsSortedByByte) {
  const Digest digest = sha256("");
  EXPECT_EQ(bag_manifest({{"data/b", 0, digest}, {"data/B", 0, digest}, {"data/a", 0, digest}}),
            digest.render() + "  data/B\n" + digest.render() + "  data/a\n" + digest.render() + "  data/b\n");
}

}  // namespace
}  // namespace evidence::packet
