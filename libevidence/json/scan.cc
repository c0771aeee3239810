#include <algorithm>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

#include "name.h"
#include "order.h"
#include "scanner.h"

namespace evidence::json {
namespace {

// Up to this many members, comparing each with each is faster than sorting.
constexpr std::size_t kFewMembers = 16;

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

}  // namespace

std::optional<ScanError> Document::scan(std::string_view bytes, Form form) {
  if (!arena_) arena_ = std::make_unique<Arena>();
  return Scanner(*this, bytes, form).run();
}

Scanner::Scanner(Document& document, std::string_view bytes, Form form)
    : begin_(bytes.data()),
      end_(bytes.data() + bytes.size()),
      at_(begin_),
      form_(form),
      arena_(*document.arena_),
      entries_(document.entries_) {
  entries_.clear();
  arena_.names.clear();
  arena_.used = 0;
}

std::optional<ScanError> Scanner::run() {
  if (text()) return std::nullopt;
  entries_.clear();
  return std::move(error_);
}

bool Scanner::text() {
  const std::string_view all(begin_, static_cast<std::size_t>(end_ - begin_));
  // Entries are numbered in 32 bits, and each takes at least a byte.
  if (all.size() >= std::numeric_limits<std::uint32_t>::max()) return fail(begin_, "the text is over 4 GiB");
  if (all.substr(0, 3) == "\xEF\xBB\xBF") return fail(begin_, "a byte order mark is not allowed");
  skip_blanks();
  if (at_ == end_) return fail(at_, "the text is empty");
  if (!value({})) return false;
  while (depth_ > 0) {
    if (!step()) return false;
  }
  skip_blanks();
  return at_ == end_ || fail(at_, "more text after the value");
}

// The next child of the innermost open container, or that container's end.
bool Scanner::step() {
  Level& level = arena_.levels[static_cast<std::size_t>(depth_ - 1)];
  const bool is_object = entries_[level.entry].kind == Kind::object;
  skip_blanks();
  if (at_ != end_ && *at_ == (is_object ? '}' : ']')) return close(level);
  if (level.count > 0) {
    if (at_ == end_ || *at_ != ',') return unexpected(is_object ? "',' or '}'" : "',' or ']'");
    ++at_;
    skip_blanks();
  }
  if (is_object) return member(level);
  ++level.count;
  return value({});
}

bool Scanner::member(Level& level) {
  if (at_ == end_ || *at_ != '"') return unexpected("a member's name in double quotes");
  const char* const where = at_;
  const std::optional<std::string_view> name = string();
  if (!name) return false;
  if (form_ == Form::any) {
    arena_.names.push_back({*name, where});
  } else if (!is_sorted(level, *name, where)) {
    return false;
  }
  ++level.count;
  skip_blanks();
  if (at_ == end_ || *at_ != ':') return unexpected("':'");
  ++at_;
  skip_blanks();
  return value(*name);
}

bool Scanner::value(std::string_view key) {
  const char* const begin = at_;
  switch (at_ == end_ ? '\0' : *at_) {
    case '{':
      return open(key, Kind::object);
    case '[':
      return open(key, Kind::array);
    case '"': {
      const std::optional<std::string_view> text = string();
      if (!text) return false;
      add(key, Kind::string, begin).text = *text;
      return true;
    }
    case 'n':
      return literal(key, "null", Kind::null);
    case 't':
      return literal(key, "true", Kind::boolean);
    case 'f':
      return literal(key, "false", Kind::boolean);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
      return number(key);
    default:
      return unexpected("a value");
  }
}

bool Scanner::open(std::string_view key, Kind kind) {
  if (depth_ == kMaxDepth) return fail(at_, "nested deeper than " + std::to_string(kMaxDepth));
  const auto index = static_cast<std::uint32_t>(entries_.size());
  arena_.levels[static_cast<std::size_t>(depth_++)] = {index, 0, arena_.names.size(), {}};
  const char* const begin = at_++;
  add(key, kind, begin);
  return true;
}

bool Scanner::close(const Level& level) {
  ++at_;
  Entry& entry = entries_[level.entry];
  entry.raw = {entry.raw.data(), static_cast<std::size_t>(at_ - entry.raw.data())};
  entry.text = entry.raw;
  entry.integer = level.count;
  entry.next = static_cast<std::uint32_t>(entries_.size());
  --depth_;
  return form_ == Form::canonical || entry.kind == Kind::array || are_distinct(level.first_name);
}

bool Scanner::literal(std::string_view key, std::string_view word, Kind kind) {
  if (std::string_view(at_, static_cast<std::size_t>(end_ - at_)).substr(0, word.size()) != word) {
    return unexpected("a value");
  }
  const char* const begin = at_;
  at_ += word.size();
  add(key, kind, begin).integer = word == "true" ? 1 : 0;
  return true;
}

// The entry of a value that begins at `begin` and ends at at_.
Scanner::Entry& Scanner::add(std::string_view key, Kind kind, const char* begin) {
  Entry& entry = entries_.emplace_back();
  entry.key = key;
  entry.raw = {begin, static_cast<std::size_t>(at_ - begin)};
  entry.text = entry.raw;
  entry.next = static_cast<std::uint32_t>(entries_.size());
  entry.kind = kind;
  return entry;
}

void Scanner::skip_blanks() {
  if (form_ == Form::canonical) return;
  while (at_ != end_ && is_blank(*at_)) ++at_;
}

// Strictly ascending names are also distinct.
bool Scanner::is_sorted(Level& level, std::string_view name, const char* where) {
  if (level.count > 0) {
    const int order = compare_utf16(level.last_name, name);
    if (order == 0) return stands_twice(name, where);
    if (order > 0) {
      return fail(where, "members are not sorted: " + quoted_name(name) + " stands after " +
                             quoted_name(level.last_name));
    }
  }
  level.last_name = name;
  return true;
}

// Checks and forgets the names from `first_name` on: those of the object that ends here.
bool Scanner::are_distinct(std::size_t first_name) {
  using Name = Document::Arena::Name;
  const std::span<Name> names = std::span(arena_.names).subspan(first_name);
  if (names.size() <= kFewMembers) {
    for (std::size_t i = 1; i < names.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (names[i].text == names[j].text) return stands_twice(names[i].text, names[i].at);
      }
    }
  } else {
    std::sort(names.begin(), names.end(), [](const Name& a, const Name& b) {
      const int order = a.text.compare(b.text);
      return order != 0 ? order < 0 : a.at < b.at;
    });
    const auto same = [](const Name& a, const Name& b) { return a.text == b.text; };
    const auto twice = std::adjacent_find(names.begin(), names.end(), same);
    if (twice != names.end()) return stands_twice(twice->text, std::next(twice)->at);
  }
  arena_.names.resize(first_name);
  return true;
}

bool Scanner::fail(const char* where, std::string reason) {
  error_.offset = static_cast<std::size_t>(where - begin_);
  error_.line = 1 + static_cast<std::size_t>(std::count(begin_, where, '\n'));
  error_.reason = std::move(reason);
  return false;
}

bool Scanner::unexpected(std::string_view expected) {
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  const auto begins = [rest](std::string_view word) { return rest.substr(0, word.size()) == word; };
  if (rest.empty()) return fail(at_, "the text ends where " + std::string(expected) + " is expected");
  if (begins("NaN") || begins("Infinity") || begins("-Infinity")) {
    return fail(at_, "NaN and infinities are not allowed");
  }
  if (begins("//") || begins("/*") || begins("#")) return fail(at_, "comments are not allowed");
  if (form_ == Form::canonical && is_blank(rest[0])) return fail(at_, "white space is not canonical");
  return fail(at_, "expected " + std::string(expected));
}

bool Scanner::stands_twice(std::string_view name, const char* where) {
  return fail(where, "member " + quoted_name(name) + " stands twice");
}

}  // namespace evidence::json
