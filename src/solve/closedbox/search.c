#include "solve/closedbox/search.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "solve/closedbox/runtime.h"

enum { PRICE_SAMPLES = 32, SLOW_NS = 2000, STAGNATION = 3000, SAMPLES = 256, CHECK_EVERY = 256 };

typedef struct {
  const SearchSettings *settings;
  const SearchCode *code;
  SearchResult *result;
  uint64_t *in; /* the candidate that is evaluated */
  uint64_t *best;
  uint64_t *costs;
  uint64_t cost;  /* of `best` */
  uint64_t value; /* of the evaluation that guard_run makes */
  uint64_t stop_ns;
  uint64_t limit_ns; /* of the guard */
  Random random;
} Search;

static uint32_t words_of(const Search *search)
{
  return search->settings->plan->words;
}

static bool over(const Search *search)
{
  return clock_monotonic_ns() >= search->stop_ns;
}

/* --- evaluating --- */

static void run_cost(void *context)
{
  Search *search = context;
  search->value = search->code->cost(search->in, search->costs);
}

/* The cost of the candidate; UINT64_MAX if its evaluation failed. */
static uint64_t evaluate(Search *search)
{
  search->result->evaluations++;
  if (guard_run(run_cost, search) == GUARD_FINE) return search->value;
  search->result->failures++;
  return UINT64_MAX;
}

static void copy_words(const Search *search, uint64_t *to, const uint64_t *from)
{
  memcpy(to, from, words_of(search) * sizeof *to);
}

/* Keeps the candidate if it is no worse. */
static bool keep_if_good(Search *search)
{
  uint64_t cost = evaluate(search);
  if (cost > search->cost) return false;
  search->cost = cost;
  copy_words(search, search->best, search->in);
  return true;
}

/* --- random values --- */

static uint64_t in_range(SearchRange range, uint64_t word)
{
  uint64_t size = range.high - range.low + 1;
  if (size == 0 || word - range.low < size) return word;
  return range.low + (word - range.low) % size;
}

static uint64_t random_word(Search *search, const EmitVariable *variable, SearchRange range)
{
  Random *random = &search->random;
  const SearchSettings *settings = search->settings;
  uint64_t word = random_u64(random);
  double number;
  switch (random_below(random, 6)) {
  case 0:
    if (settings->dictionary_count) {
      word = settings->dictionary[random_below(random, settings->dictionary_count)];
      return variable->layout.kind == LAYOUT_BITS || variable->layout.kind == LAYOUT_INT
                 ? in_range(range, word & layout_mask(variable->layout.width))
                 : word;
    }
    break;
  case 1: word = random_below(random, 256); break;
  case 2: word = UINT64_C(1) << random_below(random, 64); break;
  case 3: word >>= random_below(random, 64); break;
  case 4: word = 0 - (word >> random_below(random, 64)); break;
  default: break;
  }
  if (variable->layout.kind == LAYOUT_REAL || variable->layout.kind == LAYOUT_DOUBLE) {
    number = (double)(int64_t)word / (double)(1 << random_below(random, 12));
    if (random_chance(random, 1, 2)) number = (random_unit(random) - 0.5) * 200;
    memcpy(&word, &number, sizeof word);
    return word;
  }
  if (variable->layout.kind == LAYOUT_FLOAT) {
    float narrow = (float)((random_unit(random) - 0.5) * ldexp(1, (int)random_below(random, 30)));
    word = 0;
    memcpy(&word, &narrow, sizeof narrow);
    return word;
  }
  if (variable->layout.kind == LAYOUT_BOOL) return word & 1;
  return in_range(range, word & layout_mask(variable->layout.width));
}

