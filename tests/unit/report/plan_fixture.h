#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evidence/manifest.h"
#include "evidence/tar.h"

namespace evidence::report {

inline std::string manifest_of(std::string_view plan_class, std::string_view parameters,
                               std::string_view arguments) {
  return std::string("{\"name\":\"demo\",\"class\":\"")
      .append(plan_class)
      .append("\",\"standing\":\"screen\",\"parameters\":{")
      .append(parameters)
      .append("},\"roles\":{\"engine\":{\"life\":\"fresh\",\"ranks\":[\"0\"]}},\"moments\":[\"ready\"],")
      .append("\"starts\":[{\"name\":\"s1\"}],\"identity\":{\"engine\":{\"facts\":{")
      .append(arguments)
      .append("}}}}");
}

inline Plan plan_of(std::string_view plan_class) {
  return Plan::from_files({{"manifest.json", manifest_of(plan_class, "", "")}}, "demo");
}

inline Plan registered_plan() {
  const std::string manifest = manifest_of("native", "", "");
  const tar::Block header = tar::make_header("demo/data/plan/manifest.json", manifest.size(), 0);
  std::string bytes(header.data(), header.size());
  bytes += manifest;
  bytes.resize(tar::kBlock + tar::padded(manifest.size()) + 2 * tar::kBlock, '\0');
  return Plan::from_registration(bytes, "demo.tar");
}

}  // namespace evidence::report
