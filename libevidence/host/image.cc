#include "image.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "container_id.h"
#include "environment.h"
#include "inspect.h"
#include "publisher.h"
#include "regular_file.h"

namespace evidence::host {
namespace {

constexpr std::string_view kAbout = "image";
constexpr std::size_t kMaxFile = std::size_t{16} << 20;
constexpr std::size_t kMaxMistakes = 8;

// Reports the answers about one observed process, or none.
class Answers {
 public:
  Answers(const std::optional<Process>& process, const Request& request, Reporter& reporter)
      : reporter_(reporter),
        publish_("env", request.watch.public_env, request.key),
        observed_(process.has_value()) {
    if (process) {
      try {
        container_ = container_of(process->directory());
      } catch (const Error&) {  // its record has said so, and the id is not known
      }
    }
  }

  void report(const std::string& path, const Inspected& answer) {
    const std::string& container = answer.image.container;
    if (observed_ && !container.empty() && !container_.empty() && container != container_) {
      reporter_.error(kAbout, path,
                      "is about container " + container + ", the process is in container " + container_);
      return;
    }
    if (observed_ && !container.empty() && container_.empty()) {
      reporter_.error(kAbout, path,
                      "is about container " + container +
                          " and cannot be tied to the process, whose own container cannot be told");
    }
    reporter_.record(answer.image);
    report_environment(answer.environment);
  }

 private:
  void report_environment(const std::vector<std::string>& entries) {
    std::uint32_t index = 0;
    for (const std::string& entry : entries) {
      const std::size_t equals = std::min(entry.find('='), entry.size());
      const bool bare = equals == entry.size();
      const EnvironmentEntry parts{
          .name = std::string_view(entry).substr(0, equals),
          .value = bare ? std::string_view() : std::string_view(entry).substr(equals + 1),
          .bare = bare};
      reporter_.record(env_record(parts, index++, "inspect", publish_));
    }
  }

  Reporter& reporter_;
  Publisher publish_;
  bool observed_;
  std::string container_;
};

void report_mistakes(const std::string& path, const std::vector<json::Mistake>& mistakes,
                     Reporter& reporter) {
  for (std::size_t at = 0; at < std::min(mistakes.size(), kMaxMistakes); ++at) {
    reporter.error(kAbout, path, mistakes[at].path + ": " + mistakes[at].reason);
  }
  if (mistakes.size() > kMaxMistakes) {
    reporter.error(kAbout, path, std::to_string(mistakes.size() - kMaxMistakes) + " more mistakes");
  }
}

}  // namespace

void observe_images(const std::optional<Process>& process, const Request& request, Reporter& reporter) {
  if (request.image_files.empty()) {
    return;
  }
  Answers answers(process, request, reporter);
  for (const std::string& path : request.image_files) {
    try {
      const std::string bytes = read_to_end(open_regular(path), "", kMaxFile);
      const auto outcome = read_inspect(bytes);
      if (const auto* mistakes = std::get_if<std::vector<json::Mistake>>(&outcome)) {
        report_mistakes(path, *mistakes, reporter);
        continue;
      }
      for (const Inspected& answer : std::get<std::vector<Inspected>>(outcome)) {
        answers.report(path, answer);
      }
    } catch (const SystemError& error) {
      reporter.error(kAbout, path, cause("unreadable", error.code()));
    } catch (const FormatError& error) {
      reporter.error(kAbout, path, error.what());
    }
  }
}

}  // namespace evidence::host
