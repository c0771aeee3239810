// Looks for a PASS that was not earned: takes away and changes every single thing of a campaign that passes.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "evidence/digest.h"
#include "rich_campaign.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

class UnearnedTest : public testing::Test {
 protected:
  // The text of all streams but one.
  std::string without(std::size_t left_out) {
    std::string text;
    for (std::size_t at = 0; at < campaign_.streams().size(); ++at) {
      if (at != left_out) text += text_of(campaign_.streams()[at]);
    }
    return text;
  }
  // Streams that stand for all: of each role and arm, one at each moment.
  std::vector<std::size_t> examples() {
    std::vector<std::size_t> chosen;
    for (std::size_t at = 0; at < campaign_.streams().size(); ++at) {
      const StreamKey& key = campaign_.streams()[at].key;
      if (key.rank != "1" && key.start != "s3") chosen.push_back(at);
    }
    return chosen;
  }

  const Plan plan_ = rich_plan();
  Campaign campaign_ = rich_campaign(plan_);
};

TEST_F(UnearnedTest, AnyLineLess) {
  ASSERT_EQ(campaign_.judge().answer, Answer::pass);
  for (const std::size_t at : examples()) {
    const std::string others = without(at);
    const Lines lines = campaign_.streams()[at].lines();
    for (std::size_t dropped = 0; dropped < lines.size(); ++dropped) {
      Lines rest = lines;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(dropped));
      EXPECT_EQ(judge_text(plan_, others + joined(rest)).answer, Answer::hold) << lines[dropped];
    }
  }
}

TEST_F(UnearnedTest, AnyLineTwice) {
  for (const std::size_t at : examples()) {
    for (const std::string& line : campaign_.streams()[at].lines()) {
      EXPECT_NE(judge_text(plan_, campaign_.text() + line).answer, Answer::pass) << line;
    }
  }
}

// "env MODE", "file /lib/a" …
std::string name_of(const RecordBody& body) {
  std::string name(record_type(body));
  if (const auto* env = std::get_if<EnvRecord>(&body)) name += " " + env->name;
  if (const auto* file = std::get_if<FileRecord>(&body)) name += " " + file->path;
  if (const auto* row = std::get_if<ObservationRecord>(&body)) name += " " + row->name;
  return name;
}

// The observer did not say it at all: the stream is whole, and lacks one record. Rows are counted and not
// asked for.
TEST_F(UnearnedTest, AnyRecordLess) {
  std::set<std::string> passed;
  for (const std::size_t at : examples()) {
    const std::string others = without(at);
    for (std::size_t dropped = 0; dropped < campaign_.streams()[at].bodies.size(); ++dropped) {
      StreamMaker stream = campaign_.streams()[at];
      const std::string name = name_of(stream.bodies[dropped]);
      stream.bodies.erase(stream.bodies.begin() + static_cast<std::ptrdiff_t>(dropped));
      if (judge_text(plan_, others + text_of(stream)).answer == Answer::pass) passed.insert(name);
    }
    StreamMaker stream = campaign_.streams()[at];
    if (!stream.process) continue;
    stream.process.reset();
    EXPECT_NE(judge_text(plan_, others + text_of(stream)).answer, Answer::pass) << "process";
  }
  EXPECT_EQ(passed, (std::set<std::string>{"env EVIDENCE_RUN", "env SEED", "observation served"}));
}

TEST_F(UnearnedTest, AnyRecordMore) {
  const std::size_t at = examples().front();
  const std::string others = without(at);
  std::set<std::string> passed;
  for (const RecordBody& body : campaign_.streams()[at].bodies) {
    StreamMaker stream = campaign_.streams()[at];
    stream.add(body);
    if (judge_text(plan_, others + text_of(stream)).answer == Answer::pass) passed.insert(name_of(body));
  }
  EXPECT_EQ(passed, std::set<std::string>{});
}

TEST_F(UnearnedTest, AnyStreamLess) {
  for (std::size_t at = 0; at < campaign_.streams().size(); ++at) {
    EXPECT_EQ(judge_text(plan_, without(at)).answer, Answer::hold) << campaign_.streams()[at].key.render();
  }
}

TEST_F(UnearnedTest, AnyStreamOfAStranger) {
  const std::string text = campaign_.text();
  for (const std::size_t at : examples()) {
    for (std::string StreamKey::*member :
         {&StreamKey::run, &StreamKey::role, &StreamKey::rank, &StreamKey::start, &StreamKey::moment}) {
      StreamMaker stranger = campaign_.streams()[at];
      stranger.key.*member = member == &StreamKey::run ? std::string(64, '0') : "stranger";
      EXPECT_EQ(judge_text(plan_, text + text_of(stranger)).answer, Answer::stop) << stranger.key.render();
    }
  }
}

TEST_F(UnearnedTest, AnyTwoStreamsSwapped) {
  std::vector<StreamMaker>& streams = campaign_.streams();
  for (std::size_t a = 0; a < streams.size(); ++a) {
    for (std::size_t b = a + 1; b < streams.size(); ++b) {
      // Of the same process and arm they say the same; only their rows differ.
      if (streams[a].process && streams[b].process && streams[a].process->exec == streams[b].process->exec)
        continue;
      if (streams[a].key.role == "events" && streams[b].key.role == "events") continue;
      std::swap(streams[a].key, streams[b].key);
      EXPECT_NE(campaign_.judge().answer, Answer::pass)
          << streams[a].key.render() << " and " << streams[b].key.render();
      std::swap(streams[a].key, streams[b].key);
    }
  }
}

