#pragma once

// What an opened repository is made of.

#include <string>
#include <utility>

#include "objects.h"

namespace evidence::carry {

struct Repository::State {
  State(std::string its_path, Descriptor its_top, RepositoryHandle repository)
      : path(std::move(its_path)), top(std::move(its_top)), objects(std::move(repository)) {}

  std::string path;  // as it was given
  Descriptor top;    // the folder at that path
  Objects objects;
};

}  // namespace evidence::carry
