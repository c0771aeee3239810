#include "aggregates.h"

#include "aggregate.h"
#include "arguments.h"

namespace evidence::query {
namespace {

template <typename Kind>
struct Entry {
  const char* name;
  int arguments;
  std::unique_ptr<Kind> (*make)();
};

constexpr int kAnyNumber = -1;
constexpr Entry<Aggregate> kGroups[] = {{"agree", kAnyNumber, make_agree},
                                        {"every", 1, make_every},
                                        {"mean", 1, make_mean},
                                        {"median", 1, make_median},
                                        {"spread", 1, make_spread},
                                        {"paired_t_low", 2, make_paired_t_low},
                                        {"paired_t_high", 2, make_paired_t_high}};
constexpr Entry<WindowAggregate> kWindows[] = {
    {"sum", 1, make_sum}, {"avg", 1, make_avg}, {"total", 1, make_total}};

template <typename Kind>
const Entry<Kind>& entry(sqlite3_context* context) {
  return *static_cast<const Entry<Kind>*>(sqlite3_user_data(context));
}

// SQLite keeps one pointer for each group, null before its first row. finish() is called for every group,
// also when the query fails.
template <typename Kind>
Kind*& slot(sqlite3_context* context) {
  auto* place = static_cast<Kind**>(sqlite3_aggregate_context(context, sizeof(Kind*)));
  if (place == nullptr) throw std::bad_alloc();
  return *place;
}

template <typename Kind>
Kind& present(sqlite3_context* context) {
  Kind*& kept = slot<Kind>(context);
  if (kept == nullptr) kept = entry<Kind>(context).make().release();
  return *kept;
}

Aggregate::Arguments arguments(int count, sqlite3_value** values) {
  return {values, static_cast<std::size_t>(count)};
}

template <typename Kind>
void step(sqlite3_context* context, int count, sqlite3_value** values) noexcept {
  guarded(context, entry<Kind>(context).name, [&] { present<Kind>(context).add(arguments(count, values)); });
}

void retreat(sqlite3_context* context, int count, sqlite3_value** values) noexcept {
  guarded(context, entry<WindowAggregate>(context).name,
          [&] { present<WindowAggregate>(context).remove(arguments(count, values)); });
}

void show(sqlite3_context* context) noexcept {
  guarded(context, entry<WindowAggregate>(context).name,
          [&] { give(context, present<WindowAggregate>(context).answer()); });
}

template <typename Kind>
void finish(sqlite3_context* context) noexcept {
  guarded(context, entry<Kind>(context).name, [&] {
    const std::unique_ptr<Kind> aggregate(&present<Kind>(context));
    slot<Kind>(context) = nullptr;
    give(context, aggregate->answer());
  });
}

constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;

void require(int status) {
  if (status != SQLITE_OK) throw std::bad_alloc();
}

// SQLite takes what belongs to a function as something that could be changed.
void* user_data(const auto& entry) {
  return const_cast<void*>(static_cast<const void*>(&entry));
}

}  // namespace

void add_aggregates(sqlite3* connection) {
  for (const auto& group : kGroups) {
    require(sqlite3_create_function_v2(connection, group.name, group.arguments, kFlags, user_data(group),
                                       nullptr, step<Aggregate>, finish<Aggregate>, nullptr));
  }
  for (const auto& window : kWindows) {
    require(sqlite3_create_window_function(connection, window.name, window.arguments, kFlags,
                                           user_data(window), step<WindowAggregate>, finish<WindowAggregate>,
                                           show, retreat, nullptr));
  }
}

}  // namespace evidence::query
