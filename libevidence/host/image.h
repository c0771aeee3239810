#pragma once

// What docker or podman inspect printed about an image or a container.
//
// An answer about a container belongs to the observed process only if it names that process's container:
// about another one it is an error and nothing more. Where the process's container cannot be told, the answer
// is recorded, since somebody did report it, beside an error that says that nothing ties it. An answer about
// an image never says which process uses it.

#include <optional>

#include "process.h"

namespace evidence::host {

// Reports an image record an answer, and for a container the environment that it was created with. An answer
// that cannot be understood is an error with its JSON path.
void observe_images(const std::optional<Process>& process, const Request& request, Reporter& reporter);

}  // namespace evidence::host
