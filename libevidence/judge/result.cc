#include "evidence/judge.h"

namespace evidence {

std::string_view result_name(Result result) {
  switch (result) {
    case Result::note:
      return "NOTE";
    case Result::pass:
      return "PASS";
    case Result::hold:
      return "HOLD";
    case Result::stop:
      return "STOP";
  }
  return "STOP";
}

}  // namespace evidence
