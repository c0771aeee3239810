#include <algorithm>
#include <array>

#include "evidence/base.h"
#include "evidence/json.h"
#include "name.h"

namespace evidence::json {
namespace {

bool is_sha256(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace

std::string Place::path() const {
  std::vector<const Place*> steps;
  for (const Place* place = this; place->parent_ != nullptr; place = place->parent_) steps.push_back(place);
  std::string path = "$";
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const Place& place = **step;
    if (place.parent_->node_.is(Kind::array)) {
      path += '[' + std::to_string(place.index_) + ']';
    } else if (const std::string_view name = place.node_.key(); is_plain_name(name)) {
      path += '.';
      path += name;
    } else {
      path += '[' + quoted_name(name) + ']';
    }
  }
  return path;
}

void Place::mistake(std::string reason) const {
  mistakes_->add(path(), std::move(reason));
}

bool Place::expect(Kind kind) const {
  if (node_.is(kind)) return true;
  mistake("must be " + std::string(kind_name(kind)) + ", is " + std::string(kind_name(node_.kind())));
  return false;
}

std::optional<std::string> Place::string() const {
  if (!expect(Kind::string)) return std::nullopt;
  return std::string(node_.string());
}

std::optional<std::int64_t> Place::integer(std::int64_t minimum, std::int64_t maximum) const {
  if (!expect(Kind::integer)) return std::nullopt;
  const std::int64_t value = node_.integer();
  if (value >= minimum && value <= maximum) return value;
  mistake("must be from " + std::to_string(minimum) + " to " + std::to_string(maximum) + ", is " +
          std::to_string(value));
  return std::nullopt;
}

std::optional<double> Place::number() const {
  if (!node_.is(Kind::integer) && !expect(Kind::number)) return std::nullopt;
  return node_.number();
}

std::optional<bool> Place::boolean() const {
  if (!expect(Kind::boolean)) return std::nullopt;
  return node_.boolean();
}

std::optional<std::string> Place::string_where(bool (*valid)(std::string_view), std::string_view what) const {
  if (!expect(Kind::string)) return std::nullopt;
  if (valid(node_.string())) return std::string(node_.string());
  mistake("must be " + std::string(what));
  return std::nullopt;
}

std::optional<std::string> Place::label() const {
  return string_where(is_label, "a label (1 to 64 of A-Z a-z 0-9 . _ + @ -)");
}

std::optional<std::string> Place::sha256() const {
  return string_where(is_sha256, "a SHA-256 (64 lower-case hexadecimal digits)");
}

std::optional<std::size_t> Place::one_of(std::span<const std::string_view> names) const {
  if (!expect(Kind::string)) return std::nullopt;
  const auto found = std::find(names.begin(), names.end(), node_.string());
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  std::string reason = "must be one of";
  for (const std::string_view name : names) {
    reason += name == names.front() ? " " : ", ";
    reason += quoted_name(name);
  }
  mistake(std::move(reason));
  return std::nullopt;
}

}  // namespace evidence::json
