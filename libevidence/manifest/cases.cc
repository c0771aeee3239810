#include "cases.h"

#include <algorithm>
#include <set>

#include "reader.h"

namespace evidence {

using json::Kind;
using json::ObjectReader;
using json::Place;

namespace {

using Column = std::vector<CaseValue>;
using Product = std::map<std::string, Column, std::less<>>;

bool is_planned(const Manifest& manifest, std::string_view column, const std::string& text) {
  const auto has_rank = [&](const Role& role) {
    return std::find(role.ranks.begin(), role.ranks.end(), text) != role.ranks.end();
  };
  if (column == "start") return manifest.start(text) != nullptr;
  if (column == "role") return manifest.role(text) != nullptr;
  if (column == "rank") return std::any_of(manifest.roles.begin(), manifest.roles.end(), has_rank);
  if (column == "moment")
    return std::find(manifest.moments.begin(), manifest.moments.end(), text) != manifest.moments.end();
  if (column == "arm") {
    return std::any_of(manifest.starts.begin(), manifest.starts.end(),
                       [&](const Start& start) { return start.arm == text; });
  }
  return true;
}

// Columns whose values are the plan's own labels.
bool is_plan_column(std::string_view column) {
  constexpr std::string_view kColumns[] = {"arm", "moment", "rank", "role", "start"};
  return std::find(std::begin(kColumns), std::end(kColumns), column) != std::end(kColumns);
}

std::optional<CaseValue> read_value(const Place& place, std::string_view column, const Manifest& manifest) {
  if (place.node().is(Kind::integer) && !is_plan_column(column)) {
    const auto integer = place.integer(-json::kMaxInteger, json::kMaxInteger);
    return integer ? std::optional<CaseValue>(*integer) : std::nullopt;
  }
  if (!place.node().is(Kind::string)) {
    place.mistake(is_plan_column(column) ? "must be a label of the plan" : "must be an integer or a label");
    return std::nullopt;
  }
  const auto label = place.label();
  if (!label) return std::nullopt;
  if (!is_planned(manifest, column, *label))
    place.mistake("there is no " + std::string(column) + " " + *label + " in the plan");
  return CaseValue(*label);
}

// Absent when there is a mistake in it.
std::optional<Column> read_column(const Place& place, std::string_view name, const Manifest& manifest) {
  Column column;
  std::set<CaseValue> seen;
  bool good = true;
  const auto mistake = [&](const Place& one, std::string reason) {
    one.mistake(std::move(reason));
    good = false;
  };
  const auto add = [&](const Place& one) {
    if (seen.size() > kMaxCases) return;
    const auto value = read_value(one, name, manifest);
    if (!value) {
      good = false;
    } else if (!column.empty() && column.front().index() != value->index()) {
      mistake(one, "stands beside values of another type");
    } else if (!seen.insert(*value).second) {
      mistake(one, "stands twice");
    } else {
      column.push_back(*value);
    }
  };
  if (place.node().is(Kind::array)) {
    json::each_element(place, add);
  } else {
    add(place);
  }
  if (column.empty() && good) mistake(place, "must not be empty");
  return good ? std::optional(std::move(column)) : std::nullopt;
}

// Absent when there is a mistake in it.
std::optional<Product> read_product(const Place& place, const Manifest& manifest) {
  Product product;
  bool good = place.expect(Kind::object);
  if (!good) return std::nullopt;
  json::each_member(place, [&](std::string_view name, const Place& values) {
    if (!is_field_name(name) || name == "ok") {
      values.mistake("a case column's name must be a lower-case word of letters, digits and _, and not ok");
      good = false;
    } else if (auto column = read_column(values, name, manifest)) {
      product.emplace(name, *std::move(column));
    } else {
      good = false;
    }
  });
  if (product.size() > kMaxCaseColumns) {
    place.mistake("has more than " + std::to_string(kMaxCaseColumns) + " columns");
    good = false;
  }
  if (product.empty() && good) {
    place.mistake("must not be empty");
    good = false;
  }
  return good ? std::optional(std::move(product)) : std::nullopt;
}

class Unfolding {
 public:
  Unfolding(Cases& cases, std::size_t room) : cases_(cases), room_(room) {}

  void add(const Place& place, const Product& product) {
    std::vector<std::string> columns;
    std::size_t count = 1;
    for (const auto& [name, values] : product) {
      columns.push_back(name);
      count = std::min(count * values.size(), kMaxCases + 1);
    }
    if (seen_.empty()) cases_.columns = columns;
    if (columns != cases_.columns) {
      place.mistake("has other columns than the cases before it");
    } else if (count + seen_.size() > room_) {
      place.mistake("makes more than the " + std::to_string(kMaxCases) + " cases that all checks may have");
    } else {
      std::vector<CaseValue> one;
      unfold(place, product.begin(), product.end(), one);
    }
  }

 private:
  // As deep as there are columns, which are few.
  void unfold(const Place& place, Product::const_iterator column, Product::const_iterator end,
              std::vector<CaseValue>& one) {
    if (column == end) {
      if (!seen_.insert(one).second) {
        place.mistake("has a case that stands before it");
      } else {
        cases_.listed.push_back(one);
      }
      return;
    }
    for (const CaseValue& value : column->second) {
      one.push_back(value);
      unfold(place, std::next(column), end, one);
      one.pop_back();
    }
  }

  Cases& cases_;
  std::size_t room_;
  std::set<std::vector<CaseValue>> seen_;
};

}  // namespace

Cases read_cases(const Place& place, const Manifest& manifest, std::size_t room) {
  Cases cases;
  if (place.node().is(Kind::object) && place.node().member("sql")) {
    ObjectReader reader(place);
    if (const auto sql = reader.required("sql")) cases.sql = read_lines(*sql).value_or("");
    read_note(reader);
    reader.finish();
    return cases;
  }
  Unfolding unfolding(cases, room);
  const auto add = [&](const Place& said) {
    if (const auto product = read_product(said, manifest)) unfolding.add(said, *product);
  };
  if (!place.node().is(Kind::array)) {
    add(place);
    return cases;
  }
  json::each_element(place, add);
  if (place.node().size() == 0) place.mistake("must not be empty");
  return cases;
}

}  // namespace evidence
