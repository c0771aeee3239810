#include "evidence/json.h"

namespace evidence::json {
namespace {

Value array_value(Node node) {
  Array array;
  array.reserve(node.size());
  for (const Node child : node) array.push_back(to_value(child));
  return array;
}

Value object_value(Node node) {
  Object object;
  for (const Node child : node) object.emplace(child.key(), to_value(child));
  return object;
}

}  // namespace

// Recursion is bounded: no scanned text is deeper than kMaxDepth.
Value to_value(Node node) {
  switch (node.kind()) {
    case Kind::null:
      return nullptr;
    case Kind::boolean:
      return node.boolean();
    case Kind::integer:
      return node.integer();
    case Kind::number:
      return node.number();
    case Kind::string:
      return node.string();
    case Kind::array:
      return array_value(node);
    case Kind::object:
      return object_value(node);
  }
  return nullptr;
}

}  // namespace evidence::json
