#include <algorithm>
#include <filesystem>

#include "evidence/manifest.h"
#include "evidence/tar.h"

namespace evidence {

namespace {

constexpr std::size_t kMaxPlanFile = 64 << 20;
constexpr std::size_t kMaxRegistration = 256 << 20;
constexpr std::string_view kManifestFile = "manifest.json";
constexpr std::string_view kBindingFile = "binding.json";
constexpr std::string_view kPayloadFolder = "/data/";
constexpr std::string_view kPlanFolder = "/data/plan/";

// Precondition: sorted by path. A hostile plan may have as many files as a packet has members.
const PlanFile* find_sorted(const std::vector<PlanFile>& files, std::string_view path) {
  const auto found =
      std::lower_bound(files.begin(), files.end(), path,
                       [](const PlanFile& file, std::string_view wanted) { return file.path < wanted; });
  return found == files.end() || found->path != path ? nullptr : &*found;
}

// Precondition: sorted by path.
Manifest::Fetch fetch_from(const std::vector<PlanFile>& files, std::string_view name) {
  return [&files, name = std::string(name)](const std::string& path) {
    if (const PlanFile* file = find_sorted(files, path)) return file->bytes;
    throw FormatError(name, path, "is named by the manifest and missing from the plan");
  };
}

const PlanFile* find_file(const std::vector<PlanFile>& files, std::string_view path) {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const PlanFile& file) { return file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

void sort_by_path(std::vector<PlanFile>& files) {
  std::sort(files.begin(), files.end(), [](const PlanFile& a, const PlanFile& b) { return a.path < b.path; });
}

void refuse_unnamed(const Manifest& manifest, const std::vector<PlanFile>& files, std::string_view name) {
  std::vector<std::string> named = manifest.named_files();
  std::sort(named.begin(), named.end());
  for (const PlanFile& file : files) {
    if (file.path == kManifestFile || file.path == kBindingFile) continue;
    if (!std::binary_search(named.begin(), named.end(), file.path)) {
      throw FormatError(name, printable(file.path), "is in the plan and named by nothing in the manifest");
    }
  }
}

}  // namespace

Plan Plan::assemble(std::vector<PlanFile> files, const Binding& binding, std::string_view name) {
  sort_by_path(files);
  const PlanFile* manifest_file = find_sorted(files, kManifestFile);
  if (manifest_file == nullptr) throw FormatError(name, "", "has no manifest.json");
  Manifest manifest = Manifest::parse(manifest_file->bytes, binding, fetch_from(files, name), name);
  refuse_unnamed(manifest, files, name);
  Plan plan(std::move(manifest), sha256(manifest_file->bytes));
  plan.binding_ = binding;
  plan.run_ = plan.manifest_digest_.render();
  plan.files_ = std::move(files);
  return plan;
}

Plan Plan::from_files(std::vector<PlanFile> files, std::string_view name) {
  Binding binding;
  if (const PlanFile* file = find_file(files, kBindingFile)) {
    binding = Binding::parse(file->bytes, std::string(name) + "/" + file->path);
    if (binding.values().empty())
      throw FormatError(name, file->path, "has no values, so it must not be there");
    if (binding.render() != file->bytes) throw FormatError(name, file->path, "is not in canonical form");
  }
  return assemble(std::move(files), binding, name);
}

Plan Plan::unregistered(const std::string& manifest_path, const Binding& binding) {
  const std::string bytes = read_file(manifest_path, kMaxPlanFile);
  if (tar::looks_like_tar(bytes))
    throw UsageError(printable(manifest_path) + ": is a registration already, not a manifest");
  std::vector<PlanFile> files{{std::string(kManifestFile), bytes}};
  if (!binding.values().empty()) files.push_back({std::string(kBindingFile), binding.render()});
  const std::filesystem::path parent = std::filesystem::path(manifest_path).parent_path();
  const Descriptor folder = open_directory(parent.empty() ? "." : parent.string());
  const auto fetch = [&](const std::string& path) {
    if (find_file(files, path) == nullptr) {
      files.push_back({path, read_to_end(open_beneath(folder, path, Resolve::beneath), path, kMaxPlanFile)});
    }
    return find_file(files, path)->bytes;
  };
  Manifest::parse(bytes, binding, fetch, manifest_path);
  return assemble(std::move(files), binding, manifest_path);
}

Plan Plan::from_registration(std::string_view tar, std::string_view name) {
  const tar::ReadAt read_at = [&](std::uint64_t offset, char* into, std::size_t length) {
    if (offset > tar.size() || tar.size() - offset < length)
      throw FormatError(name, "offset " + std::to_string(offset), "is cut off");
    tar.copy(into, length, offset);
  };
  const tar::Index index = tar::read_index(read_at, tar.size(), name);
  std::vector<PlanFile> files;
  std::string_view base;
  for (const tar::Member& member : index.members) {
    const std::size_t slash = std::min(member.path.find('/'), member.path.size());
    const std::string_view below = std::string_view(member.path).substr(slash);
    // Two folders could hold two manifests.
    if (base.empty()) base = std::string_view(member.path).substr(0, slash);
    if (base != std::string_view(member.path).substr(0, slash))
      throw FormatError(name, member.path, "is outside the folder " + std::string(base));
    if (below.starts_with(kPlanFolder)) {
      files.push_back({std::string(below.substr(kPlanFolder.size())),
                       std::string(tar.substr(member.offset, member.size))});
    } else if (below.starts_with(kPayloadFolder)) {
      throw FormatError(name, member.path, "is data; a registration holds a plan and nothing else");
    }
  }
  Plan plan = from_files(std::move(files), name);
  plan.registered_ = true;
  plan.run_ = sha256(tar).render();
  plan.registration_ = std::string(tar);
  return plan;
}

Plan Plan::load(const std::string& path) {
  std::string bytes = read_file(path, kMaxRegistration);
  if (tar::looks_like_tar(bytes)) return from_registration(bytes, path);
  return unregistered(path, Binding());
}

const PlanFile* Plan::file(std::string_view path) const {
  return find_sorted(files_, path);
}

}  // namespace evidence
