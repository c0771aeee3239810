#include "evidence/digest.h"
#include "list_keywords.h"
#include "list_names.h"

namespace evidence {
namespace {

// A first slash would be a command to the readers of mtree, and a name without any slash would stand in the
// directory that an earlier line opened.
std::string mtree_path(std::string_view path) {
  if (path.empty() || path == ".") return ".";
  if (path.starts_with('/')) return "\\057" + mtree_encoded(path.substr(1));
  return (path.starts_with("./") ? "" : "./") + mtree_encoded(path);
}

std::string mtree_line(const ListedEntry& entry) {
  std::string line = mtree_path(entry.path);
  const EntryKind kind = entry.kind.value_or(EntryKind::file);
  if (entry.kind) line += " type=" + std::string(mtree_type(*entry.kind));
  if (entry.mode && kind != EntryKind::symlink) line += " mode=" + mode_digits(*entry.mode);
  if (entry.size && kind == EntryKind::file) line += " size=" + std::to_string(*entry.size);
  if (entry.target) line += " link=" + mtree_encoded(*entry.target);
  if (entry.digest) line += " sha256digest=" + entry.digest->render();
  return line + "\n";
}

}  // namespace

std::string render_list_head(ListFormat format) {
  return format == ListFormat::mtree ? "#mtree\n" : "";
}

std::string render_list_line(ListFormat format, ListEnd end, const ListedEntry& entry) {
  if (format == ListFormat::mtree) return mtree_line(entry);
  const bool escaped = end == ListEnd::line_feed && needs_gnu_escapes(entry.path);
  const std::string name = escaped ? gnu_escaped(entry.path) : entry.path;
  const std::string digits = entry.digest.value().render();
  std::string line = escaped ? "\\" : "";
  line += format == ListFormat::bsd ? "SHA256 (" + name + ") = " + digits : digits + "  " + name;
  return line += end == ListEnd::nul ? '\0' : '\n';
}

}  // namespace evidence
