#include "find/fuzz/tweak.h"

#include <assert.h>
#include <string.h>

#include "base/digest.h"
#include "base/strbuf.h"

/* Another option is added with this probability. */
#define MORE 0.6
enum { STREAM_TWEAKS = 0x79ea };

/* --- what there is --- */

/* Is it the same option, perhaps with another value? */
static bool is_same_option(const char *a, const char *b)
{
  size_t length = strcspn(a, "=");
  return length == strcspn(b, "=") && memcmp(a, b, length) == 0;
}

static bool was_given(const Solver *solver, const char *option)
{
  for (size_t i = 0; i < solver->parameters.count; i++)
    if (is_same_option(solver->parameters.items[i], option)) return true;
  return false;
}

static void add_tweak(Tweaks *tweaks, size_t solver, const char *option)
{
  assert(solver < tweaks->solver_count && *option);
  Solver variant;
  solver_vary(&tweaks->solvers[solver], &option, 1, &variant);
  Tweak tweak = {solver, option, mem_copy_string(variant.name, strlen(variant.name))};
  VEC_PUSH(&tweaks->list, tweak);
  solver_deinit(&variant);
}

void tweaks_init(Tweaks *tweaks, const Solver *solvers, size_t count)
{
  *tweaks = (Tweaks){.solvers = solvers, .solver_count = count};
  for (size_t i = 0; i < count; i++) {
    const ProfileWords *options = &solvers[i].profile->safe_options;
    for (uint32_t j = 0; solvers[i].profile != solvers[i].generic && j < options->items_count; j++)
      if (!was_given(&solvers[i], options->items[j])) add_tweak(tweaks, i, options->items[j]);
  }
}

void tweaks_start_agent(Tweaks *tweaks, AgentKind kind, uint64_t seed)
{
  agent_init(&tweaks->agent, kind, tweaks->list.count);
  tweaks->random = random_stream(seed, STREAM_TWEAKS, 0);
}

void tweaks_share(Tweaks *tweaks, uint64_t seed, uint32_t worker)
{
  tweaks->random = random_stream(seed, STREAM_TWEAKS, worker);
}

void tweaks_deinit(Tweaks *tweaks)
{
  for (size_t i = 0; i < tweaks->list.count; i++) free(tweaks->list.items[i].name);
  VEC_FREE(&tweaks->list);
  if (tweaks->agent.arms) agent_deinit(&tweaks->agent);
}

/* --- sets --- */

bool tweak_set_has(const TweakSet *set, uint32_t number)
{
  assert(set->count <= TWEAK_SET_MAX);
  for (uint32_t i = 0; i < set->count; i++)
    if (set->items[i] == number) return true;
  return false;
}

bool tweak_set_equal(const TweakSet *a, const TweakSet *b)
{
  assert(a->count <= TWEAK_SET_MAX && b->count <= TWEAK_SET_MAX);
  return a->count == b->count && memcmp(a->items, b->items, a->count * sizeof *a->items) == 0;
}

TweakSet tweak_set_without(const TweakSet *set, uint32_t place)
{
  assert(place < set->count);
  TweakSet rest = {0};
  for (uint32_t i = 0; i < set->count; i++)
    if (i != place) rest.items[rest.count++] = set->items[i];
  return rest;
}

static void insert(TweakSet *set, uint32_t number)
{
  assert(set->count < TWEAK_SET_MAX && !tweak_set_has(set, number));
  uint32_t place = set->count++;
  for (; place > 0 && set->items[place - 1] > number; place--)
    set->items[place] = set->items[place - 1];
  set->items[place] = number;
}

static bool fits(const Tweaks *tweaks, const TweakSet *set, uint32_t number)
{
  assert(number < tweaks->list.count);
  const Tweak *new = &tweaks->list.items[number];
  for (uint32_t i = 0; i < set->count; i++) {
    const Tweak *old = &tweaks->list.items[set->items[i]];
    if (old->solver == new->solver && is_same_option(old->option, new->option)) return false;
  }
  return true;
}

void tweaks_draw(Tweaks *tweaks, TweakSet *set)
{
  assert(tweaks->agent.count == tweaks->list.count);
  *set = (TweakSet){0};
  if (!tweaks->list.count) return;
  while (set->count < TWEAK_SET_MAX && random_unit(&tweaks->random) < MORE) {
    uint32_t number = (uint32_t)agent_choose(&tweaks->agent, &tweaks->random);
    if (fits(tweaks, set, number)) insert(set, number);
  }
}