// ---- every value of every record ----

json::Value changed(const json::Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value.data())) return *number + 1;
  if (const auto* boolean = std::get_if<bool>(&value.data())) return !*boolean;
  const auto* text = std::get_if<std::string>(&value.data());
  if (text == nullptr) return nullptr;
  if (*text == "process" || *text == "reported" || *text == "file") return "declared";
  if (*text == "environ") return "env-file";
  if (Timestamp::parse(*text))
    return Timestamp::from_nanoseconds(Timestamp::parse(*text)->nanoseconds() + 1).render();
  const bool has_digits = !text->empty() && text->find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!has_digits) return *text + "x";
  std::string other = *text;
  other.back() = other.back() == '1' ? '2' : '1';
  return other;
}

// Calls `use` with every value that differs from `value` in one leaf or lacks one member, and with the leaf's
// path.
void each_change(const json::Value& value, const std::string& path,
                 const std::function<void(const json::Value&, const std::string&)>& use) {
  if (const auto* object = std::get_if<json::Object>(&value.data())) {
    for (const auto& [name, member] : *object) {
      const std::string member_path = path + "." + name;
      const auto put = [&, name = name](const json::Value& other, const std::string& where) {
        json::Object copy = *object;
        copy[name] = other;
        use(copy, where);
      };
      each_change(member, member_path, put);
      json::Object less = *object;
      less.erase(name);
      use(less, member_path + " left out");
    }
  } else if (const auto* array = std::get_if<json::Array>(&value.data())) {
    for (std::size_t at = 0; at < array->size(); ++at) {
      each_change((*array)[at], path + "[]", [&](const json::Value& other, const std::string& where) {
        json::Array copy = *array;
        copy[at] = other;
        use(copy, where);
      });
    }
  } else {
    use(changed(value), path);
  }
}

json::Value parsed(const std::string& line) {
  json::Document document;
  EXPECT_FALSE(document.scan(line, json::Form::any));
  return json::to_value(document.root());
}

// The lines of a stream with a close that sums them.
std::string resealed(const Lines& lines) {
  DigestSum sum;
  for (std::size_t at = 0; at + 1 < lines.size(); ++at) {
    sum.add(sha256(std::string_view(lines[at]).substr(0, lines[at].size() - 1)));
  }
  json::Object close = std::get<json::Object>(parsed(lines.back()).data());
  close["sum"] = sum.value().render();
  std::string text;
  for (std::size_t at = 0; at + 1 < lines.size(); ++at) text += lines[at];
  return text + json::canonical(close) + "\n";
}

// "file.sha256"; with its name where the plan lets the thing be, and with its role where that has no process.
std::string leaf_of(const json::Value& record, const std::string& path) {
  const auto& members = std::get<json::Object>(record.data());
  const auto text_of = [&](std::string_view member) {
    const auto found = members.find(member);
    return found == members.end() ? std::string() : std::get<std::string>(found->second.data());
  };
  const bool is_free = text_of("name") == "SEED" && path != ".index";
  return (text_of("role") == "events" ? "events " : "") + text_of("type") + (is_free ? " SEED" : "") + path;
}

// What no rule looks at, because the plan allows it or because it says nothing about identity.
const std::set<std::string> kFree = {
    // when, where and with what somebody looked
    "open.tool", "open.host", "open.time", "open.boottime_ns", "close.time", "events open.tool",
    "events open.host", "events open.time", "events open.boottime_ns", "events open.boot_id",
    "events close.time",
    // what follows from the digest, or is what a machine calls something
    "process.exe_path", "process.exe_size", "process.exe_deleted", "process.namespaces.mnt",
    "process.namespaces.mnt left out", "file.size", "file.modified_ns", "file.changed_ns", "events file.size",
    "events file.modified_ns", "events file.changed_ns", "mount.source", "env.index", "argv.index",
    // what the plan allows
    "env SEED.hmac", "env SEED.hmac left out", "env SEED.source", "observation.fields.depth",
    "observation.line"};

TEST_F(UnearnedTest, AnyValueChanged) {
  std::set<std::string> passed;
  std::size_t changes = 0;
  for (const std::size_t at : examples()) {
    // The other moments say the same, but that rows come at the end.
    const StreamKey& key = campaign_.streams()[at].key;
    if ((key.moment == "end") != (key.start == "s1" && key.role == "engine")) continue;
    const std::string others = without(at);
    const Lines lines = campaign_.streams()[at].lines();
    for (std::size_t changed_line = 0; changed_line < lines.size(); ++changed_line) {
      const json::Value record = parsed(lines[changed_line]);
      each_change(record, "", [&](const json::Value& other, const std::string& path) {
        Lines copy = lines;
        copy[changed_line] = json::canonical(other) + "\n";
        const bool is_close = changed_line + 1 == lines.size();
        const std::string text = others + (is_close ? joined(copy) : resealed(copy));
        ++changes;
        if (judge_text(plan_, text).answer == Answer::pass) passed.insert(leaf_of(record, path));
      });
    }
  }
  EXPECT_GT(changes, 1000U);
  EXPECT_EQ(passed, kFree);
}

}  // namespace
}  // namespace evidence
