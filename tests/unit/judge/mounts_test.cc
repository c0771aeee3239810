// Mounts: pins, scope, volatile targets, and what lies over what.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"
#include "rows.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

std::string digest(const std::string& content) {
  return "sha256:" + sha256(content).render();
}

Plan pinned_plan() {
  return PlanMaker()
      .engine(R"({"mounts": {"under": ["/srv"], "volatile": ["/srv/run/*"],
                             "pins": {"/srv/f": {"root": "/r", "sha256": ")" +
              digest("right") + R"("}}}})")
      .make();
}

struct Row {
  std::string name;
  std::function<void(StreamMaker&)> both;
  std::function<void(StreamMaker&)> one;  // rank 1
  std::string summary;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}
class MountRow : public testing::TestWithParam<Row> {};

TEST_P(MountRow, IsJudged) {
  const Plan plan = pinned_plan();
  Campaign campaign(plan);
  campaign.all().each(GetParam().both);
  GetParam().one(campaign.at("1"));
  EXPECT_EQ(summary(campaign.judge()), GetParam().summary) << rendered(campaign.judge());
}

void met(StreamMaker& s) {
  s.mount("/srv/f", "/r", "right");
}
void nothing(StreamMaker&) {}

const std::vector<Row> kRows = {
    {"met", met, nothing, "PASS"},
    {"missing", nothing, nothing, "STOP missing"},
    {"other_content", [](StreamMaker& s) { s.mount("/srv/f", "/r", "wrong"); }, nothing, "STOP pin"},
    {"no_content_where_it_is_pinned", [](StreamMaker& s) { s.mount("/srv/f", "/r"); }, nothing, "STOP pin"},
    {"content_that_could_not_be_read",
     [](StreamMaker& s) { s.mount("/srv/f", "/r").error("mounts", "/srv/f"); }, nothing,
     "HOLD not-recorded not-seen"},
    {"other_root", [](StreamMaker& s) { s.mount("/srv/f", "/x", "right"); }, nothing, "STOP pin"},
    {"other_type_on_one", met, [](StreamMaker& s) { s.body<MountRecord>().fstype = "tmpfs"; },
     "STOP differs"},
    {"other_options_on_one", met, [](StreamMaker& s) { s.body<MountRecord>().options = "rw"; },
     "STOP differs"},
    {"one_more_under_the_scope", met, [](StreamMaker& s) { s.mount("/srv/other", "/"); }, "STOP differs"},
    {"one_more_that_is_volatile", met, [](StreamMaker& s) { s.mount("/srv/run/x", "/"); }, "PASS"},
    {"one_more_below_what_is_volatile", met, [](StreamMaker& s) { s.mount("/srv/run/x/y", "/"); },
     "STOP differs"},
    {"a_target_that_begins_like_a_volatile_one", met, [](StreamMaker& s) { s.mount("/srv/runs/x", "/"); },
     "STOP differs"},
    {"a_target_with_a_mark_in_it", met, [](StreamMaker& s) { s.mount("/srv/x#2", "/"); }, "STOP differs"},
    {"a_target_that_is_volatile_up_to_its_mark", met, [](StreamMaker& s) { s.mount("/srv/run/#/x", "/"); },
     "STOP differs"},
    {"one_more_outside_the_scope", met, [](StreamMaker& s) { s.mount("/etc/x", "/"); }, "STOP differs"},
    {"another_over_the_pinned_one", met, [](StreamMaker& s) { s.mount("/srv/f", "/evil", "wrong"); },
     "STOP differs pin"},
    {"another_under_the_pinned_one",
     [](StreamMaker& s) { s.mount("/srv/f", "/" + s.key.rank).mount("/srv/f", "/r", "right"); }, nothing,
     "STOP differs"},
    {"the_same_under_the_pinned_one",
     [](StreamMaker& s) { s.mount("/srv/f", "/below").mount("/srv/f", "/r", "right"); }, nothing, "PASS"},
    {"mounts_unreadable_on_one", met,
     [](StreamMaker& s) {
       s.bodies.clear();
       s.error("mounts");
     },
     "HOLD not-recorded not-seen"},
    {"an_unsaid_mount_whose_content_could_not_be_read",
     [](StreamMaker& s) { s.mount("/srv/f", "/r", "right").mount("/srv/g", "/r", "g"); },
     [](StreamMaker& s) {
       s.body<MountRecord>(1).digest.reset();
       s.error("mounts", "/srv/g");
     },
     "HOLD not-seen"},
    {"an_unsaid_mount_with_other_content",
     [](StreamMaker& s) { s.mount("/srv/f", "/r", "right").mount("/srv/g", "/r", s.key.rank); }, nothing,
     "STOP differs"},
};
INSTANTIATE_TEST_SUITE_P(Mounts, MountRow, testing::ValuesIn(kRows), row_name<Row>);

TEST(Mounts, ShowsWhichAttributeIsNotThePinned) {
  const Plan plan = pinned_plan();
  EXPECT_EQ(
      faults(Campaign(plan).all().each([](StreamMaker& s) { s.mount("/srv/f", "/x", "right"); }).judge()),
      Lines{"STOP pin engine s1 ready 0,1 mounts /srv/f: expected root /r, seen root /x "
            "(identity.engine.mounts.pins[\"/srv/f\"])"});
  EXPECT_EQ(faults(Campaign(plan).all().each([](StreamMaker& s) { s.mount("/srv/f", "/r"); }).judge()),
            Lines{"STOP pin engine s1 ready 0,1 mounts /srv/f: expected " + digest("right") +
                  ", seen fstype=ext4 options=ro root=/r (identity.engine.mounts.pins[\"/srv/f\"])"});
}

TEST(Mounts, APinnedTargetIsJudgedThoughItIsVolatile) {
  const Plan plan =
      PlanMaker()
          .engine(R"({"mounts": {"volatile": ["/etc/*"], "pins": {"/etc/hosts": {"root": "/r"}}}})")
          .make();
  EXPECT_EQ(Campaign(plan).all().each([](StreamMaker& s) { s.mount("/etc/hosts", "/r"); }).judge().answer,
            Answer::pass);
  EXPECT_EQ(summary(Campaign(plan).all().each([](StreamMaker& s) { s.mount("/etc/hosts", "/x"); }).judge()),
            "STOP pin");
}

}  // namespace
}  // namespace evidence