void tweaks_draw_some(Tweaks *tweaks, TweakSet *set)
{
  assert(tweaks->list.count);
  do tweaks_draw(tweaks, set);
  while (!set->count);
}

void tweaks_reward(Tweaks *tweaks, uint32_t number, bool reward)
{
  assert(number < tweaks->list.count);
  agent_reward(&tweaks->agent, number, reward);
}

/* --- solvers --- */

static size_t options_of(const Tweaks *tweaks, const TweakSet *set, size_t solver,
                         const char **options)
{
  size_t count = 0;
  for (uint32_t i = 0; i < set->count; i++) {
    const Tweak *tweak = &tweaks->list.items[set->items[i]];
    if (tweak->solver == solver) options[count++] = tweak->option;
  }
  return count;
}

void tweaks_apply(const Tweaks *tweaks, const TweakSet *set, SolverVec *solvers)
{
  for (size_t i = 0; set->count && i < tweaks->solver_count; i++) {
    const char *options[TWEAK_SET_MAX];
    size_t count = options_of(tweaks, set, i, options);
    Solver solver;
    solver_vary(&tweaks->solvers[i], options, count, &solver);
    VEC_PUSH(solvers, solver);
  }
}

char *tweaks_text(const Tweaks *tweaks, const TweakSet *set)
{
  if (!set->count) return NULL;
  StrBuf text;
  strbuf_init(&text, 0);
  for (uint32_t i = 0; i < set->count; i++)
    strbuf_printf(&text, "%s%s", i ? " " : "", tweaks->list.items[set->items[i]].name);
  char *copy = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return copy;
}

/* Names may have blanks in them: the longest that fits is meant. */
static uint32_t tweak_at(const Tweaks *tweaks, const char *text, size_t *length)
{
  uint32_t number = UINT32_MAX;
  *length = 0;
  for (uint32_t i = 0; i < tweaks->list.count; i++) {
    const char *name = tweaks->list.items[i].name;
    size_t size = strlen(name);
    bool fits_here = strncmp(text, name, size) == 0 && (!text[size] || text[size] == ' ');
    if (!fits_here || size <= *length) continue;
    *length = size;
    number = i;
  }
  return number;
}

bool tweaks_find(const Tweaks *tweaks, const char *text, TweakSet *set)
{
  *set = (TweakSet){0};
  while (*text) {
    size_t length;
    uint32_t number = tweak_at(tweaks, text, &length);
    if (!length || set->count == TWEAK_SET_MAX || !fits(tweaks, set, number)) return false;
    insert(set, number);
    text += length + (text[length] == ' ');
  }
  return true;
}

/* --- as bytes --- */

static Digest digest_of(const Tweaks *tweaks)
{
  Digest digest = 0;
  for (size_t i = 0; i < tweaks->list.count; i++) {
    const char *name = tweaks->list.items[i].name;
    digest = digest_bytes(digest, name, strlen(name) + 1);
  }
  return digest;
}

void tweaks_save(const Tweaks *tweaks, StrBuf *out)
{
  bytes_put_u64(out, tweaks->list.count);
  bytes_put_u64(out, digest_of(tweaks));
  if (!tweaks->list.count) return;
  for (int i = 0; i < 4; i++) bytes_put_u64(out, tweaks->random.state[i]);
  agent_save(&tweaks->agent, out);
}

void tweaks_restore(Tweaks *tweaks, ByteReader *reader)
{
  reader->failed |= bytes_get_u64(reader) != tweaks->list.count;
  reader->failed |= bytes_get_u64(reader) != digest_of(tweaks);
  if (!tweaks->list.count || reader->failed) return;
  uint64_t any = 0;
  for (int i = 0; i < 4; i++) any |= tweaks->random.state[i] = bytes_get_u64(reader);
  reader->failed |= !any;
  agent_restore(&tweaks->agent, reader);
}

void tweak_set_save(const TweakSet *set, StrBuf *out)
{
  bytes_put_u64(out, set->count);
  for (uint32_t i = 0; i < set->count; i++) bytes_put_u64(out, set->items[i]);
}

void tweak_set_restore(const Tweaks *tweaks, TweakSet *set, ByteReader *reader)
{
  *set = (TweakSet){.count = (uint32_t)bytes_get_below(reader, TWEAK_SET_MAX + 1)};
  for (uint32_t i = 0; i < set->count; i++)
    set->items[i] = (uint32_t)bytes_get_below(reader, tweaks->list.count);
  for (uint32_t i = 1; i < set->count; i++) reader->failed |= set->items[i - 1] >= set->items[i];
  if (reader->failed) set->count = 0;
}
