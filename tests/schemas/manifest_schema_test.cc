#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "agreement.h"
#include "evidence/manifest.h"

namespace evidence::schemas {
namespace {

const std::string kFull = EVIDENCE_TEST_DATA "/manifest/full";
const std::string kDemo = EVIDENCE_SOURCE_DIR "/manifests/demo";
const std::string kRejects = EVIDENCE_TEST_DATA "/reject/manifest";

// Reads with the sums and base files of a folder; only their own names are opened there.
Agreement::Read reader_in(const std::string& folder) {
  return [folder](const json::Value& value) -> std::vector<std::string> {
    const auto fetch = [&](const std::string& path) {
      const std::string whole = folder + "/" + path;
      if (!std::filesystem::is_regular_file(whole)) throw UsageError(path + ": no such plan file");
      return read_file(whole, 1 << 20);
    };
    try {
      Manifest::parse(json::canonical(value), Binding(), fetch, "m.json");
      return {};
    } catch (const ManifestError& error) {
      std::vector<std::string> reasons;
      for (const json::Mistake& mistake : error.mistakes())
        reasons.push_back(mistake.path + ": " + mistake.reason);
      return reasons;
    } catch (const Error& error) {
      return {error.what()};
    }
  };
}

// What a schema cannot say of a manifest.
const std::vector<std::string_view> kBeyondForm = {
    "there is no arm ",                    // refers to another member
    "there is no role ",                   // refers to another member
    "there is no start ",                  // refers to another member
    "there is no moment ",                 // refers to another member
    "there is no rank ",                   // refers to another member
    "there is no check ",                  // refers to another member
    "there is no parent ",                 // refers to another member
    "there is no reading ",                // refers to another member
    "has the name of a table",             // of an observation type
    "the check ",                          // names under two members
    "has a minimum over its maximum",      // relates two numbers
    "has other columns than the cases ",   // relates products to each other
    "has a case that stands before it",    // relates products to each other
    "is one more than the 1000 ",          // adds up over several members
    "makes more than ",                    // the product of many lengths
    "the reading ",                        // one member of several objects must differ
    "has the name of an earlier reading",  // relates readings to each other
    "the verdict ",                        // one member of several objects must differ
    "the last row of a reading ",          // by its place
    "only the last row of a reading ",     // by its place
    " must be identical and may change",   // relates two lists
    "has no rank ",                        // refers to another member
    "must name every rank of the role",    // refers to another member
    "has no process",                      // depends on the role's life
    " is like itself in the end",          // a chain of references
    "the start s1 stands twice",           // one member of several objects must differ
    "the checkpoint q stands twice",       // one member of several objects must differ
    "base.ndjson stands twice",            // one member of several objects must differ
    "stands under two verbs",              // names under different members
    "adds what ",                          // relates arms to pins
    "replaces another value than ",        // relates arms to pins
    "says something else of the base",     // relates arms to each other
    "gives a clear value, so public.",     // relates pins to the public names
    "is about EVIDENCE_RUN",               // wherever it comes from
    "also between by_rank and",            // relates a pin to its ranks' own values
    "$.signers.threshold: must be from",   // at most the number of keys
    "no such plan file",                   // bytes beside the manifest
    " has sha256 ",                        // bytes beside the manifest
    " files, the manifest says ",          // bytes beside the manifest
    " is pinned already",                  // bytes beside the manifest
    " is not a path below ",               // bytes beside the manifest
    ".sha256: line ",                      // bytes beside the manifest
    "is declared but stands nowhere as ",  // relates parameters to the rest
    " has no value",                       // the binding's
    ", which is not declared",             // relates placeholders to parameters
};

json::Value without(const json::Value& document, const std::string& member) {
  json::Object object = std::get<json::Object>(document.data());
  object.erase(member);
  return object;
}

// The manifest with its parameters put in.
json::Value bound(const std::string& path, const Binding& binding) {
  return without(parse_json(evidence::bind(read_file(path, 1 << 20), binding, path)), "parameters");
}

Binding binding_of(const std::string& text) {
  return Binding::parse(text, "binding");
}

// A piece of the full manifest, small enough that its many mutations are soon validated: what every manifest
// must have, and one member, of which only one member is kept, and so on along `chain`; deeper than `depth`,
// objects are empty.
struct Piece {
  std::string name;
  std::vector<std::string> chain;
  int depth = 64;
};

json::Value kept(const json::Value& value, std::span<const std::string> chain, int depth) {
  const auto* object = std::get_if<json::Object>(&value.data());
  if (object == nullptr) return value;
  json::Object copy;
  for (const auto& [name, member] : *object) {
    const bool on_the_way = chain.empty() || chain.front() == name;
    if (on_the_way && depth > 0)
      copy.emplace(name, kept(member, chain.empty() ? chain : chain.subspan(1), depth - 1));
  }
  return copy;
}

json::Object full_manifest() {
  return std::get<json::Object>(load_json(kFull + "/manifest.json").data());
}

json::Object piece_of_full(const Piece& piece) {
  const json::Object full = full_manifest();
  json::Object document;
  for (const std::string name : {"name", "class", "standing", "roles", "moments", "public"})
    document.emplace(name, full.at(name));
  json::Array starts;
  for (const std::string start : {"s1", "s2", "s3", "s4"}) starts.push_back(json::Object{{"name", start}});
  document.emplace("starts", starts);
  if (piece.chain.empty()) return document;
  const std::string& member = piece.chain.front();
  document[member] = member == "starts"
                         ? full.at("starts")
                         : kept(full.at(member), std::span(piece.chain).subspan(1), piece.depth);
  const json::Object check{{"asks", "?"}, {"sql", "SELECT 1 AS ok"}};
  if (member == "carry") document["parents"] = json::Object{{"qualified", json::Object{}}};
  if (member == "checkpoints" || member == "readings") {
    document["checks"] = json::Object{{"served_all", check}, {"one", check}};
    document["gate"] = json::Object{{"enough_starts", check}};
  }
  if (member == "starts") document["arms"] = json::Object{{"on", json::Object{}}, {"off", json::Object{}}};
  return document;
}

std::vector<Piece> pieces() {
  std::vector<Piece> all{{"itself", {}}, {"identity", {"identity"}, 2}, {"arms", {"arms"}, 3}};
  for (const auto& [name, value] : full_manifest()) {
    if (name != "identity" && name != "arms" && name != "$schema") all.push_back({name, {name}});
  }
  for (const std::string thing : {"env", "argv", "files", "mounts", "facts", "sums"})
    all.push_back({"engine_" + thing, {"identity", "engine", thing}});
  all.push_back({"memory", {"identity", "memory"}});
  for (const std::string thing : {"env", "argv", "files", "mounts", "facts"})
    all.push_back({"on_" + thing, {"arms", "on", "engine", thing}});
  return all;
}

class FullManifest : public testing::TestWithParam<Piece> {};
TEST_P(FullManifest, AgreesWithTheReader) {
  Agreement agreement("manifest", reader_in(kFull), kBeyondForm);
  const std::string below = GetParam().chain.empty() ? "$:" : "$." + GetParam().chain.front();
  agreement.expect_same_around(piece_of_full(GetParam()), GetParam().name, below);
  EXPECT_GT(agreement.refused_by_both(), 20U);
}
INSTANTIATE_TEST_SUITE_P(Pieces, FullManifest, testing::ValuesIn(pieces()),
                         [](const auto& row) { return row.param.name; });

TEST(ManifestSchema, AcceptsTheFullManifest) {
  Agreement agreement("manifest", reader_in(kFull), kBeyondForm);
  agreement.expect_good(full_manifest(), "full");
}

const std::string kCommits =
    R"("qualified":"1111111111111111111111111111111111111111","commit":"2222222222222222222222222222222222222222"})";

TEST(ManifestSchema, AcceptsTheDemosAsBound) {
  Agreement agreement("manifest", reader_in(kDemo), kBeyondForm);
  agreement.expect_good(bound(kDemo + "/manifest.json", binding_of(R"({"view":"/view",)" + kCommits)),
                        "demo");
  agreement.expect_good(
      bound(kDemo + "/rehearsal.json", binding_of(R"({"folder0":"/a","folder1":"/b",)" + kCommits)),
      "rehearsal");
}

// What a pin may ask for, and what excludes what: every set of members is tried on every thing.
TEST(ManifestSchema, AgreesOnEverySetOfMembersOfAPin) {
  Agreement agreement("manifest", reader_in(kFull), kBeyondForm);
  const json::Object full = full_manifest();
  const std::string hex(64, 'a');
  const std::vector<std::pair<std::string, json::Value>> members = {
      {"value", "v"},
      {"hmac", hex},
      {"flag", true},
      {"sha256", "sha256:" + hex},
      {"root", "/"},
      {"distinct", true},
      {"by_rank", json::Object{{"0", "a"}, {"1", "b"}}}};
  const std::vector<std::pair<std::string, std::string>> things = {
      {"env", "MODE"}, {"argv", "--depth"}, {"files", "/a"}, {"facts", "a"}};
  for (const auto& [thing, name] : things) {
    for (unsigned set = 0; set < 1U << members.size(); ++set) {
      json::Object pin;
      for (std::size_t at = 0; at < members.size(); ++at) {
        if ((set >> at & 1) != 0) pin.insert(members[at]);
      }
      json::Object document = full;
      document.erase("arms");
      document.at("starts") = json::Array{json::Object{{"name", "s1"}}};
      document.erase("checkpoints");
      for (const json::Value& asked :
           {json::Value(pin), json::Value(json::Object{{"by_rank", json::Object{{"0", pin}, {"1", pin}}}})}) {
        document.at("identity") =
            json::Object{{"engine", json::Object{{thing, json::Object{{name, asked}}}}}};
        agreement.expect_same(document, thing + " " + json::canonical(asked));
      }
    }
  }
  EXPECT_GT(agreement.refused_by_both(), 100U);
}

// Every parameter is used, and none needs a value, so only the declarations are on trial.
TEST(ManifestSchema, AgreesAroundParameters) {
  json::Object document = std::get<json::Object>(load_json(kFull + "/manifest.json").data());
  document = {{"name", "p"},
              {"class", "native"},
              {"standing", "screen"},
              {"roles", document.at("roles")},
              {"moments", document.at("moments")},
              {"starts", json::Array{json::Object{{"name", "s1"}}}}};
  json::Object parameters;
  json::Array uses;
  for (const std::string type : {"commit", "count", "digest", "label", "path", "prefix", "text"}) {
    parameters.emplace(type,
                       json::Object{{"type", type}, {"list", false}, {"optional", true}, {"note", "n"}});
    uses.emplace_back("${" + type + "}");
  }
  parameters.emplace("labels", json::Object{{"type", "label"}, {"optional", true}, {"list", true}});
  uses.emplace_back("${labels}");
  document.emplace("note", uses);
  document.emplace("parameters", parameters);
  Agreement agreement("manifest", reader_in(kFull), kBeyondForm);
  agreement.expect_good(document, "parameters");
  agreement.expect_same_around(document, "parameters");
}

// Schemas describe a manifest as its author writes it.
TEST(ManifestSchema, AcceptsPlaceholdersWhereverATextListOrNumberStands) {
  EXPECT_EQ(Schema("manifest").refusal(load_json(kFull + "/placeholders.json")).value_or(""), "");
}

TEST(ManifestSchema, AcceptsEveryManifestOfOurs) {
  const Schema schema("manifest");
  int seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(EVIDENCE_SOURCE_DIR "/manifests")) {
    if (entry.path().extension() != ".json") continue;
    const json::Value document = load_json(entry.path().string());
    const auto* object = std::get_if<json::Object>(&document.data());
    if (object == nullptr || object->count("roles") == 0) continue;
    ++seen;
    EXPECT_EQ(schema.refusal(document).value_or(""), "") << entry.path();
  }
  EXPECT_GE(seen, 2);
}

TEST(ManifestSchema, AgreesOnEveryRejectedManifestAndNeedsEveryRuleBeyondForm) {
  Agreement agreement("manifest", reader_in(kRejects), kBeyondForm);
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kRejects)) {
    if (entry.path().extension() != ".json") continue;
    ++seen;
    agreement.expect_same(load_json(entry.path().string()), entry.path().filename().string());
  }
  EXPECT_GT(seen, 50);
  EXPECT_EQ(agreement.idle_rules(), std::vector<std::string>{});
}

}  // namespace
}  // namespace evidence::schemas
