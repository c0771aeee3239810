#pragma once

// The options of a tool. A thin door before the option parser, whose header is large: only command_line.cc
// includes it.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace evidence::tool {

// What the command line asks for.
enum class Asked { run, text };

class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& description, const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // Each option writes to its variable, which must live as long as this. `names` is
  // "-m,--plan=PLAN", where the part behind the `=` stands for the value in the help text.
  void text(const std::string& names, std::string& into, const std::string& help);
  void required_text(const std::string& names, std::string& into, const std::string& help);
  // May be given several times, with one value each.
  void list(const std::string& names, std::vector<std::string>& into, const std::string& help);
  void number(const std::string& names, std::int64_t& into, std::int64_t minimum, std::int64_t maximum,
              const std::string& help);
  void flag(const std::string& names, bool& into, const std::string& help);
  // What stands without an option.
  void arguments(const std::string& name, std::vector<std::string>& into, const std::string& help);
  void required_arguments(const std::string& name, std::vector<std::string>& into, const std::string& help);

  // Throws UsageError with one line. Asked::text: --help or --version was given, and answer() is what to
  // print.
  Asked parse(int argc, char** argv);
  const std::string& answer() const { return answer_; }

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  std::string answer_;
};

}  // namespace evidence::tool
