#include "solve/closedbox/search.h"

#include <assert.h>
#include <string.h>

#include "solve/closedbox/runtime.h"
#include "solve/closedbox/search_state.h"

enum {
  PRICE_SAMPLES = 32,
  PRICE_LEAST = 3,
  STAGNATION = 3000,
  FAILURES = 2,
  PLATEAU = 400,
  CLIMB = 3,
  CHECK_EVERY = 256,
  LIMIT_LEAST_NS = 3000000
};

/* --- evaluating --- */

static void run_cost(void *context)
{
  Search *search = context;
  search->value = search->code->cost(search->in, search->costs);
}

uint64_t search_evaluate(Search *search)
{
  search->result->evaluations++;
  GuardEnd end = guard_run(run_cost, search);
  if (end == GUARD_FINE) return search->value;
  search->result->failures++;
  search->hangs += end == GUARD_HUNG;
  return UINT64_MAX;
}

static void copy_words(const Search *search, uint64_t *to, const uint64_t *from)
{
  memcpy(to, from, search->settings->plan->words * sizeof *to);
}

void search_keep_if_good(Search *search)
{
  uint64_t cost = search_evaluate(search);
  if (cost > search->cost) return;
  search->cost = cost;
  copy_words(search, search->best, search->in);
}

void search_return_to_best(Search *search)
{
  copy_words(search, search->in, search->best);
}

/* --- guided search --- */

void search_restart(Search *search, uint64_t number)
{
  const EmitPlan *plan = search->settings->plan;
  *search->code->mode = (int)(number % DISTANCE_COUNT);
  search_choose_alphabet(search);
  if (number == 0)
    memset(search->in, 0, plan->words * sizeof *search->in);
  else
    for (uint32_t i = 0; i < plan->variables.count; i++) search_randomize(search, i);
  for (uint32_t i = 0; i < plan->variables.count; i++) {
    const EmitVariable *variable = search_variable(search, i);
    if (variable->layout.kind == LAYOUT_BITS || variable->layout.kind == LAYOUT_INT)
      search->in[variable->first] =
          search_in_range(search->settings->ranges[i], search->in[variable->first]);
  }
  search->cost = UINT64_MAX;
  copy_words(search, search->best, search->in);
  search_keep_if_good(search);
}

static bool is_dear(const Search *search)
{
  return search->result->price_ns > SEARCH_SLOW_NS || search->hangs;
}

/* So many moves without success are enough: few where there is no direction, for nothing but failures or a plateau was
 * seen; more with each restart where the distance has fallen. */
static uint64_t patience(const Search *search, uint64_t number, uint32_t steps)
{
  if (search->cost == UINT64_MAX) return FAILURES;
  if (steps < CLIMB) return PLATEAU;
  return STAGNATION << (number / 8 < 6 ? number / 8 : 6);
}

/* From one start; true if a solution was found, which is the best then. */
static bool climb(Search *search, uint64_t number)
{
  uint64_t idle = 0;
  uint32_t steps = 0;
  for (uint64_t i = 0; search->cost && idle < patience(search, number, steps); i++) {
    bool look = i % CHECK_EVERY == 0 || search->result->price_ns > SEARCH_SLOW_NS;
    if (look && search_is_over(search)) return false;
    uint64_t before = search->cost;
    search_return_to_best(search);
    if (random_chance(&search->random, 1, 4))
      search_change_two(search);
    else
      search_change_one(search);
    search_keep_if_good(search);
    steps += search->cost < before;
    idle = search->cost < before ? 0 : idle + 1;
  }
  return search->cost == 0;
}

static bool guided(Search *search)
{
  for (uint64_t number = search->settings->first; !search_is_over(search); number++) {
    search_restart(search, number);
    if (climb(search, number)) {
      search_return_to_best(search);
      return true;
    }
    /* Borders depend on the values of the other variables. */
    if (search->plateaus && !is_dear(search) && search_bisect(search, number + 1, 1)) return true;
  }
  return false;
}

