#include "text_functions.h"

#include <algorithm>
#include <cstring>

#include "arguments.h"
#include "glob.h"

namespace evidence::query {
namespace {

// Work on single characters against a step of SQLite's machine.
constexpr std::uint64_t kCharactersAStep = 2;

void charge(sqlite3_context* context, std::uint64_t characters) {
  auto& meter = *static_cast<Meter*>(sqlite3_user_data(context));
  meter.charge(characters / kCharactersAStep);
  if (!meter.is_exceeded()) return;
  sqlite3_result_null(context);
  sqlite3_result_error_code(context, SQLITE_INTERRUPT);
}

std::optional<std::string_view> text(sqlite3_value* value) {
  return sqlite3_value_type(value) == SQLITE_NULL ? std::nullopt : std::optional(text_of(value));
}

bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

std::int64_t characters(std::string_view text) {
  return std::count_if(text.begin(), text.end(), begins_character);
}

// The text from its character `count` on, counted from 0; empty beyond its end.
std::string_view drop(std::string_view text, std::int64_t count) {
  const char* at = text.begin();
  for (; at != text.end(); ++at) {
    if (begins_character(*at) && count-- == 0) break;
  }
  return text.substr(static_cast<std::size_t>(at - text.begin()));
}

void length(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  guarded(context, "length", [&] {
    const auto whole = text(values[0]);
    if (!whole) return;
    sqlite3_result_int64(context, characters(*whole));
    charge(context, whole->size());
  });
}

// What substr() asks for: characters [begin, end), counted from 0, possibly beyond both ends.
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// SQLite's rules. `from` counts from 1, or from the end if it is negative; 0 is one before the first. A
// negative `count` asks for characters before that one.
Range range(std::int64_t from, std::int64_t count, std::int64_t all) {
  const std::int64_t begin = from < 0 ? all + from : from - 1;
  if (from == 0 && count < 0) return {count, 0};
  return count < 0 ? Range{begin + count, begin} : Range{begin, begin + count};
}

void substr(sqlite3_context* context, int count, sqlite3_value** values) noexcept {
  guarded(context, "substr", [&] {
    constexpr std::int64_t kToTheEnd = 1'000'000'000;
    const auto whole = text(values[0]);
    if (!whole || sqlite3_value_type(values[1]) == SQLITE_NULL) return;
    if (count > 2 && sqlite3_value_type(values[2]) == SQLITE_NULL) return;
    const std::int64_t all = characters(*whole);
    const std::int64_t wanted = count > 2 ? sqlite3_value_int(values[2]) : kToTheEnd;
    const Range wants = range(sqlite3_value_int(values[1]), wanted, all);
    const std::int64_t begin = std::clamp<std::int64_t>(wants.begin, 0, all);
    const std::int64_t end = std::clamp<std::int64_t>(wants.end, begin, all);
    const std::string_view from = drop(*whole, begin);
    const std::string_view part = from.substr(0, from.size() - drop(from, end - begin).size());
    sqlite3_result_text64(context, part.data(), part.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    charge(context, 2 * whole->size());
  });
}

// The place of the first `part`, counted in characters from 1, or 0.
std::int64_t place(std::string_view whole, std::string_view part) {
  const void* found = memmem(whole.data(), whole.size(), part.data(), part.size());
  if (found == nullptr) return 0;
  const std::size_t before = static_cast<std::size_t>(static_cast<const char*>(found) - whole.data());
  return characters(whole.substr(0, before)) + 1;
}

void instr(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  guarded(context, "instr", [&] {
    const auto whole = text(values[0]);
    const auto part = text(values[1]);
    if (!whole || !part) return;
    sqlite3_result_int64(context, place(*whole, *part));
    charge(context, whole->size() + part->size());
  });
}

void glob_of(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  guarded(context, "glob", [&] {
    constexpr std::size_t kLongestPattern = 1000;
    const auto pattern = text(values[0]);
    const auto whole = text(values[1]);
    if (!pattern || !whole) return;
    if (pattern->size() > kLongestPattern) throw WrongValue("takes patterns of at most 1000 bytes");
    const GlobAnswer answer = glob(*pattern, *whole);
    sqlite3_result_int(context, answer.matches ? 1 : 0);
    charge(context, answer.work + pattern->size() + whole->size());
  });
}

struct Entry {
  const char* name;
  int arguments;
  void (*function)(sqlite3_context*, int, sqlite3_value**);
};

constexpr Entry kEntries[] = {{"length", 1, length},
                              {"substr", 2, substr},
                              {"substr", 3, substr},
                              {"instr", 2, instr},
                              {"glob", 2, glob_of}};

}  // namespace

void add_text_functions(sqlite3* connection, Meter& meter) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (const Entry& entry : kEntries) {
    const int status = sqlite3_create_function_v2(connection, entry.name, entry.arguments, kFlags, &meter,
                                                  entry.function, nullptr, nullptr, nullptr);
    if (status != SQLITE_OK) throw std::bad_alloc();
  }
}

}  // namespace evidence::query
