#include <algorithm>

#include "evidence/json.h"
#include "name.h"

namespace evidence::json {

ObjectReader::ObjectReader(const Place& place) : place_(place) {
  place_.expect(Kind::object);
}

std::optional<Place> ObjectReader::maybe(std::string_view name) {
  asked_.push_back(name);
  const std::optional<Node> node = place_.node().member(name);
  if (!node) return std::nullopt;
  return Place(*node, place_, 0);
}

std::optional<Place> ObjectReader::required(std::string_view name) {
  std::optional<Place> member = maybe(name);
  if (!member && place_.node().is(Kind::object)) {
    place_.mistake("member " + quoted_name(name) + " is missing");
  }
  return member;
}

bool ObjectReader::has(std::string_view name) const {
  return place_.node().member(name).has_value();
}

std::optional<std::string> ObjectReader::required_string(std::string_view name) {
  const std::optional<Place> member = required(name);
  return member ? member->string() : std::nullopt;
}

std::optional<std::string> ObjectReader::required_label(std::string_view name) {
  const std::optional<Place> member = required(name);
  return member ? member->label() : std::nullopt;
}

std::optional<std::string> ObjectReader::required_sha256(std::string_view name) {
  const std::optional<Place> member = required(name);
  return member ? member->sha256() : std::nullopt;
}

std::optional<std::int64_t> ObjectReader::required_integer(std::string_view name, std::int64_t minimum,
                                                           std::int64_t maximum) {
  const std::optional<Place> member = required(name);
  return member ? member->integer(minimum, maximum) : std::nullopt;
}

void ObjectReader::finish() {
  if (!place_.node().is(Kind::object)) return;
  for (const Node node : place_.node()) {
    if (std::find(asked_.begin(), asked_.end(), node.key()) == asked_.end()) {
      Place(node, place_, 0).mistake("unknown member");
    }
  }
}

void each_element(const Place& array, const std::function<void(const Place&)>& read) {
  if (!array.expect(Kind::array)) return;
  std::size_t index = 0;
  for (const Node node : array.node()) read(Place(node, array, index++));
}

void each_member(const Place& object, const std::function<void(std::string_view name, const Place&)>& read) {
  if (!object.expect(Kind::object)) return;
  for (const Node node : object.node()) read(node.key(), Place(node, object, 0));
}

}  // namespace evidence::json
