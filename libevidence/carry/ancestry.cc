#include "ancestry.h"

#include <queue>
#include <set>
#include <utility>

namespace evidence::carry {

namespace {

// A hundred times the commits of any history known; bounds memory to about a gigabyte.
constexpr std::size_t kMaxCommits = 1 << 24;

class Walk {
 public:
  Walk(const Objects& objects, const git_oid& from) : objects_(objects), from_(from) {}

  Ancestry run(const git_oid& to) {
    if (meet(to)) return Ancestry::descends;
    while (!waiting_.empty()) {
      const std::vector<git_oid> parents = waiting_.top().parents;
      waiting_.pop();
      for (const git_oid& parent : parents) {
        if (meet(parent)) return Ancestry::descends;
      }
    }
    return missing_ ? Ancestry::unknown : Ancestry::apart;
  }

 private:
  // The newest first, which finds an ancestor soon where the dates are honest and nothing else.
  struct Waiting {
    std::int64_t time;
    std::vector<git_oid> parents;
    bool operator<(const Waiting& other) const { return time < other.time; }
  };

  // True when this is the one that is looked for; it need not be read for that.
  bool meet(const git_oid& id) {
    if (same_id(id, from_)) return true;
    if (!seen_.insert(id).second) return false;
    if (seen_.size() > kMaxCommits)
      throw Unreadable("the history has more than " + std::to_string(kMaxCommits) + " commits");
    auto commit = objects_.maybe_commit(id);
    if (!commit) {
      missing_ = true;
    } else if (!commit->parents.empty()) {
      waiting_.push({commit->time, std::move(commit->parents)});
    }
    return false;
  }

  const Objects& objects_;
  const git_oid& from_;
  std::set<git_oid, IdOrder> seen_;
  std::priority_queue<Waiting> waiting_;
  bool missing_ = false;
};

}  // namespace

Ancestry ancestry(const Objects& objects, const git_oid& from, const git_oid& to) {
  return Walk(objects, from).run(to);
}

}  // namespace evidence::carry
