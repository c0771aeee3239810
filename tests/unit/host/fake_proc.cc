#include "fake_proc.h"

#include <elf.h>

#include <filesystem>

namespace evidence::host {
namespace {

namespace fs = std::filesystem;

void append_word(std::string& out, std::uint64_t value, std::size_t word) {
  out.append(reinterpret_cast<const char*>(&value), word);
}

}  // namespace

std::string render_stat(std::int64_t pid, const FakeStat& stat) {
  std::string text =
      std::to_string(pid) + " (" + stat.name + ") " + stat.state + " " + std::to_string(stat.parent);
  for (int field = 5; field <= 52; ++field) {
    std::string value = "0";
    if (field == 20) value = std::to_string(stat.threads);
    if (field == 22) value = std::to_string(stat.start_ticks);
    if (field == 50) value = "4096";
    if (field == 51) value = std::to_string(4096 + stat.environment_size);
    text += " " + value;
  }
  return text + "\n";
}

FakeProc::FakeProc() {
  fs::create_directories(folder_ / "sys/kernel/random");
  fs::create_directories(root());
  folder_.write("sys/kernel/random/boot_id", "0f2d3c6a-5a0e-4e6f-9c57-3b6f1c3c2d11\n");
  folder_.write("machine-id", "00112233445566778899aabbccddeeff\n");
  folder_.write("program", "an executable");
}

void FakeProc::add(std::int64_t pid, const FakeStat& stat) {
  for (const char* name : {"ns", "fd", "fdinfo"}) fs::create_directories(path(pid, name));
  write(pid, "stat", render_stat(pid, stat));
  write(pid, "auxv", auxiliary_vector(32));
  write(pid, "mem", std::string(32, '\0') + "sixteen bytes, " + std::to_string(pid % 10));
  write(pid, "status", "Name:\tengine\nUid:\t7\t1000\t9\t9\nGid:\t1\t1\t1\t1\n");
  write(pid, "cgroup", "0::/user.slice\n");
  for (const char* name : {"environ", "cmdline", "maps", "mountinfo"}) write(pid, name, "");
  fs::create_symlink("mnt:[4026531841]", path(pid, "ns/mnt"));
  fs::create_symlink(folder_ / "program", path(pid, "exe"));
  fs::create_symlink(root(), path(pid, "root"));
}

std::string FakeProc::write(std::int64_t pid, std::string_view entry, std::string_view bytes) const {
  return folder_.write(std::to_string(pid) + "/" + std::string(entry), bytes);
}

std::string FakeProc::path(std::int64_t pid, std::string_view entry) const {
  return folder_ / (std::to_string(pid) + "/" + std::string(entry));
}

std::string auxiliary_vector(std::uint64_t random_address, std::size_t word) {
  std::string block;
  for (const std::uint64_t value : {std::uint64_t{AT_PAGESZ}, std::uint64_t{4096}, std::uint64_t{AT_RANDOM},
                                    random_address, std::uint64_t{AT_NULL}, std::uint64_t{0}}) {
    append_word(block, value, word);
  }
  return block;
}

}  // namespace evidence::host
