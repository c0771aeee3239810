#pragma once

// What SQLite is allowed to do for an author: the authorizer, the limits and the meter of one connection.
//
// The owner of a connection prepares its own statements outside; while a Sandbox::Visit lives, all that is
// prepared and run counts as the author's.

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/query.h"
#include "meter.h"

namespace evidence::query {

// Which functions may be called.
enum class Functions {
  all,     // of a query
  scalar,  // of an expression: no aggregates, no windows
};

// Sets the hard heap limit of the process, once.
void limit_heap();

class Sandbox {
 public:
  // Hardens the connection, which must outlive the sandbox, for good. Throws Error if SQLite lacks a setting.
  Sandbox(sqlite3* connection, std::span<const Table> tables, Functions functions, const Limits& limits);
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  Meter& meter() { return meter_; }

  class Visit {
   public:
    // `defined` are the names that the statement defines itself.
    Visit(Sandbox& sandbox, const std::set<std::string, std::less<>>& defined);
    ~Visit();
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

    // What the statements that were prepared read of the declared tables.
    const std::map<std::string, std::set<std::string>>& reads() const { return sandbox_.reads_; }
    // Why the authorizer denied something last; empty if it did not.
    const std::string& denied() const { return sandbox_.denied_; }

   private:
    Sandbox& sandbox_;
  };

 private:
  static int authorize(void* sandbox, int action, const char* first, const char* second, const char* schema,
                       const char* inside);
  static int count_steps(void* sandbox);
  int judge(int action, std::string_view first, std::string_view second, std::string_view schema);
  int judge_read(std::string_view table, std::string_view column, std::string_view schema);
  int deny(std::string reason);
  void swap_limits();

  sqlite3* connection_;
  Functions functions_;
  Meter meter_;
  std::map<std::string, std::set<std::string>, std::less<>> declared_;  // table → columns
  const std::set<std::string, std::less<>>* defined_ = nullptr;         // of the visit, if there is one
  std::map<std::string, std::set<std::string>> reads_;
  std::string denied_;
  std::vector<std::pair<int, int>> other_limits_;  // outside those of the author, during a visit the owner's
};

}  // namespace evidence::query
