#include "mentions.h"

namespace evidence::query {

std::vector<Mention> find_mentions(std::span<const Token> tokens, std::size_t begin, std::size_t end) {
  std::vector<Mention> mentions;
  const auto is_at = [&](std::size_t at, std::string_view symbol) {
    return at < end && tokens[at].is_symbol(symbol);
  };
  for (std::size_t at = begin; at < end; ++at) {
    const bool names_only = at > 0 && tokens[at - 1].is_word("as");
    if (!tokens[at].is_name() || tokens[at].is_word("as") || names_only || is_at(at + 1, "(")) continue;
    if (is_at(at + 1, ".") && at + 2 < end && tokens[at + 2].is_name()) {
      mentions.push_back({tokens[at].text, tokens[at + 2].text, at, at + 3});
      at += 2;
    } else {
      mentions.push_back({"", tokens[at].text, at, at + 1});
    }
  }
  return mentions;
}

}  // namespace evidence::query
