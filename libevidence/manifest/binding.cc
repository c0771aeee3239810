#include "evidence/manifest.h"

#include <charconv>
#include <set>

#include "parameters.h"
#include "reader.h"

namespace evidence {

using json::Kind;
using json::Mistakes;
using json::ObjectReader;
using json::Place;

namespace {

constexpr std::size_t kMaxListed = 65536;

bool is_hex(std::string_view text, std::size_t length) {
  return text.size() == length && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_plain_text(std::string_view text) {
  return !text.empty() && text.size() <= 4096 && printable(text) == text;
}

bool is_absolute(std::string_view text) {
  return is_plain_text(text) && text.front() == '/';
}

bool fits(ParameterType type, std::string_view text) {
  switch (type) {
    case ParameterType::commit:
      return is_hex(text, 40) || is_hex(text, 64);
    case ParameterType::digest:
      return text.substr(0, 7) == "sha256:" && is_hex(text.substr(7), 64);
    case ParameterType::label:
      return is_label(text);
    case ParameterType::path:
      return is_absolute(text);
    case ParameterType::prefix:
      return is_absolute(text) && text.back() == '/';
    case ParameterType::text:
      return is_plain_text(text);
    case ParameterType::count:
      return false;
  }
  return false;
}

bool fits(const Parameter& parameter, const json::Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value.data())) {
    return parameter.type == ParameterType::count && !parameter.list && *integer >= 0 &&
           *integer <= json::kMaxInteger;
  }
  if (const auto* text = std::get_if<std::string>(&value.data())) {
    return !parameter.list && fits(parameter.type, *text);
  }
  const auto* list = std::get_if<json::Array>(&value.data());
  if (list == nullptr || !parameter.list || list->empty() || list->size() > kMaxListed) return false;
  const Parameter element{parameter.type, false, false};
  return std::all_of(list->begin(), list->end(),
                     [&](const json::Value& item) { return fits(element, item); });
}

// The name in "${name}", if the whole text is that.
std::optional<std::string_view> placeholder(std::string_view text) {
  if (text.size() < 4 || text.substr(0, 2) != "${" || text.back() != '}') return std::nullopt;
  return text.substr(2, text.size() - 3);
}

// Replaces placeholders while copying a tree; remembers which parameters were met.
class Replacer {
 public:
  Replacer(const std::map<std::string, Parameter, std::less<>>& parameters, const json::Object& values)
      : parameters_(parameters), values_(values) {}

  // Absent: the value was an optional parameter without a value, so its member goes away. Recursion is
  // bounded by json::kMaxDepth.
  std::optional<json::Value> replace(const Place& place) {
    const json::Node node = place.node();
    if (node.is(Kind::string)) return replace_text(place);
    if (node.is(Kind::array)) return replace_array(place);
    if (node.is(Kind::object)) return replace_object(place);
    return json::to_value(node);
  }
  const std::set<std::string, std::less<>>& used() const { return used_; }

 private:
  std::optional<json::Value> replace_text(const Place& place) {
    const auto name = placeholder(place.node().string());
    if (!name) {
      note_sql_uses(place);
      return json::to_value(place.node());
    }
    used_.insert(std::string(*name));
    const auto declared = parameters_.find(*name);
    if (declared == parameters_.end()) {
      place.mistake("names the parameter " + printable(*name) + ", which is not declared");
      return json::Value("");
    }
    const auto value = values_.find(*name);
    if (value != values_.end()) return value->second;
    if (!declared->second.optional)
      place.mistake("the parameter " + printable(*name) + " has no value; register the plan with --set " +
                    printable(*name) + "=VALUE");
    return std::nullopt;
  }

  // In SQL a parameter stands as :name, and its value is bound when the query runs.
  void note_sql_uses(const Place& place) {
    const std::string_view text = place.node().string();
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
         colon = text.find(':', colon + 1)) {
      const std::size_t end =
          std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_", colon + 1), text.size());
      const std::string_view name = text.substr(colon + 1, end - colon - 1);
      if (parameters_.count(name) > 0 && used_.count(name) == 0 && is_query(place.path()))
        used_.insert(std::string(name));
    }
  }

  static bool is_query(const std::string& path) {
    return path.starts_with("$.checks.") || path.starts_with("$.gate.") || path.starts_with("$.views.") ||
           path.starts_with("$.readings[");
  }

  json::Value replace_array(const Place& place) {
    json::Array out;
    std::size_t index = 0;
    for (const json::Node child : place.node()) {
      if (auto value = replace(Place(child, place, index++))) out.push_back(std::move(*value));
    }
    return out;
  }

  json::Value replace_object(const Place& place) {
    json::Object out;
    for (const json::Node child : place.node()) {
      if (auto value = replace(Place(child, place, 0))) out.emplace(child.key(), std::move(*value));
    }
    return out;
  }

  const std::map<std::string, Parameter, std::less<>>& parameters_;
  const json::Object& values_;
  std::set<std::string, std::less<>> used_;
};

json::Document scan_or_throw(std::string_view bytes, std::string_view file) {
  json::Document document;
  if (const auto error = document.scan(bytes, json::Form::any)) {
    throw FormatError(file,
                      "line " + std::to_string(error->line) + ", offset " + std::to_string(error->offset),
                      error->reason);
  }
  return document;
}

