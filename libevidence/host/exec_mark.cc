#include "exec_mark.h"

#include <elf.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "evidence/digest.h"
#include "proc_entry.h"

namespace evidence::host {
namespace {

constexpr std::size_t kRandomBytes = 16;

template <typename Word>
std::optional<std::uint64_t> random_address(std::string_view block) {
  constexpr std::size_t kPair = 2 * sizeof(Word);
  for (; block.size() >= kPair; block.remove_prefix(kPair)) {
    Word type = 0;
    Word value = 0;
    std::memcpy(&type, block.data(), sizeof type);
    std::memcpy(&value, block.data() + sizeof type, sizeof value);
    if (type == AT_RANDOM) {
      return value;
    }
    if (type == AT_NULL) {
      break;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string read_memory(const Descriptor& process, std::uint64_t address, std::size_t size) {
  std::string bytes = read_memory_up_to(process, address, size);
  if (bytes.size() != size) {
    throw FormatError("mem", "", "ends early");
  }
  return bytes;
}

std::string read_memory_up_to(const Descriptor& process, std::uint64_t address, std::size_t size) {
  const Descriptor memory = open_entry(process, "mem");
  std::string bytes(size, '\0');
  const ssize_t count = pread(memory.get(), bytes.data(), size, static_cast<off_t>(address));
  if (count < 0) {
    throw_errno("read", "mem");
  }
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

ExecMark read_exec_mark(const Descriptor& process) {
  const std::string auxv = read_entry(process, "auxv");
  // Pairs of a 32-bit program never read as AT_RANDOM in 64-bit words: the address would have to be 0.
  std::size_t word = sizeof(std::uint64_t);
  auto address = random_address<std::uint64_t>(auxv);
  if (!address) {
    word = sizeof(std::uint32_t);
    address = random_address<std::uint32_t>(auxv);
  }
  if (!address) {
    throw FormatError("auxv", "", "has no AT_RANDOM");
  }
  return ExecMark{.sha256 = sha256(read_memory(process, *address, kRandomBytes)).render(), .word = word};
}

}  // namespace evidence::host
