#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fixture.h"
#include "run_program.h"
#include "temp_folder.h"

namespace evidence::report {

inline bool has_python(std::string_view module) {
  return run_program("python3 -c 'import " + std::string(module) + "'").status == 0;
}

// Runs a Python program with `document` as the file argv[1].
inline Ran run_python(std::string_view program, std::string_view document, const std::string& more = "") {
  const TempFolder folder;
  folder.write("program.py", program);
  folder.write("document", document);
  return run_program("python3 '" + (folder / "program.py") + "' '" + (folder / "document") + "' " + more);
}

// Runs a Python program that defines check(path) once for a good report and for each hostile text in all its
// fields. The output names those for which it raised.
inline Ran check_with_python(std::string_view program, Format format) {
  const TempFolder folder;
  std::string run = std::string(program) + R"py(
import sys, traceback
failed = False
for path in sys.argv[1:]:
    try: check(path)
    except Exception: failed = True; print(path, traceback.format_exc())
sys.exit(1 if failed else 0)
)py";
  folder.write("program.py", run);
  std::string command = "python3 '" + (folder / "program.py") + "'";
  const auto add = [&](std::string_view name, const Report& report) {
    command += " '" + folder.write(name, render(report, format)) + "'";
  };
  add("large", large_report());
  for (const Hostile& hostile : hostile_texts()) add(hostile.name, report_of(hostile.text));
  return run_program(command);
}

}  // namespace evidence::report
