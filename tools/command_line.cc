#include "command_line.h"

#include <algorithm>
#include <functional>
#include <span>
#include <sstream>

#include <CLI/CLI.hpp>

#include "evidence/base.h"

namespace evidence::tool {

struct CommandLine::Parser {
  Parser(const std::string& name, const std::string& description) : app(description, name) {}

  template <typename Value>
  CLI::Option* add(const std::string& names, Value& into, const std::string& help) {
    const std::size_t equals = names.find('=');
    CLI::Option* option = app.add_option(names.substr(0, equals), into, help);
    guarded.emplace_back([&into] { unguard(into); });
    return option->type_name(equals == std::string::npos ? "" : names.substr(equals + 1));
  }

  // The parser takes "[a,b]" apart, which may be a file's name; with a byte before it it does not.
  static constexpr char kGuard = '\x01';

  // All arguments behind the program's name, the last first, as the parser wants them.
  static std::vector<std::string> guard(std::span<char* const> arguments) {
    std::vector<std::string> guarded;
    bool only_values = false;
    for (const std::string_view argument : arguments) {
      const std::size_t value = only_values ? 0 : value_in(argument);
      // The parser takes the next argument for the value of "--name=".
      const bool empty = !only_values && value == argument.size() && argument.ends_with('=');
      const char first = value < argument.size() ? argument[value] : '\0';
      const bool needs_mark = first == '[' || first == kGuard || empty;
      const std::string_view mark = needs_mark ? std::string_view(&kGuard, 1) : "";
      guarded.push_back(std::string(argument.substr(0, value)).append(mark).append(argument.substr(value)));
      only_values = only_values || argument == "--";
    }
    std::reverse(guarded.begin(), guarded.end());
    return guarded;
  }
  // Where the value begins: behind "--name=", behind "-n", or at the beginning.
  static std::size_t value_in(std::string_view argument) {
    if (argument.starts_with("--")) return std::min(argument.find('='), argument.size() - 1) + 1;
    return argument.size() > 1 && argument.front() == '-' ? 2 : 0;
  }
  static void unguard(std::string& value) {
    if (!value.starts_with(kGuard)) return;
    value.erase(0, 1);
    if (value.empty())
      throw UsageError("an option has an empty value behind its = (a variable that is not set?)");
  }
  static void unguard(std::vector<std::string>& values) {
    for (std::string& value : values) unguard(value);
  }
  static void unguard(std::int64_t) {}

  CLI::App app;
  std::vector<std::function<void()>> guarded;
};

CommandLine::CommandLine(const std::string& name, const std::string& description, const std::string& version)
    : parser_(std::make_unique<Parser>(name, description)) {
  parser_->app.set_help_flag("-h,--help", "print this text");
  parser_->app.set_version_flag("--version", version, "print the version");
  parser_->app.get_formatter()->column_width(36);
}

CommandLine::~CommandLine() = default;

void CommandLine::text(const std::string& names, std::string& into, const std::string& help) {
  parser_->add(names, into, help);
}

void CommandLine::required_text(const std::string& names, std::string& into, const std::string& help) {
  parser_->add(names, into, help)->required();
}

void CommandLine::list(const std::string& names, std::vector<std::string>& into, const std::string& help) {
  parser_->add(names, into, help)->allow_extra_args(false);
}

void CommandLine::number(const std::string& names, std::int64_t& into, std::int64_t minimum,
                         std::int64_t maximum, const std::string& help) {
  parser_->add(names, into, help)->check(CLI::Range(minimum, maximum).description(""));
}

void CommandLine::flag(const std::string& names, bool& into, const std::string& help) {
  parser_->app.add_flag(names, into, help);
}

void CommandLine::arguments(const std::string& name, std::vector<std::string>& into,
                            const std::string& help) {
  parser_->add(name, into, help);
}

void CommandLine::required_arguments(const std::string& name, std::vector<std::string>& into,
                                     const std::string& help) {
  parser_->add(name, into, help)->required();
}

Asked CommandLine::parse(int argc, char** argv) {
  try {
    parser_->app.parse(Parser::guard(std::span(argv, static_cast<std::size_t>(argc)).subspan(1)));
    for (const auto& unguard : parser_->guarded) unguard();
    return Asked::run;
  } catch (const CLI::Success& asked) {
    std::ostringstream out;
    std::ostringstream nothing;
    parser_->app.exit(asked, out, nothing);
    answer_ = out.str();
    return Asked::text;
  } catch (const CLI::ParseError& error) {
    std::string reason = error.what();
    std::replace(reason.begin(), reason.end(), '\n', ' ');
    throw UsageError(printable(reason) + "; see " + parser_->app.get_name() + " --help");
  }
}

}  // namespace evidence::tool
