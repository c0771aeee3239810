#include "command_line.h"

#include <algorithm>
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
    return option->type_name(equals == std::string::npos ? "" : names.substr(equals + 1));
  }

  CLI::App app;
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
    parser_->app.parse(argc, argv);
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
