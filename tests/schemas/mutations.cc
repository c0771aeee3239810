#include "mutations.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

namespace evidence::schemas {

namespace {

using json::Array;
using json::Object;
using json::Value;

// Called with what stands in the value's place; nothing when it is dropped.
using Emit = std::function<void(const std::string& what, std::optional<Value> instead)>;

std::vector<Value> values_of_every_type() {
  return {nullptr, true, false, 1.5, Array{}, Array{nullptr}, Array{"a", "a"}, Object{}, Object{{"a b", 1}}};
}

// Each is at or over the edge of some form that texts and numbers have here.
std::vector<Value> texts_and_numbers() {
  return {"",
          " ",
          "a b",
          "..",
          std::string(64, 'a'),
          std::string(65, 'a'),
          "0",
          "-1",
          "01",
          "/",
          "/x",
          "../x",
          "a//b",
          "-x",
          "--x=y",
          "x=y",
          "#1",
          "#",
          "é",
          "none",
          "base",
          "type",
          "0648",
          "AA==",
          "AB==",
          "A===",
          "1/1",
          "01/2",
          "A_b",
          "manifest.json",
          0,
          1,
          -1,
          65535,
          65536,
          65537,
          10000001,
          std::int64_t{2147483648},
          std::int64_t{4294967296},
          json::kMaxInteger};
}

std::vector<Value> near_misses(const std::string& text) {
  std::vector<Value> near;
  std::string other = text;
  std::ranges::transform(other, other.begin(), [](unsigned char c) {
    return static_cast<char>(std::islower(c) ? std::toupper(c) : std::tolower(c));
  });
  near.emplace_back(other);
  near.emplace_back(text + "0");
  near.emplace_back(text + " ");
  near.emplace_back("x" + text);
  if (!text.empty() && static_cast<unsigned char>(text.back()) < 0x80)
    near.emplace_back(text.substr(0, text.size() - 1));
  return near;
}

void mutate(const Value& value, const std::string& path, const Emit& emit);

void mutate_members(const Object& object, const std::string& path, const Emit& emit) {
  for (const auto& [name, member] : object) {
    mutate(member, path + "." + name,
           [&, &key = name](const std::string& what, std::optional<Value> instead) {
             Object changed = object;
             changed.erase(key);
             if (instead) changed.emplace(key, *std::move(instead));
             emit(what, std::move(changed));
           });
  }
  const Value guest = object.empty() ? Value("x") : object.begin()->second;
  for (const std::string_view name :
       {"", "a b", "..", "unexpected", "Unexpected", "/unexpected", "--unexpected"}) {
    for (const Value& with : {guest, Value(1)}) {
      Object changed = object;
      if (changed.emplace(name, with).second)
        emit(path + ": with a member \"" + std::string(name) + "\"", std::move(changed));
    }
  }
}

void mutate_elements(const Array& array, const std::string& path, const Emit& emit) {
  for (std::size_t index = 0; index < array.size(); ++index) {
    mutate(array[index], path + "[" + std::to_string(index) + "]",
           [&](const std::string& what, std::optional<Value> instead) {
             Array changed = array;
             if (instead) {
               changed[index] = *std::move(instead);
             } else {
               changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(index));
             }
             emit(what, std::move(changed));
           });
  }
  Array changed = array;
  changed.push_back(array.empty() ? Value(1) : array.front());
  emit(path + ": with one more", std::move(changed));
}

void mutate(const Value& value, const std::string& path, const Emit& emit) {
  emit(path + ": without", std::nullopt);
  std::vector<Value> others = values_of_every_type();
  for (Value& other : texts_and_numbers()) others.push_back(std::move(other));
  if (const auto* text = std::get_if<std::string>(&value.data())) {
    for (Value& near : near_misses(*text)) others.push_back(std::move(near));
  }
  for (const Value& other : others) {
    if (!(other == value)) emit(path + ": is " + json::canonical(other), other);
  }
  if (const auto* object = std::get_if<Object>(&value.data())) mutate_members(*object, path, emit);
  if (const auto* array = std::get_if<Array>(&value.data())) mutate_elements(*array, path, emit);
}

}  // namespace

void for_each_mutation(const json::Value& document, const Visit& visit) {
  mutate(document, "$", [&](const std::string& what, std::optional<Value> instead) {
    if (instead) visit(what, *instead);
  });
}

}  // namespace evidence::schemas
