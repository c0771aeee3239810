#include "body.h"

#include <array>
#include <type_traits>

#include "key.h"

namespace evidence {

namespace record {

namespace {

struct Type {
  std::string_view name;
  RecordBody (*read)(Members&);
};

template <auto Read>
RecordBody read_as(Members& members) {
  return Read(members);
}

// In the order of RecordBody's alternatives.
constexpr std::array<Type, std::variant_size_v<RecordBody>> kTypes = {{
    {"open", read_as<read_open>},
    {"process", read_as<read_process>},
    {"file", read_as<read_file_record>},
    {"mount", read_as<read_mount>},
    {"env", read_as<read_env>},
    {"argv", read_as<read_argv>},
    {"fact", read_as<read_fact>},
    {"absent", read_as<read_absent>},
    {"observation", read_as<read_observation>},
    {"git", read_as<read_git>},
    {"carry", read_as<read_carry>},
    {"entry", read_as<read_entry>},
    {"tree", read_as<read_tree>},
    {"mapped", read_as<read_mapped>},
    {"image", read_as<read_image>},
    {"error", read_as<read_error>},
    {"close", read_as<read_close>},
}};

}  // namespace

std::optional<RecordBody> read_body(std::string_view type, Members& members) {
  for (const Type& known : kTypes) {
    if (known.name == type) return known.read(members);
  }
  return std::nullopt;
}

}  // namespace record

std::string_view record_type(const RecordBody& body) {
  return record::kTypes.at(body.index()).name;
}

std::string render_record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) {
  record::MemberWriter out;
  record::write_key(key, out);
  out.integer("seq", sequence);
  out.text("type", record_type(body));
  std::visit([&out](const auto& record) { record::write_members(record, out); }, body);
  return out.finish();
}

}  // namespace evidence