static void randomize(Search *search, uint32_t number)
{
  const EmitVariable *variable = &search->settings->plan->variables.items[number];
  uint64_t *words = search->in + variable->first;
  uint8_t *bytes = (uint8_t *)(words + 1);
  switch (variable->layout.kind) {
  case LAYOUT_STRING:
    memset(words, 0, sizeof *words * variable->layout.words);
    words[0] = random_below(&search->random, 12);
    for (uint64_t i = 0; i < words[0]; i++)
      bytes[i] = (uint8_t)(32 + random_below(&search->random, 95));
    break;
  case LAYOUT_WIDE:
  case LAYOUT_BYTES:
    for (uint32_t i = 0; i < variable->layout.words; i++)
      words[i] = random_chance(&search->random, 1, 2) ? random_u64(&search->random) : 0;
    if (variable->layout.kind == LAYOUT_WIDE && variable->layout.width % 64)
      words[variable->layout.words - 1] &= layout_mask(variable->layout.width % 64);
    break;
  default: words[0] = random_word(search, variable, search->settings->ranges[number]); break;
  }
}

/* --- moves --- */

static void change_string(Search *search, uint64_t *words)
{
  Random *random = &search->random;
  uint8_t *bytes = (uint8_t *)(words + 1);
  uint64_t length = words[0], at = length ? random_below(random, length) : 0;
  uint8_t fresh = (uint8_t)(random_chance(random, 1, 2) ? 48 + random_below(random, 10)
                                                        : 32 + random_below(random, 95));
  switch (random_below(random, 4)) {
  case 0: /* insert */
    if (length >= LAYOUT_STRING_BYTES - 8) return;
    memmove(bytes + at + 1, bytes + at, (size_t)(length - at));
    bytes[at] = fresh;
    words[0]++;
    break;
  case 1: /* remove */
    if (!length) return;
    memmove(bytes + at, bytes + at + 1, (size_t)(length - at));
    bytes[--words[0]] = 0;
    break;
  case 2:
    if (length) bytes[at] = fresh;
    break;
  default:
    if (!length) return;
    fresh = (uint8_t)(bytes[at] + (random_chance(random, 1, 2) ? 1 : -1));
    if (fresh >= 1 && fresh <= 127) bytes[at] = fresh;
    break;
  }
}

static void change_number(Search *search, uint64_t *word, const EmitVariable *variable)
{
  Random *random = &search->random;
  double number;
  float narrow;
  bool single = variable->layout.kind == LAYOUT_FLOAT;
  memcpy(&narrow, word, sizeof narrow);
  memcpy(&number, word, sizeof number);
  if (single) number = (double)narrow;
  double step = ldexp(1, (int)random_below(random, 50) - 40);
  switch (random_below(random, 5)) {
  case 0: number += step * (random_chance(random, 1, 2) ? 1 : -1); break;
  case 1: number *= 1 + step * (random_chance(random, 1, 2) ? 1 : -1); break;
  case 2: number = nearbyint(number); break;
  case 3: number = -number; break;
  default: /* neighbours, by the bits */
    *word += (random_chance(random, 1, 2) ? 1 : -1) *
             (UINT64_C(1) << random_below(random, single ? 24 : 53));
    if (single) *word &= layout_mask(32);
    return;
  }
  narrow = (float)number;
  if (single)
    memcpy(word, &narrow, sizeof narrow);
  else
    memcpy(word, &number, sizeof number);
}

static void change_word(Search *search, uint64_t *word, uint32_t width, SearchRange range)
{
  Random *random = &search->random;
  uint64_t bit = UINT64_C(1) << random_below(random, width);
  switch (random_below(random, 6)) {
  case 0: *word ^= bit; break;
  case 1: *word += bit; break;
  case 2: *word -= bit; break;
  case 3: *word += random_below(random, 16); break;
  case 4: *word -= random_below(random, 16); break;
  default:
    *word ^= random_u64(random) & (UINT64_C(255) << 8 * random_below(random, (width + 7) / 8));
    break;
  }
  *word = in_range(range, *word & layout_mask(width));
}

