#pragma once

// Each record type's own members, beside those of its stream: write_members and read_… stand beside one
// another in one file a type and are inverses. Reading asks in canonical order (see Members).

#include <cstdint>
#include <string_view>

#include "evidence/record.h"
#include "member_writer.h"
#include "members.h"

namespace evidence::record {

void write_members(const OpenRecord& open, MemberWriter& out);
void write_members(const ProcessRecord& process, MemberWriter& out);
void write_members(const FileRecord& file, MemberWriter& out);
void write_members(const MountRecord& mount, MemberWriter& out);
void write_members(const EnvRecord& env, MemberWriter& out);
void write_members(const ArgvRecord& argv, MemberWriter& out);
void write_members(const FactRecord& fact, MemberWriter& out);
void write_members(const AbsentRecord& absent, MemberWriter& out);
void write_members(const ObservationRecord& observation, MemberWriter& out);
void write_members(const GitRecord& git, MemberWriter& out);
void write_members(const CarryRecord& carry, MemberWriter& out);
void write_members(const EntryRecord& entry, MemberWriter& out);
void write_members(const TreeRecord& tree, MemberWriter& out);
void write_members(const MappedRecord& mapped, MemberWriter& out);
void write_members(const ImageRecord& image, MemberWriter& out);
void write_members(const ErrorRecord& error, MemberWriter& out);
void write_members(const CloseRecord& close, MemberWriter& out);

OpenRecord read_open(Members& members);
ProcessRecord read_process(Members& members);
FileRecord read_file_record(Members& members);
MountRecord read_mount(Members& members);
EnvRecord read_env(Members& members);
ArgvRecord read_argv(Members& members);
FactRecord read_fact(Members& members);
AbsentRecord read_absent(Members& members);
ObservationRecord read_observation(Members& members);
GitRecord read_git(Members& members);
CarryRecord read_carry(Members& members);
EntryRecord read_entry(Members& members);
TreeRecord read_tree(Members& members);
MappedRecord read_mapped(Members& members);
ImageRecord read_image(Members& members);
ErrorRecord read_error(Members& members);
CloseRecord read_close(Members& members);

// The body of a record of that type; nothing when there is no such type. What is returned counts only when
// the members' mistakes are empty after Members::finish.
std::optional<RecordBody> read_body(std::string_view type, Members& members);

}  // namespace evidence::record
