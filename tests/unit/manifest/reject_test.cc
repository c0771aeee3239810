// Every manifest in tests/data/reject/manifest is refused, for the one reason that its name says.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "fixture.h"

namespace evidence {
namespace {

namespace fs = std::filesystem;

const std::string kFolder = EVIDENCE_TEST_DATA "/reject/manifest/";

struct Reject {
  std::string name;
  std::string path;
  std::string reason;
};

const std::vector<Reject>& rejects() {
  static const std::vector<Reject> all = {
      {"argv-without-process", "$.identity.memory.argv", "the role memory has no process"},
      {"arm-adds-a-pin", "$.arms.on.engine.env.add.MODE",
       "adds what identity.engine.env.MODE pins already; use replace or set"},
      {"arm-env-without-process", "$.arms.on.memory.env", "the role memory has no process"},
      {"arm-like-itself", "$.arms.on.like", "the arm on is like itself in the end"},
      {"arm-like-unknown", "$.arms.on.like", "there is no arm slow"},
      {"arm-replace-without-from", "$.arms.on.engine.env.replace.MODE", R"(member "from" is missing)"},
      {"arm-replaces-another", "$.arms.on.engine.env.replace.MODE",
       "replaces another value than identity.engine.env.MODE pins"},
      {"arm-replaces-another-by-rank", "$.arms.on.engine.env.replace.MODE",
       "replaces another value than identity.engine.env.MODE pins"},
      {"arm-role-unknown", "$.arms.on.proxy", "there is no role proxy"},
      {"arm-two-verbs", "$.arms.on.engine.env.may_differ[0]", "MODE stands under two verbs of this arm"},
      {"arm-verb-unknown", "$.arms.on.engine.env.change", "unknown member"},
      {"arms-disagree-about-base", "$.arms.on.engine.env.replace.MODE",
       "says something else of the base than arms.off.engine.env.add.MODE"},
      {"artifact-outside", R"($.artifacts["../log"])",
       "an artifact's name must be a path of letters, digits and ._+@-/"},
      {"artifact-type-unknown", "$.artifacts.log.type", R"(must be one of "opaque", "private")"},
      {"base-digest", "$.base[0]",
       "base.ndjson has sha256 ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356, the "
       "manifest says 6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"},
      {"base-named-manifest", "$.base[0].path",
       "must be a manifest-relative path of letters, digits and ._+@-/"},
      {"base-not-there", "$.base[0]", "missing.ndjson: not there"},
      {"base-path-too-long", "$.base[0].path",
       "must be a manifest-relative path of letters, digits and ._+@-/"},
      {"base-twice", "$.base[1]", "base.ndjson stands twice"},
      {"by-rank-asks-for-nothing", R"($.identity.engine.env.MODE.by_rank["1"])", "asks for nothing"},
      {"by-rank-hmac-beside-value", R"($.identity.engine.env.MODE.by_rank["1"])",
       "value, hmac and flag exclude each other, also between by_rank and what all ranks share"},
      {"by-rank-missing-one", "$.identity.engine.env.MODE.by_rank",
       "must name every rank of the role; 1 is missing"},
      {"by-rank-unknown", R"($.identity.engine.env.MODE.by_rank["2"])", "the role engine has no rank 2"},
      {"checkpoint-moment-unknown", "$.checkpoints[0].moments[1]", "there is no moment later"},
      {"checkpoint-start-unknown", "$.checkpoints[0].starts[0]", "there is no start s9"},
      {"checkpoint-twice", "$.checkpoints[1]", "the checkpoint q stands twice"},
      {"checkpoint-without-moments", "$.checkpoints[0].moments", "must not be empty"},
      {"class-unknown", "$.class", R"(must be one of "native", "offline", "rehearsal")"},
      {"domain-of-an-integer", "$.observations.served.fields.a",
       "a keyed field, and nothing else, names its domain"},
      {"enumeration-without-labels", "$.observations.served.fields.a",
       "an enumeration, and nothing else, lists its labels"},
      {"env-without-process", "$.identity.memory.env", "the role memory has no process"},
      {"field-name-reserved", "$.observations.served.fields.run",
       "a field's name must be a lower-case word of letters, digits and _, and none of type, run, start, "
       "role, rank, arm, moment and line, which every row has"},
      {"field-type-text", "$.observations.served.fields.a.type",
       R"(must be one of "integer", "number", "boolean", "time", "digest", "enumeration", "keyed")"},
      {"identity-role-unknown", "$.identity.proxy", "there is no role proxy"},
      {"identity-thing-unknown", "$.identity.engine.image", "unknown member"},
      {"keyed-without-domain", "$.observations.served.fields.a",
       "a keyed field, and nothing else, names its domain"},
      {"labels-of-an-integer", "$.observations.served.fields.a",
       "an enumeration, and nothing else, lists its labels"},
      {"moment-twice", "$.moments[1]", "ready stands twice"},
      {"moment-with-space", "$.moments[2]", "must be a label (1 to 64 of A-Z a-z 0-9 . _ + @ -)"},
      {"moments-empty", "$.moments", "must not be empty"},
      {"mounts-without-process", "$.identity.memory.mounts", "the role memory has no process"},
      {"name-of-fact", R"($.identity.engine.facts["a b"])", "a b is not a label"},
      {"name-of-file", R"($.identity.engine.files["a/b"])", "a/b is not an absolute path"},
      {"name-of-mount", "$.identity.engine.mounts.under[0]", "view is not an absolute path"},
      {"name-of-option", "$.identity.engine.argv.depth", "depth is not an option's spelling or #n"},
      {"name-of-option-with-value", R"($.identity.engine.argv["--depth=1"])",
       "--depth=1 is not an option's spelling or #n"},
      {"name-of-variable", R"($.identity.engine.env["A=B"])", "A=B is not a variable's name"},
      {"name-with-slash", "$.name", "must be a label (1 to 64 of A-Z a-z 0-9 . _ + @ -)"},
      {"no-class", "$", R"(member "class" is missing)"},
      {"no-moments", "$", R"(member "moments" is missing)"},
      {"no-name", "$", R"(member "name" is missing)"},
      {"no-standing", "$", R"(member "standing" is missing)"},
      {"no-starts", "$", R"(member "starts" is missing)"},
      {"note-line-null", "$.note[1]", "must be a string, is null"},
      {"note-number", "$.note", "must be a string, is an integer"},
      {"observation-accepts", "$.observations.served.accepts", R"(must be "declared" where it is given)"},
      {"observation-moment-unknown", "$.observations.served.moments[0]", "there is no moment q"},
      {"observation-name", "$.observations.Served",
       "an observation's name must be a lower-case word of letters, digits and _"},
      {"observation-role-unknown", "$.observations.served.roles[0]", "there is no role proxy"},
      {"parameter-list-of-counts", "$.parameters.p", "a list of counts is not a parameter type"},
      {"parameter-not-declared", "$.note", "names the parameter p, which is not declared"},
      {"parameter-type-unknown", "$.parameters.p.type",
       R"(must be one of "commit", "count", "digest", "label", "path", "prefix", "text")"},
      {"parameter-unused", "$.parameters.p", "is declared but stands nowhere as ${p}, and as :p in no query"},
      {"parameter-without-value", "$.note",
       "the parameter p has no value; register the plan with --set p=VALUE"},
      {"pin-asks-for-nothing", "$.identity.engine.env.MODE",
       "asks for nothing: give a value, by_rank or distinct"},
      {"pin-digest-upper-case", R"($.identity.engine.files["/a"].sha256)",
       R"(must be "sha256:" and 64 lower-case hexadecimal digits)"},
      {"pin-digest-without-prefix", R"($.identity.engine.files["/a"])",
       R"(must be "sha256:" and 64 lower-case hexadecimal digits)"},
      {"pin-flag-false", R"($.identity.engine.argv["--depth"].flag)", "must be true where it is given"},
      {"pin-flag-of-variable", "$.identity.engine.env.MODE.flag", "unknown member"},
      {"pin-hmac-short", "$.identity.engine.env.MODE.hmac", "must be 64 lower-case hexadecimal digits"},
      {"pin-kind-impossible", R"($.identity.engine.files["/a"].kind)",
       "cannot be known as declared for files"},
      {"pin-kind-without-process", R"($.identity.memory.files["/a"].kind)", "the role memory has no process"},
      {"pin-mode-decimal", R"($.identity.engine.files["/a"].mode)", "must be four octal digits such as 0644"},
      {"pin-number", "$.identity.engine.env.MODE", "must be a string or an object, is an integer"},
      {"pin-value-and-hmac", "$.identity.engine.env.MODE", "value, hmac and flag exclude each other"},
      {"public-argv-name", "$.public.argv[0]", "depth is not an option's spelling or #n"},
      {"public-does-not-list-delta", "$.arms.on.engine.env.add.LEVEL",
       "gives a clear value, so public.env must list LEVEL"},
      {"public-does-not-list-option", R"($.identity.engine.argv["--level"])",
       "gives a clear value, so public.argv must list --level"},
      {"public-does-not-list-variable", "$.identity.engine.env.LEVEL",
       "gives a clear value, so public.env must list LEVEL"},
      {"public-env-name", "$.public.env[0]", "A=B is not a variable's name"},
      {"rank-twice", "$.roles.engine.ranks[1]", "0 stands twice"},
      {"role-colocated-text", "$.roles.engine.colocated", "must be a boolean, is a string"},
      {"role-life-unknown", "$.roles.engine.life", R"(must be one of "fresh", "same", "none")"},
      {"role-name-reserved", "$.roles.base",
       "a role's name must be a label and none of the reserved words like, note, also, carry, none, base"},
      {"role-without-ranks", "$.roles.engine.ranks", "must not be empty"},
      {"roles-empty", "$.roles", "must not be empty"},
      {"run-variable-allowed", "$.arms.on.engine.env.may_differ[0]",
       "is about EVIDENCE_RUN, which is judged by itself"},
      {"run-variable-pinned", "$.identity.engine.env.EVIDENCE_RUN",
       "is about EVIDENCE_RUN, which is judged by itself"},
      {"signers-threshold-over-keys", "$.signers.threshold", "must be from 1 to 1, is 2"},
      {"signers-threshold-zero", "$.signers.threshold", "must be from 1 to 1, is 0"},
      {"signers-without-keys", "$.signers.keys", "must not be empty"},
      {"standing-number", "$.standing", "must be a string, is an integer"},
      {"start-arm-unknown", "$.starts[0].arm", "there is no arm fast"},
      {"start-named-base", "$.starts[0]", "the start names base and none are reserved"},
      {"start-named-none", "$.starts[0]", "the start names base and none are reserved"},
      {"start-twice", "$.starts[1]", "the start s1 stands twice"},
      {"start-without-name", "$.starts[0]", R"(member "name" is missing)"},
      {"starts-empty", "$.starts", "must not be empty"},
      {"sums-count", "$.identity.engine.sums[0]", "two.sha256 lists 2 files, the manifest says 3"},
      {"sums-count-zero", "$.identity.engine.sums[0].count", "must be from 1 to 10000000, is 0"},
      {"sums-digest", "$.identity.engine.sums[0]",
       "two.sha256 has sha256 30123f08a3f54bd273ea55cd3b5d1254d2b1df0445bc9326c88f1c88c125a1ae, the manifest "
       "says 6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"},
      {"sums-malformed", "$.identity.engine.sums[0]",
       "no-list.sha256: line 1: no SHA-256 of 64 lower-case hexadecimal digits at its head"},
      {"sums-name-twice", "$.identity.engine.sums[0]",
       "twice.sha256: line 2: names the file of line 1 again"},
      {"sums-not-there", "$.identity.engine.sums[0]", "missing.sha256: not there"},
      {"sums-outside", "$.identity.engine.sums[0].path",
       "must be a manifest-relative path of letters, digits and ._+@-/"},
      {"sums-path-above", "$.identity.engine.sums[0]",
       "above.sha256: sub/../../a.py is not a path below /view"},
      {"sums-path-absolute", "$.identity.engine.sums[0]",
       "absolute.sha256: /etc/passwd is not a path below /view"},
      {"sums-pinned-twice", "$.identity.engine.sums[0]", "two.sha256: /view/a.py is pinned already"},
      {"sums-root-relative", "$.identity.engine.sums[0].root", "view is not an absolute path"},
      {"unknown-member", "$.unknown", "unknown member"},
      {"view-name", "$.views.A", "a view's name must be a lower-case word of letters, digits and _"},
      {"view-named-as-a-table", "$.views.served", "has the name of a table"},
      {"view-named-starts", "$.views.starts", "has the name of a table"},
      {"view-without-sql", "$.views.a", R"(member "sql" is missing)"},
      {"observation-named-facts", "$.observations.facts", "the name facts is a table of the plan's own"},
      {"check-name", R"($.checks["c d"])",
       "a check's name must be a label and not identity, which every verdict needs"},
      {"check-named-identity", "$.checks.identity",
       "a check's name must be a label and not identity, which every verdict needs"},
      {"cases-start-is-a-number", "$.checks.c.cases.start[0]", "must be a label of the plan"},
      {"cases-with-too-many-columns", "$.checks.c.cases", "has more than 16 columns"},
      {"queries-too-many", "$.views.v1000",
       "is one more than the 1000 views, checks, quantities and conditions that a plan may have"},
      {"fields-too-many", "$.observations.served.fields", "must not be more than 200"},
      {"quantities-too-many", "$.readings[0].quantities", "must not be more than 200"},
      {"verdict-needs-twice", "$.readings[0].verdicts[0].needs[1]", "c stands twice"},
      {"check-in-gate-and-checks", "$.checks.c", "the check c stands twice"},
      {"check-without-question", "$.checks.c", R"(member "asks" is missing)"},
      {"check-member-unknown", "$.checks.c.pass_", "unknown member"},
      {"check-rows-crossed", "$.checks.c.rows", "has a minimum over its maximum"},
      {"check-rows-negative", "$.checks.c.rows.min", "must be from 0 to 1000000, is -1"},
      {"cases-empty", "$.checks.c.cases", "must not be empty"},
      {"cases-product-empty", "$.checks.c.cases", "must not be empty"},
      {"cases-column-empty", "$.checks.c.cases.n", "must not be empty"},
      {"cases-column-named-ok", "$.checks.c.cases.ok",
       "a case column's name must be a lower-case word of letters, digits and _, and not ok"},
      {"cases-value-null", "$.checks.c.cases.n[0]", "must be an integer or a label"},
      {"cases-value-twice", "$.checks.c.cases.n[1]", "stands twice"},
      {"cases-of-two-types", "$.checks.c.cases.n[1]", "stands beside values of another type"},
      {"cases-start-unknown", "$.checks.c.cases.start[0]", "there is no start s9 in the plan"},
      {"cases-rank-unknown", "$.checks.c.cases.rank", "there is no rank 9 in the plan"},
      {"cases-arm-unknown", "$.checks.c.cases.arm", "there is no arm slow in the plan"},
      {"cases-with-other-columns", "$.checks.c.cases[1]", "has other columns than the cases before it"},
      {"cases-doubled", "$.checks.c.cases[1]", "has a case that stands before it"},
      {"cases-too-many", "$.checks.c.cases", "makes more than the 100000 cases that all checks may have"},
      {"reading-name", "$.readings[0].name", "must be a lower-case word of letters, digits and _"},
      {"reading-named-answer", "$.readings[0].name", "the name answer is taken by --expect"},
      {"reading-twice", "$.readings[1].name", "the reading speed stands twice"},
      {"reading-without-verdicts", "$.readings[0].verdicts", "must not be empty"},
      {"quantity-name", "$.readings[0].quantities.A",
       "a quantity's name must be a lower-case word of letters, digits and _"},
      {"quantity-named-as-a-reading", "$.readings[1].quantities.speed", "has the name of an earlier reading"},
      {"verdict-twice", "$.readings[0].verdicts[1]", "the verdict A stands twice"},
      {"verdict-last-has-a-condition", "$.readings[0].verdicts[0].when",
       "the last row of a reading has no condition: it stands for all the rest"},
      {"verdict-without-condition", "$.readings[0].verdicts[0]",
       "only the last row of a reading may have no condition"},
      {"verdict-condition-empty", "$.readings[0].verdicts[0].when", "must not be empty"},
      {"verdict-answer-unknown", "$.readings[0].verdicts[0].answer",
       R"(must be one of "PASS", "HOLD", "STOP")"},
      {"verdict-without-meaning", "$.readings[0].verdicts[0]", R"(member "meaning" is missing)"},
      {"verdict-needs-unknown", "$.readings[0].verdicts[0].needs[0]", "there is no check d"},
      {"checkpoint-check-unknown", "$.checkpoints[0].checks[0]", "there is no check d"},
      {"checkpoint-check-twice", "$.checkpoints[0].checks[1]", "c stands twice"},
      {"checkpoint-reading-unknown", "$.checkpoints[0].readings[0]", "there is no reading d"},
      {"carry-commit-short", "$.carry.to", "must be a full commit id of 40 hexadecimal digits"},
      {"carry-without-to", "$.carry", R"(member "to" is missing)"},
      {"carry-rules-without-from", "$.carry",
       "identical is about what is carried from a commit, and there is no from"},
      {"carry-admission-unknown", "$.carry.admission", "there is no parent q"},
      {"parent-name", R"($.parents["a b"])", "a parent's name must be a label"},
      {"parent-member-unknown", "$.parents.q.answer", "unknown member"},
      {"parent-shows-a-number", "$.parents.q.shows.class", "must be a string, is an integer"},
      {"carry-path-absolute", "$.carry.identical[0]",
       "must be a path from the top of the tree, or one that ends in /"},
      {"carry-path-above", "$.carry.may_change[0]",
       "must be a path from the top of the tree, or one that ends in /"},
      {"carry-path-twice", "$.carry.identical[1]", "a stands twice"},
      {"carry-path-in-both", "$.carry.may_change[0]", "a/ must be identical and may change"},
      {"field-named-rank", "$.observations.served.fields.rank",
       "a field's name must be a lower-case word of letters, digits and _, and none of type, run, start, "
       "role, rank, arm, moment and line, which every row has"}};
  return all;
}

std::string fetch_beside(const std::string& path) {
  if (!fs::is_regular_file(kFolder + path)) throw UsageError(path + ": not there");
  return read_file(kFolder + path, 1 << 20);
}

class RejectedManifest : public testing::TestWithParam<Reject> {};

TEST_P(RejectedManifest, ForItsReasonAlone) {
  const std::string bytes = read_file(kFolder + GetParam().name + ".json", 1 << 20);
  try {
    Manifest::parse(bytes, Binding(), fetch_beside, "m.json");
    FAIL() << "accepted";
  } catch (const ManifestError& error) {
    EXPECT_EQ(rendered(error.mistakes()), std::vector{GetParam().path + ": " + GetParam().reason});
    EXPECT_EQ(std::string(error.what()), "m.json: " + GetParam().path + ": " + GetParam().reason);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RejectedManifest, testing::ValuesIn(rejects()),
                         [](const testing::TestParamInfo<Reject>& row) {
                           std::string name = row.param.name;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(RejectedManifests, AreAllInTheTable) {
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".json") files.insert(entry.path().stem().string());
  }
  std::set<std::string> rows;
  for (const Reject& reject : rejects()) rows.insert(reject.name);
  EXPECT_EQ(files, rows);
}

}  // namespace
}  // namespace evidence
