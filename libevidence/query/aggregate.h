#pragma once

// A function over rows: what one group, or one window, is asked for.

#include <sqlite3.h>

#include <memory>
#include <span>

#include "evidence/query.h"

namespace evidence::query {

class Aggregate {
 public:
  using Arguments = std::span<sqlite3_value* const>;

  virtual ~Aggregate() = default;
  // All may throw WrongValue and std::bad_alloc.
  virtual void add(Arguments values) = 0;
  virtual Value answer() = 0;
};

// One that a window can move over.
class WindowAggregate : public Aggregate {
 public:
  // Takes away a row that was added before.
  virtual void remove(Arguments values) = 0;
};

// 1 if all rows equal the first in all arguments, else 0; NULL if anything is NULL or there is no row.
std::unique_ptr<Aggregate> make_agree();
// 1 if all rows are 1, else 0; NULL if any is NULL or there is no row. Takes nothing else.
std::unique_ptr<Aggregate> make_every();

// Statistics of x, or of a - b; NULL if anything is NULL or there is no row.
std::unique_ptr<Aggregate> make_mean();
std::unique_ptr<Aggregate> make_median();
std::unique_ptr<Aggregate> make_spread();
std::unique_ptr<Aggregate> make_paired_t_low();
std::unique_ptr<Aggregate> make_paired_t_high();

// As in SQL, these pass over NULL.
std::unique_ptr<WindowAggregate> make_sum();
std::unique_ptr<WindowAggregate> make_avg();
std::unique_ptr<WindowAggregate> make_total();

}  // namespace evidence::query
