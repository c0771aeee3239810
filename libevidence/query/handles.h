#pragma once

// SQLite's handles with an owner each.

#include <sqlite3.h>

#include <memory>

namespace evidence::query {

struct CloseConnection {
  void operator()(sqlite3* connection) const { sqlite3_close(connection); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

// Statements of a connection must be gone before it.
using Connection = std::unique_ptr<sqlite3, CloseConnection>;
using Prepared = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

}  // namespace evidence::query