/* Guided search for a part of the time. */
static bool guided_for(Search *search, uint64_t wall_ns)
{
  uint64_t end = search->stop_ns, now = clock_monotonic_ns();
  if (now + wall_ns < end) search->stop_ns = now + wall_ns;
  bool found = guided(search);
  search->stop_ns = end;
  return found;
}

/* --- all --- */

/* Boxes that hang for some arguments must not cost a second each. */
static void set_limit(Search *search)
{
  uint64_t limit = 20 * search->result->price_ns;
  if (limit < LIMIT_LEAST_NS) limit = LIMIT_LEAST_NS;
  search->limit_ns = limit < search->settings->call_ns ? limit : search->settings->call_ns;
  guard_set_limit(search->limit_ns);
}

/* The price of an evaluation that ends; those that fail say nothing about it. */
static void measure(Search *search)
{
  uint64_t start = clock_monotonic_ns(), spent = 0;
  uint32_t count = 0;
  search->limit_ns = search->settings->call_ns < 20000000 ? search->settings->call_ns : 20000000;
  guard_set_limit(search->limit_ns);
  for (uint32_t i = 0;
       i < PRICE_LEAST || (i < PRICE_SAMPLES && clock_monotonic_ns() - start < 5000000); i++) {
    for (uint32_t k = 0; k < search->settings->plan->variables.count; k++)
      search_randomize(search, k);
    uint64_t before = clock_monotonic_ns();
    if (search_evaluate(search) == UINT64_MAX) continue;
    spent += clock_monotonic_ns() - before;
    count++;
  }
  search->result->price_ns = count ? spent / count : 0;
  *search->code->staged = search->result->price_ns > SEARCH_SLOW_NS;
  set_limit(search);
}

/* Where a call takes milliseconds, or does not end, some hundred of them are worth more than anything that others could do in that time. */
static void be_patient(Search *search)
{
  uint64_t now = clock_monotonic_ns(), most = search->settings->patience_ns;
  uint64_t wanted = 300 * search->result->price_ns + 500 * search->hangs * search->limit_ns;
  if (wanted > most) wanted = most;
  if (search->stop_ns < now + wanted) search->stop_ns = now + wanted;
}

static bool search_all(Search *search)
{
  SearchResult *result = search->result;
  bool slow = result->price_ns > 50 * SEARCH_SLOW_NS;
  bool found = false;
  if (search->settings->sweep_only) {
    result->end = search_sweep(search);
    return false;
  }
  if (slow || search->hangs) be_patient(search);
  if (!slow) found = guided_for(search, 4000000 + 40 * search->hangs * search->limit_ns);
  if (!found && !slow) found = search_linear(search);
  if (!found) found = search_bisect(search, 0, is_dear(search) ? 2 : 6);
  if (!found) result->end = search_sweep(search);
  if (!found && result->end == SEARCH_NOTHING) found = search_join(search);
  if (!found && result->end == SEARCH_NOTHING) found = guided(search);
  return found;
}

void box_search_run(const SearchSettings *settings, const SearchCode *code, uint64_t *candidate,
                    SearchResult *result)
{
  assert(settings->plan);
  assert(settings->call_ns > 0);
  *result = (SearchResult){.end = SEARCH_NOTHING};
  Search search = {.settings = settings,
                   .code = code,
                   .result = result,
                   .in = candidate,
                   .best = mem_alloc_zero(settings->plan->words + 1, sizeof(uint64_t)),
                   .costs = mem_alloc_zero(settings->plan->constraints.count + 1, sizeof(uint64_t)),
                   .stop_ns = clock_monotonic_ns() + settings->wall_ns,
                   .bytes_below = 256,
                   .random = random_stream(settings->seed, 0, 0)};
  measure(&search);
  bool found = false;
  if (settings->confirm)
    result->end = search_confirm_sweep(&search);
  else
    found = search_all(&search);
  if (found) result->end = SEARCH_FOUND;
  free(search.best);
  free(search.costs);
}