// Precondition: the manifest declares the parameter.
void add_at_parameter(const Place& root, std::string_view name, std::string reason) {
  const Place parameters(*root.node().member("parameters"), root, 0);
  Place(*parameters.node().member(name), parameters, 0).mistake(std::move(reason));
}

void throw_mistakes(std::string_view file, const Mistakes& mistakes) {
  if (!mistakes.empty()) throw ManifestError(file, mistakes.list());
}

}  // namespace

ManifestError::ManifestError(std::string_view file, std::vector<json::Mistake> mistakes)
    : FormatError(
          file, mistakes.empty() ? "$" : mistakes.front().path,
          (mistakes.empty() ? std::string("is not usable") : mistakes.front().reason) +
              (mistakes.size() > 1 ? " (and " + std::to_string(mistakes.size() - 1) + " more mistakes)"
                                   : "")),
      file_(file),
      mistakes_(std::move(mistakes)) {}

std::vector<std::string> ManifestError::lines() const {
  std::vector<std::string> lines;
  for (const json::Mistake& mistake : mistakes_)
    lines.push_back(printable(file_) + ": " + mistake.path + ": " + mistake.reason);
  return lines;
}

std::map<std::string, Parameter, std::less<>> read_parameters(const Place& place) {
  std::map<std::string, Parameter, std::less<>> parameters;
  json::each_member(place, [&](std::string_view name, const Place& declared) {
    if (!is_label(name)) declared.mistake("a parameter's name must be a label");
    ObjectReader reader(declared);
    Parameter parameter;
    if (const auto type = reader.required("type")) {
      if (const auto index = type->one_of(kParameterTypes))
        parameter.type = static_cast<ParameterType>(*index);
    }
    if (const auto list = reader.maybe("list")) parameter.list = list->boolean().value_or(false);
    if (const auto optional = reader.maybe("optional"))
      parameter.optional = optional->boolean().value_or(false);
    read_note(reader);
    if (parameter.list && parameter.type == ParameterType::count)
      declared.mistake("a list of counts is not a parameter type");
    reader.finish();
    parameters.emplace(name, parameter);
  });
  return parameters;
}

std::string bind(std::string_view manifest, const Binding& binding, std::string_view file) {
  const json::Document document = scan_or_throw(manifest, file);
  Mistakes mistakes;
  const Place root(document.root(), mistakes);
  if (!root.expect(Kind::object)) throw_mistakes(file, mistakes);
  std::map<std::string, Parameter, std::less<>> parameters;
  if (const auto declared = document.root().member("parameters"))
    parameters = read_parameters(Place(*declared, root, 0));
  for (const auto& [name, value] : binding.values()) {
    const auto parameter = parameters.find(name);
    if (parameter == parameters.end()) {
      mistakes.add("$.parameters",
                   "the binding has a value for " + printable(name) + ", which is not declared");
    } else if (!fits(parameter->second, value)) {
      add_at_parameter(root, name,
                       "the binding's value does not fit the declared type " +
                           std::string(kParameterTypes[static_cast<std::size_t>(parameter->second.type)]) +
                           (parameter->second.list ? " (list)" : ""));
    }
  }
  Replacer replacer(parameters, binding.values());
  auto bound = replacer.replace(root);
  for (const auto& [name, parameter] : parameters) {
    if (replacer.used().count(name) == 0)
      add_at_parameter(root, name,
                       std::string("is declared but stands nowhere as ${")
                           .append(name)
                           .append("}, and as :")
                           .append(name)
                           .append(" in no query"));
  }
  throw_mistakes(file, mistakes);
  return json::canonical(*bound);
}

json::Value parameter_from_text(std::string_view manifest, std::string_view name, std::string_view text,
                                std::string_view file) {
  const json::Document document = scan_or_throw(manifest, file);
  Mistakes mistakes;
  const Place root(document.root(), mistakes);
  std::map<std::string, Parameter, std::less<>> parameters;
  if (root.expect(Kind::object)) {
    if (const auto declared = document.root().member("parameters"))
      parameters = read_parameters(Place(*declared, root, 0));
  }
  throw_mistakes(file, mistakes);
  const auto found = parameters.find(name);
  if (found == parameters.end())
    throw UsageError(std::string(file) + ": has no parameter " + printable(name));
  if (found->second.type == ParameterType::count) {
    std::int64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size())
      throw UsageError(printable(name) + ": must be a count, is " + printable(text));
    return count;
  }
  if (!found->second.list) return json::Value(text);
  json::Array list;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    list.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return list;
}

Binding Binding::parse(std::string_view bytes, std::string_view file) {
  const json::Document document = scan_or_throw(bytes, file);
  Mistakes mistakes;
  Binding binding;
  json::each_member(Place(document.root(), mistakes), [&](std::string_view name, const Place& place) {
    const json::Node node = place.node();
    if (!node.is(Kind::string) && !node.is(Kind::integer) && !node.is(Kind::array)) {
      place.mistake("must be a string, an integer or a list of strings");
      return;
    }
    if (node.is(Kind::array)) json::each_element(place, [](const Place& element) { element.string(); });
    binding.values_.emplace(name, json::to_value(node));
  });
  throw_mistakes(file, mistakes);
  return binding;
}

void Binding::set(std::string_view name, json::Value value) {
  if (!values_.emplace(name, std::move(value)).second)
    throw UsageError(printable(name) + ": has two values in the binding");
}

std::string Binding::render() const {
  return json::canonical(values_) + "\n";
}

}  // namespace evidence
