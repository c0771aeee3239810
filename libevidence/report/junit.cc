#include <algorithm>
#include <map>

#include "formats.h"
#include "markup.h"
#include "outline.h"
#include "visible.h"

namespace evidence::report {
namespace {

// Neither is a label, so no role is called so.
constexpr std::string_view kAnswerSuite = "(answer)";
constexpr std::string_view kNoRole = "(no role)";

std::string attribute(std::string_view name, std::string_view value) {
  return std::string(" ").append(name).append("=\"").append(markup_text(value)).append("\"");
}

std::string counted(std::string_view name, std::size_t count) {
  return attribute(name, std::to_string(count));
}

// One testsuite. Counts follow from what is put in.
class Suite {
 public:
  explicit Suite(std::string name) : name_(std::move(name)) {}

  void add_property(const Fact& fact) {
    properties_ +=
        "      <property" + attribute("name", fact.first) + attribute("value", fact.second) + "/>\n";
  }
  void add_output(const std::string& line) { output_ += markup_text(line) + "\n"; }
  void add_case(Result result, const std::string& rule, const std::string& name, const std::string& message,
                const std::string& body) {
    const std::string class_name = visible(name_) + (rule.empty() ? "" : "." + rule);
    cases_ += "    <testcase" + attribute("classname", class_name) + attribute("name", name) +
              attribute("time", "0");
    ++tests_;
    if (result == Result::pass) {
      cases_ += "/>\n";
      return;
    }
    const bool stop = result == Result::stop;
    ++(stop ? failures_ : errors_);
    const std::string tag = stop ? "failure" : "error";
    cases_ += ">\n      <" + tag + attribute("type", rule) + attribute("message", message) + ">" +
              markup_text(body);
    cases_ += "</" + tag + ">\n    </testcase>\n";
  }

  std::string render() const {
    std::string out = "  <testsuite" + attribute("name", visible(name_)) + counts() + counted("skipped", 0) +
                      attribute("time", "0") + ">\n";
    if (!properties_.empty()) out += "    <properties>\n" + properties_ + "    </properties>\n";
    out += cases_;
    if (!output_.empty()) out += "    <system-out>" + output_ + "</system-out>\n";
    return out + "  </testsuite>\n";
  }
  std::string counts() const {
    return counted("tests", tests_) + counted("failures", failures_) + counted("errors", errors_);
  }
  std::size_t tests() const { return tests_; }
  std::size_t failures() const { return failures_; }
  std::size_t errors() const { return errors_; }

 private:
  std::string name_;
  std::string properties_;
  std::string cases_;
  std::string output_;
  std::size_t tests_ = 0;
  std::size_t failures_ = 0;
  std::size_t errors_ = 0;
};

std::string lines_text(const std::vector<Line>& lines) {
  std::string out;
  for (const Line& line : lines)
    out.append(label_name(line.label)).append(": ").append(line.text).append("\n");
  return out;
}

// "expected on, seen off, …" on one line.
std::string message_of(const Item& item) {
  std::string message;
  for (const Line& line : item.common) {
    if (line.label == Label::plan) continue;
    message.append(message.empty() ? "" : "; ").append(label_name(line.label)).append(" ").append(line.text);
  }
  return message.empty() ? item.what : message;
}

void add_finding(Suite& suite, const Finding& finding) {
  const Item item = item_of(finding);
  if (finding.result == Result::note) {
    suite.add_output("NOTE " + item.heading() + (item.rule.empty() ? "" : " [" + item.rule + "]"));
    suite.add_output(lines_text(item.common));
    return;
  }
  suite.add_case(finding.result, item.rule, item.heading(), message_of(item),
                 item.heading() + "\n" + lines_text(item.common));
}

// The answer is a case of its own: a HOLD may rest on something that is no finding, and must not look green.
Suite answer_suite(const Outline& outline) {
  Suite suite{std::string(kAnswerSuite)};
  for (const Fact& fact : outline.head) suite.add_property(fact);
  const Result result = outline.answer == Answer::pass   ? Result::pass
                        : outline.answer == Answer::hold ? Result::hold
                                                         : Result::stop;
  suite.add_case(result, "answer", outline.subject.empty() ? "answer" : outline.subject,
                 outline.first_line(" "), outline.first_line(" "));
  for (const std::string& line : outline.operators_word) suite.add_output("on the operator's word: " + line);
  for (const std::string& line : outline.not_proved) suite.add_output("not proved: " + line);
  return suite;
}

std::vector<Suite> suites_of(const Report& report, const Outline& outline) {
  std::vector<Suite> suites{answer_suite(outline)};
  std::map<std::string_view, std::size_t> index;
  for (const Finding& finding : report.findings) {
    const std::string_view name = finding.role.empty() ? kNoRole : std::string_view(finding.role);
    const auto [found, fresh] = index.try_emplace(name, suites.size());
    if (fresh) suites.emplace_back(std::string(name));
    add_finding(suites[found->second], finding);
  }
  return suites;
}

}  // namespace

std::string render_junit(const Report& report) {
  const Outline outline = outline_of(report);
  const std::vector<Suite> suites = suites_of(report, outline);
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::string body;
  for (const Suite& suite : suites) {
    tests += suite.tests();
    failures += suite.failures();
    errors += suite.errors();
    body += suite.render();
  }
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites";
  out += attribute("name", outline.first_line(" ")) + counted("tests", tests) + counted("failures", failures);
  return out + counted("errors", errors) + attribute("time", "0") + ">\n" + body + "</testsuites>\n";
}

}  // namespace evidence::report
