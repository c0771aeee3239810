#include <cassert>

#include "arena.h"
#include "evidence/json.h"

namespace evidence::json {

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "a boolean";
    case Kind::integer:
      return "an integer";
    case Kind::number:
      return "a number";
    case Kind::string:
      return "a string";
    case Kind::array:
      return "an array";
    case Kind::object:
      return "an object";
  }
  return "nothing";
}

Document::Document() : arena_(std::make_unique<Arena>()) {}
Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

Node Document::root() const {
  assert(!entries_.empty());
  return Node(this, 0);
}

bool Node::boolean() const {
  assert(is(Kind::boolean));
  return entry().integer != 0;
}

std::int64_t Node::integer() const {
  assert(is(Kind::integer));
  return entry().integer;
}

double Node::number() const {
  assert(is(Kind::number) || is(Kind::integer));
  return is(Kind::integer) ? static_cast<double>(entry().integer) : entry().number;
}

std::string_view Node::string() const {
  assert(is(Kind::string));
  return entry().text;
}

std::size_t Node::size() const {
  return is(Kind::array) || is(Kind::object) ? static_cast<std::size_t>(entry().integer) : 0;
}

std::optional<Node> Node::member(std::string_view name) const {
  if (!is(Kind::object)) return std::nullopt;
  for (const Node child : *this) {
    if (child.key() == name) return child;
  }
  return std::nullopt;
}

Node::Iterator& Node::Iterator::operator++() {
  index_ = document_->entries_[index_].next;
  return *this;
}

// A subtree's children follow its own entry; of a scalar's, which has none, the two are the same.
Node::Iterator Node::begin() const {
  return {document_, index_ + 1};
}
Node::Iterator Node::end() const {
  return {document_, entry().next};
}

}  // namespace evidence::json
