#include "inspect.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace evidence::host {
namespace {

using json::ObjectReader;
using json::Place;

constexpr std::string_view kAlgorithm = "sha256:";

bool is_digits(std::string_view text) {
  return Digest::parse(text).has_value();
}

// podman leaves the algorithm out.
bool is_image_id(std::string_view text) {
  return is_digits(text.starts_with(kAlgorithm) ? text.substr(kAlgorithm.size()) : text);
}

bool is_image_digest(std::string_view text) {
  return text.starts_with(kAlgorithm) && is_digits(text.substr(kAlgorithm.size()));
}

std::optional<std::string> image_id(const std::optional<Place>& place) {
  auto id = place ? place->string_where(is_image_id, "an image's id: sha256: and 64 hexadecimal digits")
                  : std::nullopt;
  if (id && !id->starts_with(kAlgorithm)) {
    id->insert(0, kAlgorithm);
  }
  return id;
}

// Go writes an empty list as null.
std::vector<std::string> texts(const std::optional<Place>& place) {
  std::vector<std::string> found;
  if (place && !place->node().is(json::Kind::null)) {
    json::each_element(*place, [&found](const Place& element) {
      if (auto text = element.string()) {
        found.push_back(*std::move(text));
      }
    });
  }
  return found;
}

std::vector<std::string> sorted(const std::vector<std::string>& texts) {
  const std::set<std::string> unique(texts.begin(), texts.end());
  return {unique.begin(), unique.end()};
}

// A reference without its tag, which follows the last ':' unless that is a registry's port.
std::string_view repository(std::string_view reference) {
  const std::size_t colon = reference.rfind(':');
  const std::size_t slash = reference.rfind('/');
  const bool tagged = colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash);
  return tagged ? reference.substr(0, colon) : reference;
}

// The names by which a container's image was asked for: NAME, NAME:TAG, NAME[:TAG]@DIGEST, or an id.
void add_reference(std::string_view reference, std::set<std::string>& digests, std::set<std::string>& tags) {
  const std::size_t at = reference.find('@');
  if (at != std::string_view::npos) {
    if (is_image_digest(reference.substr(at + 1))) {
      digests.insert(std::string(repository(reference.substr(0, at))) + std::string(reference.substr(at)));
    }
    return;
  }
  if (!reference.empty() && !is_image_id(reference)) {
    tags.insert(std::string(reference));
  }
}

std::optional<std::string> maybe_string(ObjectReader& reader, std::string_view name) {
  const auto place = reader.maybe(name);
  return place ? place->string() : std::nullopt;
}

Inspected read_container(ObjectReader& reader) {
  Inspected answer;
  if (const auto id = reader.required("Id")) {
    answer.image.container = id->sha256().value_or("");
  }
  answer.image.id = image_id(reader.required("Image")).value_or("");
  std::set<std::string> digests;
  std::set<std::string> tags;
  if (const auto place = reader.required("Config")) {
    ObjectReader config(*place);
    add_reference(maybe_string(config, "Image").value_or(""), digests, tags);
    answer.environment = texts(config.maybe("Env"));
  }
  // podman's: the name without registry defaults left out, and the digest that belongs to it.
  const std::string name = maybe_string(reader, "ImageName").value_or("");
  add_reference(name, digests, tags);
  if (const auto place = reader.maybe("ImageDigest")) {
    const auto digest =
        place->string_where(is_image_digest, "an image's digest: sha256: and 64 hexadecimal digits");
    if (digest && !name.empty() && !is_image_id(name)) {
      digests.insert(std::string(repository(name.substr(0, name.find('@')))) + "@" + *digest);
    }
  }
  answer.image.repo_digests.assign(digests.begin(), digests.end());
  answer.image.tags.assign(tags.begin(), tags.end());
  return answer;
}

Inspected read_image(ObjectReader& reader) {
  Inspected answer;
  if (!reader.has("RepoDigests") && !reader.has("RepoTags") && !reader.has("RootFS")) {
    reader.place().mistake("is neither an image nor a container");
  }
  answer.image.id = image_id(reader.required("Id")).value_or("");
  answer.image.repo_digests = sorted(texts(reader.maybe("RepoDigests")));
  answer.image.tags = sorted(texts(reader.maybe("RepoTags")));
  return answer;
}

Inspected read_answer(const Place& place) {
  ObjectReader reader(place);
  if (!place.node().is(json::Kind::object)) {
    return {};
  }
  return reader.has("Image") ? read_container(reader) : read_image(reader);
}

}  // namespace

std::variant<std::vector<Inspected>, std::vector<json::Mistake>> read_inspect(std::string_view bytes) {
  json::Document document;
  if (const auto error = document.scan(bytes, json::Form::any)) {
    return std::vector{json::Mistake{"$", "line " + std::to_string(error->line) + ": " + error->reason}};
  }
  json::Mistakes mistakes;
  std::vector<Inspected> answers;
  const Place root(document.root(), mistakes);
  if (!document.root().is(json::Kind::array)) {
    answers.push_back(read_answer(root));
  } else {
    json::each_element(root, [&answers](const Place& element) { answers.push_back(read_answer(element)); });
    if (answers.empty()) {
      root.mistake("holds no answer");
    }
  }
  if (!mistakes.empty()) {
    return mistakes.list();
  }
  return answers;
}

}  // namespace evidence::host
