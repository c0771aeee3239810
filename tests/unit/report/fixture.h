#pragma once

// Reports as judges make them, and what an attacker would like to see printed.

#include <string>
#include <string_view>
#include <vector>

#include "evidence/report.h"

namespace evidence::report {

inline constexpr Format kFormats[] = {Format::text, Format::json, Format::markdown, Format::html,
                                      Format::junit};

inline std::string digest_of(char digit) {
  return "sha256:" + std::string(64, digit);
}

inline Finding wrong_file() {
  return {Result::stop,          "pin",          "engine",       {{"s1", "ready", {"1"}}}, "files",
          "/srv/demo/model.bin", digest_of('a'), digest_of('b'), "identity.engine.files",  ""};
}

// One rank has another file.
inline Report stop_report() {
  Report report;
  report.tool = "verify-runtime";
  report.subject = "s1 ready";
  report.answer = Answer::stop;
  report.head = {{"plan", "demo " + digest_of('c')}, {"run", std::string(64, 'd')}, {"class", "native"}};
  report.findings = {
      wrong_file(),
      {Result::pass, "pins", "engine", {{"s1", "ready", {"0", "1"}}}, "", "", "", "", "", "12 pins met"}};
  report.not_proved = {"ranks are not authenticated"};
  return report;
}

inline ProcessIdentity process(std::string rank, std::string start) {
  return {"engine",
          std::move(rank),
          std::move(start),
          "6f1c9a52-0b1d-4c57-9b43-0a4a1f2f7d10",
          4711,
          123456,
          std::string(64, 'e'),
          std::string(64, 'f'),
          std::string(64, '9')};
}

// Many ranks, several values of one thing, every kind of section.
inline Reading unsafe_reading() {
  Reading reading{"match", Answer::stop, "UNSAFE"};
  reading.meaning = "the answers differ";
  reading.next = "do not serve <b>this</b>";
  reading.quantities = {{"off", 2.5}, {"same", 0}, {"slowest", "s2"}, {"widest", nullptr}};
  reading.needs = {{"identity", CheckState::pass}, {"complete", CheckState::pass}};
  reading.tables = {{"served", 24}, {"timed", 1}};
  return reading;
}

inline Reading silent_reading() {
  Reading reading{"cost"};
  reading.why_none = "CHEAP needs complete, which is NOT RUN";
  reading.needs = {{"identity", CheckState::fail}, {"complete", CheckState::not_run}};
  return reading;
}

inline Report large_report() {
  Report report = stop_report();
  report.tool = "check-packet";
  report.subject = "out/demo-complete.tar";
  report.verdict = "UNSAFE";
  report.readings = {unsafe_reading(), silent_reading()};
  std::vector<std::string> many;
  for (int rank = 0; rank < 514; ++rank) {
    if (rank != 512) many.push_back(std::to_string(rank));
  }
  const std::vector<Where> both{{"s1", "ready", many}, {"s2", "ready", many}};
  report.findings = {
      {Result::stop, "differs", "engine", both, "env", "MODE", "", "on", "", "must be equal on all ranks"},
      {Result::stop,
       "differs",
       "engine",
       {{"s1", "ready", {"512"}}},
       "env",
       "MODE",
       "",
       "off",
       "",
       "must be equal on all ranks"},
      {Result::stop,
       "differs",
       "engine",
       {{"s2", "ready", {"512"}}},
       "env",
       "MODE",
       "",
       "absent",
       "",
       "must be equal on all ranks"},
      wrong_file(),
      {Result::hold,
       "stream-missing",
       "proxy",
       {{"s2", "ready", {"0"}}, {"s2", "end", {"0"}}},
       "",
       "",
       "",
       "",
       "",
       "nothing was recorded for this rank"},
      {Result::hold,
       "artifact-missing",
       "",
       {},
       "artifacts",
       "client/requests.ndjson",
       "",
       "",
       "artifacts[0]",
       "the plan requires this evidence file"},
      {Result::pass, "pin", "engine", both, "env", "PORT", "8000", "8000", "", ""},
      {Result::pass, "pin", "engine", both, "env", "ROLE", "engine", "engine", "", ""},
      {Result::pass, "pin", "engine", both, "files", "/srv/demo/engine", digest_of('1'), digest_of('1'), "",
       ""},
      {Result::note,
       "operators-word",
       "engine",
       {{"s1", "ready", {"0"}}},
       "facts",
       "power_limit",
       "",
       "300 W",
       "",
       ""},
      {Result::note,
       "run-variable",
       "engine",
       {{"s1", "ready", {"0"}}},
       "",
       "",
       "",
       "",
       "",
       "EVIDENCE_RUN is not in the environment: nothing shows that the plan is older than this start"}};
  report.processes = {process("0", "s1"), process("1", "s1")};
  for (int rank = 0; rank < 20; ++rank) report.processes.push_back(process(std::to_string(rank), "s2"));
  report.operators_word = {"parameter commit = 0123456789abcdef0123456789abcdef01234567",
                           "rank 0 (engine, s1 ready): fact power_limit = 300 W"};
  report.not_proved = {"ranks are not authenticated",
                       "nothing shows how often this plan was run, or which runs were not shown"};
  return report;
}

inline Report pass_report() {
  Report report = stop_report();
  report.answer = Answer::pass;
  report.verdict = "CONFIRMED";
  report.findings.erase(report.findings.begin());
  report.processes = {process("0", "s1")};
  return report;
}

// Looked for and not found: no finding at all stands behind the answer.
inline Report bare_hold_report() {
  Report report;
  report.tool = "check-packet";
  report.subject = "x.tar";
  report.answer = Answer::hold;
  return report;
}

// Every text of a report is `text`.
inline Report report_of(const std::string& text) {
  Report report;
  report.tool = report.subject = report.verdict = text;
  report.answer = Answer::stop;
  report.head = {{text, text}, {text, text}};
  const std::vector<Where> where{{text, text, {text, text + "2", text + "3", text + "4"}}};
  for (const Result result : {Result::stop, Result::hold, Result::pass, Result::note}) {
    report.findings.push_back({result, text, text, where, text, text, text, text, text, text});
    report.findings.push_back({result, text, text, where, text, text, text, text + "!", text, text + "!"});
    report.findings.push_back({result, text, "", {}, "", "", "", "", "", text});
  }
  report.processes = {{text, text, text, text, 1, 2, text, text, text}};
  report.operators_word = report.not_proved = {text};
  return report;
}

struct Hostile {
  std::string_view name;
  std::string text;
};

inline std::vector<Hostile> hostile_texts() {
  return {{"escape", "\x1b[2J\x1b]0;owned\x07"},
          {"c1",
           "\xc2\x9b"
           "31mred"},
          {"lines", "one\ntwo\r\nthree\ttab\vfeed\f"},
          {"nul", std::string("a\0b", 3)},
          {"delete", "a\x7f"},
          {"bidi",
           "model\xe2\x80\xae"
           "nib.exe\xe2\x81\xa6"},
          {"zero_width",
           "mo\xe2\x80\x8b"
           "del\xe2\x80\x8f\xef\xbb\xbf"},
          {"separators",
           "a\xe2\x80\xa8"
           "b\xe2\x80\xa9"
           "c"},
          {"noncharacter",
           "a\xef\xbf\xbe\xef\xbf\xbf"
           "b"},
          {"not_utf8", "\xff\xfe\xc0\xaf\xed\xa0\x80"},
          {"cut_utf8", "caf\xc3"},
          {"html", "</code><script>alert(1)</script><img src=x onerror='alert(\"2\")'>"},
          {"attribute", "\" onmouseover=\"alert(1)\" '"},
          {"entity", "&lt;b&gt; &#27; &amp;"},
          {"cdata", "]]><x/><![CDATA["},
          {"comment", "--> <!-- "},
          {"table", "a | b \\| c \\\\| d"},
          {"backticks", "` `` ``` a"},
          {"link",
           "[x](http://evil.example/ \"t\") ![y](z) <http://a.example> www.a.example https://b.example @team "
           "#12"},
          {"emphasis", "*a* __b__ ~~c~~ $d$ {{e}} [^1]"},
          {"block", "- - 1. # > ```"},
          {"number", "1. one"},
          {"indented", "        code"},
          {"percent", "%s%n%99999999d"},
          {"spaces", " "},
          {"style", "</style><style>*{display:none}"}};
}

}  // namespace evidence::report
