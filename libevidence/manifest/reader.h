#pragma once

// The typed reader of a whole manifest, member by member.

#include "evidence/manifest.h"
#include "identity.h"

namespace evidence {

inline constexpr std::string_view kPlanClasses[] = {"native", "offline", "rehearsal"};

// The last row of a reading stands for all the rest.
enum class VerdictRow { conditional, last };

class ManifestReader {
 public:
  ManifestReader(Manifest& manifest, const Manifest::Fetch& fetch, json::Mistakes& mistakes)
      : manifest_(manifest), fetch_(fetch), mistakes_(mistakes) {}
  // Mistakes are recorded at their places; the manifest is usable only if there are none.
  void read(json::Node root);

 private:
  void read_head(json::ObjectReader& reader);
  void read_signers(const json::Place& place);
  void read_roles(const json::Place& place);
  void read_starts(const json::Place& place);
  void read_moments(const json::Place& place);
  void read_checkpoints(const json::Place& place);
  void read_public(const json::Place& place);
  void read_identity(const json::Place& place);
  void read_role_identity(const json::Place& place, const Role& role);
  void read_mounts(const json::Place& place, const Role& role, Identity& identity);
  void read_sums(const json::Place& place, const Role& role, Identity& identity);
  void read_base(const json::Place& place);
  void read_observations(const json::Place& place);
  void read_artifacts(const json::Place& place);
  // Each is work for whoever checks a packet, and its author may be anybody.
  void count_query(const json::Place& place);
  void read_views(const json::Place& place);
  void read_checks(const json::Place& place, std::vector<CheckPlan>& checks);
  void read_readings(const json::Place& place);
  void read_reading(const json::Place& place);
  void read_verdict(const json::Place& place, VerdictRow row, ReadingPlan& reading);
  void read_parents(const json::Place& place);
  void read_carry(const json::Place& place);
  void expand_sums(const json::Place& place, const SumsFile& sums, Identity& identity);
  void derive_identities();
  void check_public();

  Manifest& manifest_;
  const Manifest::Fetch& fetch_;
  json::Mistakes& mistakes_;
  std::size_t queries_ = 0;
  std::size_t cases_ = 0;                                       // of all checks
  std::map<std::string, Identity, std::less<>> base_identity_;  // by role
  Arms arms_;
};

// The text of a member that is a string or a list of lines (joined with line feeds, one at the end).
std::optional<std::string> read_lines(const json::Place& place);
// The member `note`, which may stand in every object whose members are not names of the author's own.
void read_note(json::ObjectReader& reader);
// Makes a mistake of every member that is neither a role nor one of `others`, and asks for it.
void refuse_unknown_roles(json::ObjectReader& reader, const std::vector<Role>& roles,
                          std::initializer_list<std::string_view> others);
// Labels of an array, each once; `known` (if not null) is asked whether one exists, and `what` names it in
// the mistake.
std::vector<std::string> read_labels(const json::Place& place,
                                     const std::function<bool(std::string_view)>& known,
                                     std::string_view what);
// What may name an observation type, a field, a view, a quantity or a case column.
bool is_field_name(std::string_view text);
inline constexpr std::string_view kFieldNameForm = "a lower-case word of letters, digits and _";
bool is_plan_path(std::string_view text);
inline constexpr std::string_view kPlanPathForm = "a manifest-relative path of letters, digits and ._+@-/";

}  // namespace evidence
