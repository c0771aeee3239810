#pragma once

// One SQLite database in memory with its tables, its functions and its sandbox. It knows statements and rows,
// and nothing of texts.
//
// Everything that SQLite refuses while it serves an author is thrown as Refused; what goes wrong with our own
// statements is thrown as Error.

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "evidence/query.h"
#include "handles.h"
#include "sandbox.h"
#include "statement.h"

namespace evidence::query {

class Engine {
 public:
  // `tables` must outlive the engine.
  Engine(std::span<const Table> tables, Functions functions, const Limits& limits);

  // Appends to the table of that index. False if there is no room for it.
  bool insert(std::size_t table, const Row& row);
  // Appends all rows of another engine with the same tables, last ones first. False if there is no room.
  bool insert_reversed(const Engine& other);
  // Must be called between the last insertion and the first run(). False if there is no room.
  bool commit();

  // What a statement reads and the names of its result's columns.
  struct Description {
    std::vector<std::string> columns;
    std::map<std::string, std::set<std::string>> reads;
  };
  Description describe(const Statement& statement);

  // The numbers are rounded.
  Result run(const Statement& statement, const Parameters& parameters);

 private:
  bool insert_copy(std::size_t table, sqlite3_stmt* row);
  bool finish_insert(std::size_t table, int bound);
  Prepared prepare_own(const std::string& sql) const;
  Prepared prepare(const Statement& statement, const Sandbox::Visit& visit) const;
  [[noreturn]] void refuse_last(Refusal::Kind otherwise, const Sandbox::Visit& visit) const;

  std::span<const Table> tables_;
  Limits limits_;
  Connection connection_;
  std::unique_ptr<Sandbox> sandbox_;
  std::vector<Prepared> inserts_;  // by table
};

}  // namespace evidence::query
