#include <set>

#include "body.h"

namespace evidence::record {

namespace {

constexpr std::string_view kAlgorithm = "sha256:";

bool is_image_id(std::string_view text) {
  return text.starts_with(kAlgorithm) && Digest::parse(text.substr(kAlgorithm.size())).has_value();
}

std::string render_texts(const std::vector<std::string>& texts) {
  json::Array array;
  for (const std::string& text : texts) array.emplace_back(text);
  return json::canonical(std::move(array));
}

std::vector<std::string> read_texts(Members& members, std::string_view name) {
  std::vector<std::string> texts;
  const auto array = members.maybe(name);
  if (!array) return texts;
  json::each_element(
      *array, [&texts](const json::Place& element) { texts.push_back(element.string().value_or("")); });
  const std::set<std::string_view> different(texts.begin(), texts.end());
  if (texts.empty() || different.size() != texts.size())
    array->mistake("must have each text once, and be absent where there is none");
  return texts;
}

}  // namespace

void write_members(const ImageRecord& image, MemberWriter& out) {
  out.text_unless_empty("container", image.container);
  out.text("id", image.id);
  if (!image.repo_digests.empty()) out.raw("repo_digests", render_texts(image.repo_digests));
  if (!image.tags.empty()) out.raw("tags", render_texts(image.tags));
}

ImageRecord read_image(Members& members) {
  ImageRecord image;
  image.container = members.maybe_hex("container");
  if (const auto id = members.required("id")) {
    image.id = id->string_where(is_image_id, "\"sha256:\" and 64 lower-case hexadecimal digits").value_or("");
  }
  image.repo_digests = read_texts(members, "repo_digests");
  image.tags = read_texts(members, "tags");
  return image;
}

}  // namespace evidence::record
