#pragma once

// JSON, strictly: one scanner for every byte of JSON that comes in, one canonical writer for all that goes
// out, and one mechanism for typed reading that collects every mistake with its JSON path.
//
// Refused while scanning: duplicate members, invalid UTF-8, lone surrogates, a byte order mark, NaN and
// infinities, integers outside ±(2^53-1), numbers that overflow a double, depth over 64, more text after the
// value, and texts of 4 GiB or more (a caller who reads a stranger's text limits it further: a node takes 72
// bytes, and two bytes can be a node). Form::canonical refuses besides whatever is not RFC 8785 to the byte.

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace evidence::json {

// The largest integer that every JSON reader holds exactly: 2^53 - 1.
inline constexpr std::int64_t kMaxInteger = 9007199254740991;
inline constexpr int kMaxDepth = 64;

// ---- writing ----

class Value;
using Array = std::vector<Value>;
// Members by name in byte order of their UTF-8 (the canonical writer reorders by UTF-16 code units, RFC 8785
// §3.2.3).
using Object = std::map<std::string, Value, std::less<>>;

// An owning JSON value, built member by member and then written. Integers and doubles are kept apart.
class Value {
 public:
  Value() : data_(nullptr) {}
  Value(std::nullptr_t) : data_(nullptr) {}
  Value(bool boolean) : data_(boolean) {}
  // Must be within ±kMaxInteger when it is written (asserted): larger ids travel as strings.
  Value(std::int64_t integer) : data_(integer) {}
  Value(int integer) : data_(std::int64_t{integer}) {}
  Value(std::uint64_t integer) : data_(static_cast<std::int64_t>(integer)) {}
  Value(unsigned integer) : data_(std::int64_t{integer}) {}
  // Must be finite when it is written (asserted).
  Value(double number) : data_(number) {}
  Value(std::string text) : data_(std::move(text)) {}  // must be UTF-8 (asserted when written)
  Value(std::string_view text) : data_(std::string(text)) {}
  Value(const char* text) : data_(std::string(text)) {}
  Value(Array array) : data_(std::move(array)) {}
  Value(Object object) : data_(std::move(object)) {}

  using Data = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>;
  const Data& data() const { return data_; }
  bool operator==(const Value&) const = default;

 private:
  Data data_;
};

// RFC 8785 (JCS): no white space, members sorted, shortest escapes, ECMAScript number form. No line feed at
// the end. Whole doubles from 2^53 to below 10^21 in size are written as RFC 8785 asks, as integers, which no
// scan accepts back.
std::string canonical(const Value& value);
// For people: two-space indentation, members sorted, a line feed at the end.
std::string pretty(const Value& value);
// Appends the canonical form of one string with its quotes; `text` must be UTF-8.
void append_canonical_string(std::string& out, std::string_view text);
// The ECMAScript form of a finite double (RFC 8785 §3.2.2.3).
std::string canonical_number(double number);

// ---- scanning ----

enum class Kind : std::uint8_t { null, boolean, integer, number, string, array, object };

// The name used in messages: "a string", "an object" …
std::string_view kind_name(Kind kind);

enum class Form {
  any,        // white space and any escape allowed (RFC 8259)
  canonical,  // exactly RFC 8785
};

// Where scanning stopped and why.
struct ScanError {
  std::size_t offset = 0;  // bytes from the beginning
  std::size_t line = 1;    // counted from 1
  std::string reason;      // lower-case, e.g. "member \"a\" stands twice"
};

class Node;

// The flat tree of one scanned text. It can be scanned into again and again without new allocations, which is
// what makes a million record lines cheap. Nodes and the views they hand out live until the next scan or the
// end of the scanned bytes.
class Document {
 public:
  Document();
  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  // Scans `bytes`, which must stay alive as long as nodes are used. Returns the error, or nothing on success.
  std::optional<ScanError> scan(std::string_view bytes, Form form);
  // The value of the last successful scan.
  Node root() const;

 private:
  friend class Node;
  friend class Scanner;
  struct Entry {
    std::string_view key;  // the member's name, unescaped; empty for elements and the root
    std::string_view
        text;  // string: unescaped content. Others: the bytes of the value as they stand in the input
    std::string_view raw;  // the bytes of the value as they stand in the input
    double number = 0;
    std::int64_t integer = 0;  // boolean: 0 or 1; array and object: number of children
    std::uint32_t next = 0;    // index of the entry after this whole subtree
    Kind kind = Kind::null;
  };
  struct Arena;
  std::vector<Entry> entries_;
  std::unique_ptr<Arena> arena_;
};

// One value inside a scanned Document; as cheap to copy as a pointer.
class Node {
 public:
  Kind kind() const { return entry().kind; }
  std::string_view key() const { return entry().key; }
  bool is(Kind k) const { return kind() == k; }
  // Precondition of each (asserted): the kind. number() also takes an integer.
  bool boolean() const;
  std::int64_t integer() const;
  double number() const;
  std::string_view string() const;
  // The bytes of this value as they stand in the input (canonical if the form was).
  std::string_view raw() const { return entry().raw; }

  // Children of an array or object; zero for others.
  std::size_t size() const;
  // The member of an object by name.
  std::optional<Node> member(std::string_view name) const;

  // Iterates the children of an array or object in input order.
  class Iterator {
   public:
    Node operator*() const { return Node(document_, index_); }
    Iterator& operator++();
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    friend class Node;
    Iterator(const Document* document, std::uint32_t index) : document_(document), index_(index) {}
    const Document* document_;
    std::uint32_t index_;
  };
  Iterator begin() const;
  Iterator end() const;

 private:
  friend class Document;
  Node(const Document* document, std::uint32_t index) : document_(document), index_(index) {}
  const Document::Entry& entry() const { return document_->entries_[index_]; }
  const Document* document_;
  std::uint32_t index_;
};

// A copy of a scanned value as an owning one. Inverse of canonical() up to the kind of whole doubles (1.0
// reads as 1).
Value to_value(Node node);

// ---- typed reading ----

struct Mistake {
  std::string path;    // JSON path: $.arms.on.engine.env
  std::string reason;  // lower-case: "must be a string, is an integer"
  bool operator==(const Mistake&) const = default;
};

// Collects mistakes while a document is read to its end. At most 1000 are kept, then one line says that there
// are more.
class Mistakes {
 public:
  void add(std::string path, std::string reason);
  bool empty() const { return list_.empty(); }
  const std::vector<Mistake>& list() const { return list_; }

 private:
  std::vector<Mistake> list_;
};

// A value with its path: what typed readers are given. Building the path costs nothing until a mistake needs
// it, because a Place links to its parent; a Place must not outlive the one it was made from.
class Place {
 public:
  Place(Node node, Mistakes& mistakes) : node_(node), mistakes_(&mistakes), parent_(nullptr), index_(0) {}
  Place(Node node, const Place& parent, std::size_t index)
      : node_(node), mistakes_(parent.mistakes_), parent_(&parent), index_(index) {}
  Node node() const { return node_; }
  // $.a.b[3]; a name that is not [A-Za-z_][A-Za-z0-9_-]* is written ["…"] with escapes.
  std::string path() const;
  void mistake(std::string reason) const;

  // Each of these reads the value as that type, or records a mistake and returns nothing.
  std::optional<std::string> string() const;
  std::optional<std::int64_t> integer(std::int64_t minimum, std::int64_t maximum) const;
  std::optional<double> number() const;
  std::optional<bool> boolean() const;
  // A string for which `valid` holds; the mistake says "must be <what>".
  std::optional<std::string> string_where(bool (*valid)(std::string_view), std::string_view what) const;
  // A label as base's is_label has it.
  std::optional<std::string> label() const;
  // 64 lower-case hexadecimal digits.
  std::optional<std::string> sha256() const;
  // The index of the string among `names`; the mistake lists them.
  std::optional<std::size_t> one_of(std::span<const std::string_view> names) const;
  // True if the value is of that kind; otherwise records a mistake.
  bool expect(Kind kind) const;

 private:
  Node node_;
  Mistakes* mistakes_;
  const Place* parent_;
  std::size_t index_;  // position in the parent when that is an array
};

// Reads the members of one object: each is asked for once by name; finish() makes a mistake of every member
// that nobody asked for. When the value is not an object, one mistake is recorded and every member is absent
// without another.
class ObjectReader {
 public:
  explicit ObjectReader(const Place& place);
  const Place& place() const { return place_; }

  // The member, or a mistake "member "x" is missing" recorded at the object. The returned Place links to this
  // reader's place.
  std::optional<Place> required(std::string_view name);
  std::optional<Place> maybe(std::string_view name);
  bool has(std::string_view name) const;

  // Shorthands: required member of that type; nothing (and a mistake) otherwise.
  std::optional<std::string> required_string(std::string_view name);
  std::optional<std::string> required_label(std::string_view name);
  std::optional<std::string> required_sha256(std::string_view name);
  std::optional<std::int64_t> required_integer(std::string_view name, std::int64_t minimum,
                                               std::int64_t maximum);

  void finish();

 private:
  Place place_;
  std::vector<std::string_view> asked_;
};

// Calls `read` with each element of an array, or each member of an object; records a mistake when it is the
// other kind.
void each_element(const Place& array, const std::function<void(const Place&)>& read);
void each_member(const Place& object, const std::function<void(std::string_view name, const Place&)>& read);

}  // namespace evidence::json
