#include <gtest/gtest.h>

#include "evidence/json.h"
#include "random_document.h"
#include "scanned.h"

namespace evidence::json {
namespace {

TEST(Value, CopiesEveryKind) {
  const Scanned scanned(R"({"a":[null,true,-3,2.5,"x\u0000"],"o":{"e":{}, "d":1.0}})", Form::any);
  ASSERT_TRUE(scanned.ok()) << scanned.reason();
  const Value expected = Object{{"a", Array{nullptr, true, -3, 2.5, std::string("x\0", 2)}},
                                {"o", Object{{"e", Object{}}, {"d", 1.0}}}};
  EXPECT_EQ(to_value(scanned.root()), expected);
}

TEST(Value, CopiesAPart) {
  const Scanned scanned(R"({"a":[1,2],"b":3})", Form::canonical);
  ASSERT_TRUE(scanned.ok()) << scanned.reason();
  EXPECT_EQ(to_value(*scanned.root().member("a")), Value(Array{1, 2}));
}

// Up to the kind of whole doubles, which is lost when they are written; writing again shows that nothing else
// is.
TEST(Value, IsInverseOfCanonical) {
  RandomDocument random(3);
  for (int i = 0; i < 1000; ++i) {
    const std::string text = canonical(random.value(3));
    const Scanned scanned(text, Form::canonical);
    ASSERT_TRUE(scanned.ok()) << scanned.reason();
    const Value value = to_value(scanned.root());
    ASSERT_EQ(canonical(value), text);
    ASSERT_EQ(to_value(Scanned(canonical(value), Form::canonical).root()), value);
  }
}

}  // namespace
}  // namespace evidence::json
