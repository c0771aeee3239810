#pragma once

// Puts the parts of one stream's long records together, whatever order they come in.

#include <cstdint>
#include <map>
#include <string>
#include <variant>

#include "budget.h"
#include "part.h"

namespace evidence::record {

class PartSets {
 public:
  struct Waiting {};
  struct Whole {
    std::string bytes;
  };
  struct Refused {
    std::string reason;
  };
  using Added = std::variant<Waiting, Whole, Refused>;
  // Precondition: no part with the same `whole` and `index` was added before (the sequence number tells).
  Added add(Part part, Budget& budget);

  // The numbers of the records of which parts are missing, and how many of them are there.
  struct Open {
    std::uint64_t whole;
    std::size_t present;
    std::size_t count;
  };
  std::size_t open() const { return sets_.size(); }
  // Precondition: open() > 0.
  Open first_open() const;

 private:
  struct Set {
    std::uint32_t count = 0;
    std::size_t bytes = 0;
    std::size_t charged = 0;
    std::map<std::uint32_t, std::string> slices;
  };
  static std::string join(const Set& set);

  std::map<std::uint64_t, Set> sets_;
};

}  // namespace evidence::record