static void change_one(Search *search)
{
  const EmitPlan *plan = search->settings->plan;
  uint32_t number = (uint32_t)random_below(&search->random, plan->variables.count);
  const EmitVariable *variable = &plan->variables.items[number];
  uint64_t *words = search->in + variable->first;
  if (random_chance(&search->random, 1, 12)) {
    randomize(search, number);
    return;
  }
  SearchRange all = {0, UINT64_MAX, false};
  uint32_t part;
  switch (variable->layout.kind) {
  case LAYOUT_STRING: change_string(search, words); break;
  case LAYOUT_REAL:
  case LAYOUT_FLOAT:
  case LAYOUT_DOUBLE: change_number(search, words, variable); break;
  case LAYOUT_BOOL: words[0] ^= 1; break;
  case LAYOUT_WIDE:
  case LAYOUT_BYTES:
    part = (uint32_t)random_below(&search->random, variable->layout.words);
    change_word(search, words + part, 64, all);
    if (variable->layout.kind == LAYOUT_WIDE && variable->layout.width % 64)
      words[variable->layout.words - 1] &= layout_mask(variable->layout.width % 64);
    break;
  default:
    change_word(search, words, variable->layout.width, search->settings->ranges[number]);
    break;
  }
}

/* x + d and y - d, the same bits of both, or an exchange; only of two words of one kind and width. */
static void change_two(Search *search)
{
  const EmitPlan *plan = search->settings->plan;
  Random *random = &search->random;
  uint32_t a = (uint32_t)random_below(random, plan->variables.count);
  uint32_t b = (uint32_t)random_below(random, plan->variables.count);
  const EmitVariable *x = &plan->variables.items[a], *y = &plan->variables.items[b];
  bool words = x->layout.kind == LAYOUT_BITS || x->layout.kind == LAYOUT_INT;
  if (a == b || x->sort != y->sort || !words) {
    change_one(search);
    change_one(search);
    return;
  }
  uint64_t *p = search->in + x->first, *q = search->in + y->first, old = *p;
  uint64_t bit = UINT64_C(1) << random_below(random, x->layout.width);
  switch (random_below(random, 4)) {
  case 0: *p += bit, *q -= bit; break;
  case 1: *p ^= bit, *q ^= bit; break;
  case 2: *p = *q, *q = old; break;
  default: *p = *q; break;
  }
  *p = in_range(search->settings->ranges[a], *p & layout_mask(x->layout.width));
  *q = in_range(search->settings->ranges[b], *q & layout_mask(x->layout.width));
}

/* --- guided search --- */

static void restart(Search *search, uint64_t number)
{
  *search->code->mode = (int)(number % DISTANCE_COUNT);
  if (number == 0)
    memset(search->in, 0, words_of(search) * sizeof *search->in);
  else
    for (uint32_t i = 0; i < search->settings->plan->variables.count; i++) randomize(search, i);
  for (uint32_t i = 0; i < search->settings->plan->variables.count; i++) {
    const EmitVariable *variable = &search->settings->plan->variables.items[i];
    if (variable->layout.kind == LAYOUT_BITS || variable->layout.kind == LAYOUT_INT)
      search->in[variable->first] =
          in_range(search->settings->ranges[i], search->in[variable->first]);
  }
  search->cost = UINT64_MAX;
  copy_words(search, search->best, search->in);
  keep_if_good(search);
}

static bool guided(Search *search)
{
  for (uint64_t number = 0; !over(search); number++) {
    restart(search, number);
    uint64_t idle = 0, patience = STAGNATION << (number / 6 < 6 ? number / 6 : 6);
    for (uint64_t i = 0; search->cost && idle < patience; i++) {
      if (i % CHECK_EVERY == 0 && over(search)) return false;
      uint64_t before = search->cost;
      copy_words(search, search->in, search->best);
      if (random_chance(&search->random, 1, 4))
        change_two(search);
      else
        change_one(search);
      keep_if_good(search);
      idle = search->cost < before ? 0 : idle + 1;
    }
    if (search->cost == 0) return true;
  }
  return false;
}

/* --- bisection --- */

/* What is seen at a value of a variable: its cost, and which constraints do not hold. */
typedef struct {
  uint64_t cost, unmet;
} View;

static View view_at(Search *search, uint64_t *word, uint64_t value)
{
  View view = {0};
  *word = value;
  view.cost = evaluate(search);
  for (size_t i = 0; i < search->settings->plan->constraints.count; i++)
    view.unmet = hash_mix(view.unmet, search->costs[i] != 0);
  return view;
}

