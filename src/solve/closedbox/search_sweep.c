/* Sweeps: all candidates, one after the other. */
#include <assert.h>
#include <string.h>

#include "base/index.h"
#include "solve/closedbox/search_state.h"

enum { SAMPLES = 256, SAMPLES_TRIED = 16 * SAMPLES, PROBE_NS = 1000000 };

typedef struct {
  Search *search;
  uint32_t inner;
  volatile uint64_t position;
  uint64_t end;
  volatile bool found;
} Scan;

static void run_scan(void *context)
{
  Scan *scan = context;
  Search *search = scan->search;
  const EmitPlan *plan = search->settings->plan;
  scan->found = search->code->scan(search->in, plan->variables.items[scan->inner].first,
                                   &scan->position, scan->end) != 0;
}

/* One run of the innermost variable, in pieces that take half of the guard's limit of time. Where one takes too long its
 * candidate is tried alone: only then it is the candidate that hangs. True: found. */
static bool scan_inner(Search *search, Scan *scan, SearchRange range)
{
  uint64_t piece = search->limit_ns / 2 / (search->result->price_ns + 1) + 1;
  bool alone = false;
  for (uint64_t at = range.low;; at = scan->position + !alone) {
    uint64_t size = alone ? 0 : piece;
    uint64_t end = range.high - at < size ? range.high : at + size;
    scan->position = at;
    scan->end = end;
    GuardEnd guard = guard_run(run_scan, scan);
    search->result->evaluations += scan->position - at + 1;
    if (guard == GUARD_FINE && scan->found) return true;
    alone = guard == GUARD_HUNG && !alone;
    search->result->failures += guard != GUARD_FINE && !alone;
    if ((scan->position == range.high && !alone) || search_is_over(search)) return false;
  }
}

/* Counts through all candidates; SEARCH_NOTHING if the time is over before. */
static SearchEnd sweep(Search *search)
{
  assert(search->settings->plan->variables.count > 0);
  const EmitPlan *plan = search->settings->plan;
  const SearchRange *ranges = search->settings->ranges;
  uint32_t count = (uint32_t)plan->variables.count;
  uint64_t *in = search->in;
  for (uint32_t i = 0; i < count; i++) in[plan->variables.items[i].first] = ranges[i].low;
  Scan scan = {.search = search, .inner = count - 1};
  for (;;) {
    if (scan_inner(search, &scan, ranges[count - 1])) return SEARCH_FOUND;
    if (search_is_over(search)) return SEARCH_NOTHING;
    uint32_t i = count - 1;
    while (i > 0 && in[plan->variables.items[i - 1].first] == ranges[i - 1].high) {
      i--;
      in[plan->variables.items[i].first] = ranges[i].low;
    }
    if (i == 0) return SEARCH_EMPTY;
    in[plan->variables.items[i - 1].first]++;
  }
}

static void run_trail(void *context)
{
  Search *search = context;
  search->value = search->code->trail(search->in);
}

/* What the boxes answer for some candidates: boxes that are no functions answer something else later. Where constraints
 * without boxes do not hold no box is called, so that such a candidate says nothing. */
static uint64_t sample_trails(Search *search)
{
  uint64_t trail = 0;
  uint32_t called = 0;
  search->random = random_stream(search->settings->seed, 7, 0);
  for (uint32_t i = 0; i < SAMPLES_TRIED && called < SAMPLES; i++) {
    for (uint32_t k = 0; k < search->settings->plan->variables.count; k++)
      search_randomize(search, k);
    if (search_is_over(search) || guard_run(run_trail, search) != GUARD_FINE) {
      search->result->failures++;
      break; /* one is enough to forbid a proof */
    }
    called += search->value != 0;
    trail = hash_mix(trail, search->value);
  }
  return trail;
}

uint64_t search_candidates(const SearchRange *ranges, size_t count)
{
  uint64_t product = 1;
  for (size_t i = 0; i < count; i++) {
    uint64_t size = ranges[i].high - ranges[i].low + 1;
    if (!ranges[i].bounded || size == 0 || __builtin_mul_overflow(product, size, &product))
      return UINT64_MAX;
  }
  return product;
}

/* What one candidate costs in a sweep, by the first few of it. */
static uint64_t scan_price_ps(Search *search)
{
  const EmitPlan *plan = search->settings->plan;
  const SearchRange *ranges = search->settings->ranges;
  uint32_t count = (uint32_t)plan->variables.count;
  for (uint32_t i = 0; i < count; i++) search->in[plan->variables.items[i].first] = ranges[i].low;
  SearchRange range = ranges[count - 1];
  Scan scan = {.search = search, .inner = count - 1, .position = range.low, .end = range.high};
  uint64_t most = search->result->price_ns ? PROBE_NS / search->result->price_ns : PROBE_NS;
  if (range.high - range.low > most) scan.end = range.low + most;
  uint64_t start = clock_monotonic_ns();
  GuardEnd end = guard_run(run_scan, &scan);
  uint64_t done = scan.position - range.low + 1;
  /* What ends the scan at once, a solution or a crash, says nothing. */
  if (end != GUARD_FINE || scan.found) return search->result->price_ns * 1000;
  return (clock_monotonic_ns() - start) * 1000 / done + 1;
}

/* Is there time for a sweep, if need be with its patience? */
static bool sweep_fits(Search *search)
{
  const SearchSettings *settings = search->settings;
  size_t variables = settings->plan->variables.count;
  uint64_t count = search_candidates(settings->ranges, variables), now = clock_monotonic_ns();
  if (variables == 0 || count > settings->sweep_limit || now >= search->stop_ns) return false;
  uint64_t price = scan_price_ps(search), time;
  if (__builtin_mul_overflow(count, price, &time)) return false;
  time /= 1000;
  /* The estimate is of a machine that may be busy just now. */
  if (time / 2 <= search->stop_ns - now) return true;
  if (time > settings->sweep_ns) return false;
  search->stop_ns = now + settings->sweep_ns;
  return true;
}

SearchEnd search_sweep(Search *search)
{
  if (!sweep_fits(search)) return SEARCH_NOTHING;
  uint64_t failures = search->result->failures;
  uint64_t before = search->result->trail = sample_trails(search);
  SearchEnd end = sweep(search);
  if (end != SEARCH_EMPTY) return end;
  return sample_trails(search) == before && search->result->failures == failures ? SEARCH_EMPTY
                                                                                 : SEARCH_NOTHING;
}

SearchEnd search_confirm_sweep(Search *search)
{
  search->result->failures = 0; /* those of what was measured do not count */
  search->result->trail = sample_trails(search);
  return sweep_fits(search) ? sweep(search) : SEARCH_NOTHING;
}
