#pragma once

// Finds out how much there is to read, beside the work itself, so that the progress display can say how long
// it takes. Only where that display is seen.

#include <memory>
#include <string>
#include <vector>

#include "pin_options.h"

namespace evidence::tool {

class Scout {
 public:
  Scout(std::vector<std::string> paths, const PinOptions& options, Progress& progress);
  ~Scout();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace evidence::tool
