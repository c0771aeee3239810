#include <algorithm>

#include "evidence/host.h"

namespace evidence::host {
namespace {

using Publish = std::function<MaybeSecret(std::string_view, std::string_view)>;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_alphanumeric(char c) {
  return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

std::string_view after_digits(std::string_view text) {
  return text.substr(static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin()));
}

// -5, -0.5, -.5, -5., -1e-9
bool is_negative_number(std::string_view text) {
  if (text.size() < 2 || text[0] != '-') {
    return false;
  }
  text.remove_prefix(1);
  const std::string_view whole = text;
  text = after_digits(text);
  std::size_t digits = whole.size() - text.size();
  if (text.starts_with('.')) {
    const std::string_view fraction = text.substr(1);
    text = after_digits(fraction);
    digits += fraction.size() - text.size();
  }
  if (digits > 0 && (text.starts_with('e') || text.starts_with('E'))) {
    text.remove_prefix(text.size() > 1 && (text[1] == '-' || text[1] == '+') ? 2 : 1);
    return !text.empty() && after_digits(text).empty();
  }
  return digits > 0 && text.empty();
}

bool begins_with_dash(std::string_view element) {
  return element.starts_with('-');
}

// ^--[A-Za-z0-9][A-Za-z0-9._-]*$: no secret is glued to such a spelling, as one may be to a short option.
bool is_long_spelling(std::string_view spelling) {
  return spelling.size() > 2 && spelling.starts_with("--") && is_alphanumeric(spelling[2]) &&
         std::ranges::all_of(spelling.substr(2),
                             [](char c) { return is_alphanumeric(c) || c == '.' || c == '_' || c == '-'; });
}

class Splitter {
 public:
  Splitter(const std::vector<std::string>& arguments, const Publish& publish)
      : arguments_(arguments), publish_(publish) {}

  std::vector<ArgvRecord> split() {
    while (at_ < arguments_.size()) {
      take();
    }
    return std::move(records_);
  }

 private:
  void take() {
    const std::string& element = arguments_[at_];
    if (at_ == 0) {
      add("", publish_("#0", element), 1);
    } else if (only_positionals_ || !begins_with_dash(element) || element == "-") {
      add("", publish_(next_positional(), element), 1);
    } else if (element == "--") {
      only_positionals_ = true;
      add_flag(element);
    } else {
      take_option(element);
    }
  }

  void take_option(std::string_view element) {
    const std::size_t equals = element.find('=');
    const std::string_view spelling = element.substr(0, equals);
    if (!is_clear(spelling)) {
      take_unlisted(element);
    } else if (equals != std::string_view::npos) {
      add(spelling, publish_(spelling, element.substr(equals + 1)), 1);
    } else if (has_value()) {
      add(spelling, publish_(spelling, arguments_[at_ + 1]), 2);
    } else {
      add_flag(spelling);
    }
  }

  // "-pSECRET" or "-DNAME=SECRET": no part of it is known to be public, and the public number of a positional
  // was not meant for it either.
  void take_unlisted(std::string_view element) {
    MaybeSecret value = publish_(next_positional(), element);
    if (std::holds_alternative<std::string>(value) && !is_negative_number(element)) {
      value = Secret{};
    }
    add("", std::move(value), 1);
  }

  bool is_clear(std::string_view spelling) const {
    return is_long_spelling(spelling) || std::holds_alternative<std::string>(publish_(spelling, ""));
  }

  bool has_value() const {
    return at_ + 1 < arguments_.size() &&
           (!begins_with_dash(arguments_[at_ + 1]) || is_negative_number(arguments_[at_ + 1]));
  }

  std::string next_positional() { return "#" + std::to_string(++positionals_); }

  void add(std::string_view option, MaybeSecret value, std::size_t elements) {
    records_.push_back(ArgvRecord{.index = static_cast<std::uint32_t>(at_),
                                  .option = std::string(option),
                                  .has_value = true,
                                  .value = std::move(value)});
    at_ += elements;
  }

  void add_flag(std::string_view option) {
    add(option, std::string(), 1);
    records_.back().has_value = false;
  }

  const std::vector<std::string>& arguments_;
  const Publish& publish_;
  std::vector<ArgvRecord> records_;
  std::size_t at_ = 0;
  std::size_t positionals_ = 0;
  bool only_positionals_ = false;
};

}  // namespace

std::vector<ArgvRecord> split_arguments(
    const std::vector<std::string>& arguments,
    const std::function<MaybeSecret(std::string_view option, std::string_view value)>& publish) {
  return Splitter(arguments, publish).split();
}

}  // namespace evidence::host