/* Does what is looked for lie above the middle? By the constraints that hold, then by plateaus, then downhill. */
static bool lies_above(Search *search, uint64_t *word, const View ends[2], View here, uint64_t next)
{
  if (ends[0].unmet != ends[1].unmet) return here.unmet == ends[0].unmet;
  if (ends[0].cost != ends[1].cost && here.cost == ends[0].cost) return true;
  if (ends[0].cost != ends[1].cost && here.cost == ends[1].cost) return false;
  return view_at(search, word, next).cost < here.cost;
}

/* Halves the interval between two values of a variable; `flip` makes signed numbers ordered. True if a solution was met,
 * which is the candidate then. */
static bool bisect(Search *search, uint32_t number, uint64_t low, uint64_t high, uint64_t flip)
{
  uint64_t *word = search->in + search->settings->plan->variables.items[number].first;
  low ^= flip;
  high ^= flip;
  View ends[2] = {view_at(search, word, low ^ flip)};
  if (ends[0].cost == 0) return true;
  ends[1] = view_at(search, word, high ^ flip);
  if (ends[1].cost == 0) return true;
  while (high > low && high - low > 1 && !over(search)) {
    uint64_t middle = low + (high - low) / 2;
    View here = view_at(search, word, middle ^ flip);
    if (here.cost == 0) return true;
    if (lies_above(search, word, ends, here, (middle + 1) ^ flip))
      low = middle;
    else
      high = middle;
  }
  return false;
}

static bool bisect_all(Search *search, uint32_t rounds)
{
  const EmitPlan *plan = search->settings->plan;
  for (uint32_t round = 0; round < rounds && !over(search); round++) {
    restart(search, round);
    *search->code->mode = DISTANCE_NUMERIC;
    for (uint32_t i = 0; i < plan->variables.count; i++) {
      const EmitVariable *variable = &plan->variables.items[i];
      if (variable->layout.kind != LAYOUT_BITS && variable->layout.kind != LAYOUT_INT) continue;
      SearchRange range = search->settings->ranges[i];
      uint64_t top = UINT64_C(1) << (variable->layout.width - 1);
      uint64_t middle = range.low + (range.high - range.low) / 2;
      bool is_int = variable->layout.kind == LAYOUT_INT;
      if (is_int ? bisect(search, i, range.low, range.high, top)
                 : bisect(search, i, range.low, range.high, 0) ||
                       bisect(search, i, range.low, middle, 0))
        return true;
      copy_words(search, search->in, search->best);
    }
  }
  return false;
}

/* --- sweeps --- */

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
    if ((scan->position == range.high && !alone) || over(search)) return false;
  }
}

