#pragma once

// A schema and a typed reader of the same documents, held to each other.
//
// What the reader refuses for its form, the schema must refuse; what the reader accepts, the schema must
// accept. Some rules are about more than form: names that refer to one another, counts, bytes elsewhere. A
// schema cannot say them, so each is listed by the words of its mistake, and a document that breaks only such
// rules is the reader's alone to refuse.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema.h"

namespace evidence::schemas {

class Agreement {
 public:
  // The mistakes that the reader finds; none when it accepts.
  using Read = std::function<std::vector<std::string>(const json::Value& document)>;
  Agreement(std::string_view schema, Read read, std::vector<std::string_view> beyond_form);

  // Reader and schema accept.
  void expect_good(const json::Value& document, const std::string& what);
  // Reader and schema refuse.
  void expect_bad(const json::Value& document, const std::string& what);
  // Whatever it is, they agree.
  void expect_same(const json::Value& document, const std::string& what);
  // Of a good document, and then of every mutation of it at or below `below`, a JSON path.
  void expect_same_around(const json::Value& document, const std::string& what, std::string_view below = "$");

  // Rules that were never the only reason of a refusal: they need not be listed.
  std::vector<std::string> idle_rules() const;
  std::size_t refused_by_both() const { return refused_by_both_; }

 private:
  bool is_beyond_form(const std::string& mistake) const;
  Schema schema_;
  Read read_;
  std::map<std::string_view, std::size_t> uses_;  // by rule
  std::size_t refused_by_both_ = 0;
};

}  // namespace evidence::schemas
