#include <algorithm>
#include <cassert>

#include "escape.h"
#include "evidence/base.h"
#include "evidence/json.h"
#include "number.h"
#include "order.h"

namespace evidence::json {
namespace {

enum class Layout { canonical, pretty };

// Writes one value after another to the end of a text. Recursion is bounded by the nesting of values that the
// program itself builds or that was scanned.
class Writer {
 public:
  explicit Writer(Layout layout) : layout_(layout) {}
  void write(const Value& value) {
    std::visit([this](const auto& data) { put(data); }, value.data());
  }
  std::string take() { return std::move(out_); }

 private:
  using Member = Object::value_type;

  void put(std::nullptr_t) { out_ += "null"; }
  void put(bool boolean) { out_ += boolean ? "true" : "false"; }
  void put(std::int64_t integer) {
    assert(integer >= -kMaxInteger && integer <= kMaxInteger);
    out_ += std::to_string(integer);
  }
  void put(double number) { out_ += number_text(number).view(); }
  void put(const std::string& text) { append_canonical_string(out_, text); }
  void put(const Array& array) {
    open('[');
    for (const Value& value : array) {
      separate();
      write(value);
    }
    close(']');
  }
  void put(const Object& object) {
    std::vector<const Member*> members;
    members.reserve(object.size());
    for (const Member& member : object) members.push_back(&member);
    const auto before = [](const Member* a, const Member* b) {
      return compare_utf16(a->first, b->first) < 0;
    };
    if (!std::is_sorted(members.begin(), members.end(), before)) {
      std::sort(members.begin(), members.end(), before);
    }
    open('{');
    for (const Member* member : members) {
      separate();
      append_canonical_string(out_, member->first);
      out_ += layout_ == Layout::pretty ? ": " : ":";
      write(member->second);
    }
    close('}');
  }

  void open(char bracket) {
    out_ += bracket;
    ++depth_;
  }
  // Before each child. Only the first one of its container stands right behind an opening bracket, for every
  // value ends in something else.
  void separate() {
    if (!is_first()) out_ += ',';
    break_line();
  }
  void close(char bracket) {
    --depth_;
    if (!is_first()) break_line();
    out_ += bracket;
  }
  bool is_first() const { return out_.back() == '[' || out_.back() == '{'; }
  void break_line() {
    if (layout_ == Layout::canonical) return;
    out_ += '\n';
    out_.append(2 * depth_, ' ');
  }

  const Layout layout_;
  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string canonical(const Value& value) {
  Writer writer(Layout::canonical);
  writer.write(value);
  return writer.take();
}

std::string pretty(const Value& value) {
  Writer writer(Layout::pretty);
  writer.write(value);
  return writer.take() + '\n';
}

void append_canonical_string(std::string& out, std::string_view text) {
  assert(is_utf8(text));
  out += '"';
  std::size_t copied = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    out += text.substr(copied, i - copied);
    out += canonical_escape(byte);
    copied = i + 1;
  }
  out += text.substr(copied);
  out += '"';
}

}  // namespace evidence::json