/* Counts through all candidates; SEARCH_NOTHING if the time is over before. */
static SearchEnd sweep(Search *search)
{
  const EmitPlan *plan = search->settings->plan;
  const SearchRange *ranges = search->settings->ranges;
  uint32_t count = (uint32_t)plan->variables.count;
  uint64_t *in = search->in;
  for (uint32_t i = 0; i < count; i++) in[plan->variables.items[i].first] = ranges[i].low;
  Scan scan = {.search = search, .inner = count - 1};
  for (;;) {
    if (scan_inner(search, &scan, ranges[count - 1])) return SEARCH_FOUND;
    if (over(search)) return SEARCH_NOTHING;
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

/* What the boxes answer for some candidates: boxes that are no functions answer something else later. */
static uint64_t sample_trails(Search *search)
{
  uint64_t trail = 0;
  search->random = random_stream(search->settings->seed, 7, 0);
  for (uint32_t i = 0; i < SAMPLES; i++) {
    for (uint32_t k = 0; k < search->settings->plan->variables.count; k++) randomize(search, k);
    if (over(search) || guard_run(run_trail, search) != GUARD_FINE) search->result->failures++;
    trail = hash_mix(trail, search->value);
  }
  return trail;
}

static uint64_t candidates(const Search *search)
{
  const SearchSettings *settings = search->settings;
  uint64_t product = 1;
  for (uint32_t i = 0; i < settings->plan->variables.count; i++) {
    SearchRange range = settings->ranges[i];
    uint64_t size = range.high - range.low + 1;
    if (!range.bounded || size == 0 || __builtin_mul_overflow(product, size, &product))
      return UINT64_MAX;
  }
  return product;
}

/* Is there time for a sweep? */
static bool sweep_fits(const Search *search)
{
  uint64_t count = candidates(search), now = clock_monotonic_ns(), time;
  if (search->settings->plan->variables.count == 0 || count > search->settings->sweep_limit ||
      now >= search->stop_ns)
    return false;
  return !__builtin_mul_overflow(count, search->result->price_ns + 1, &time) &&
         time / 2 <= search->stop_ns - now;
}

static SearchEnd sweep_if_small(Search *search)
{
  if (!sweep_fits(search)) return SEARCH_NOTHING;
  uint64_t failures = search->result->failures;
  uint64_t before = search->result->trail = sample_trails(search);
  SearchEnd end = sweep(search);
  if (end != SEARCH_EMPTY) return end;
  return sample_trails(search) == before && search->result->failures == failures ? SEARCH_EMPTY
                                                                                 : SEARCH_NOTHING;
}

/* In another process than the first sweep: SEARCH_EMPTY if there was time for another one. */
static SearchEnd confirm(Search *search)
{
  search->result->failures = 0; /* those of what was measured do not count */
  search->result->trail = sample_trails(search);
  return sweep_fits(search) ? sweep(search) : SEARCH_NOTHING;
}

/* --- all --- */

/* Boxes that hang for some arguments must not cost a second each. */
static void set_limit(Search *search, uint64_t least_ns)
{
  uint64_t limit = 20 * search->result->price_ns;
  if (limit < least_ns) limit = least_ns;
  search->limit_ns = limit < search->settings->call_ns ? limit : search->settings->call_ns;
  guard_set_limit(search->limit_ns);
}

/* The price of an evaluation that ends; those that fail say nothing about it. */
static void measure(Search *search)
{
  uint64_t start = clock_monotonic_ns(), spent = 0;
  uint32_t count = 0;
  set_limit(search, 10000000);
  for (uint32_t i = 0; i < PRICE_SAMPLES && clock_monotonic_ns() - start < 20000000; i++) {
    for (uint32_t k = 0; k < search->settings->plan->variables.count; k++) randomize(search, k);
    uint64_t before = clock_monotonic_ns();
    if (evaluate(search) == UINT64_MAX) continue;
    spent += clock_monotonic_ns() - before;
    count++;
  }
  search->result->price_ns = count ? spent / count : 0;
  *search->code->staged = search->result->price_ns > SLOW_NS;
  set_limit(search, 10000000);
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

static bool search_all(Search *search)
{
  SearchResult *result = search->result;
  bool found = guided_for(search, 4000000);
  if (!found) found = bisect_all(search, result->price_ns > SLOW_NS ? 2 : 6);
  if (!found) result->end = sweep_if_small(search);
  if (!found && result->end == SEARCH_NOTHING) found = guided(search);
  return found;
}

void box_search_run(const SearchSettings *settings, const SearchCode *code, uint64_t *candidate,
                    SearchResult *result)
{
  *result = (SearchResult){.end = SEARCH_NOTHING};
  Search search = {.settings = settings,
                   .code = code,
                   .result = result,
                   .in = candidate,
                   .best = mem_alloc_zero(settings->plan->words + 1, sizeof(uint64_t)),
                   .costs = mem_alloc_zero(settings->plan->constraints.count + 1, sizeof(uint64_t)),
                   .stop_ns = clock_monotonic_ns() + settings->wall_ns,
                   .random = random_stream(settings->seed, 0, 0)};
  measure(&search);
  bool found = false;
  if (settings->confirm)
    result->end = confirm(&search);
  else
    found = search_all(&search);
  if (found) result->end = SEARCH_FOUND;
  free(search.best);
  free(search.costs);
}
