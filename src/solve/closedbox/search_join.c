/* Joins: in an equation whose sides have no variable in common each side is a table of what it was for some candidates, and
 * where two of these meet a candidate has both. 2^k candidates of each side find an equation of 2k bits. */
#include <string.h>

#include "base/index.h"
#include "solve/closedbox/search_state.h"

enum { JOIN_MOST = 1 << 18, JOIN_LEAST = 256 };

typedef struct {
  Search *search;
  uint64_t sides[2];
  Index index;           /* of the first side */
  VEC(uint64_t) values;  /* of the first side */
  VEC(uint64_t) entries; /* words of candidates, one after the other */
} Join;

static void run_join(void *context)
{
  Join *join = context;
  join->search->code->join(join->search->in, join->sides);
}

/* Takes the variables of the first side from the entry. */
static void take_first_side(const Join *join, uint32_t entry)
{
  Search *search = join->search;
  const EmitPlan *plan = search->settings->plan;
  const uint64_t *words = join->entries.items + (size_t)entry * plan->words;
  for (size_t i = 0; i < plan->join_variables.count; i++) {
    const EmitVariable *variable = search_variable(search, plan->join_variables.items[i]);
    memcpy(search->in + variable->first, words + variable->first,
           variable->layout.words * sizeof *words);
  }
}

/* Tries the candidate with each entry that has its second side; it is as before if none is a solution. */
static bool meet(Join *join)
{
  Search *search = join->search;
  const EmitPlan *plan = search->settings->plan;
  const uint64_t *own = join->entries.items + join->entries.count - plan->words;
  uint64_t wanted = join->sides[1];
  IndexProbe probe = index_probe(&join->index, hash_mix(1, wanted));
  for (uint32_t id; index_next(&probe, &id);) {
    if (join->values.items[id - 1] != wanted) continue;
    take_first_side(join, id - 1);
    if (search_evaluate(search) == 0) return true;
    memcpy(search->in, own, plan->words * sizeof *own);
  }
  return false;
}

static bool fill(Join *join)
{
  Search *search = join->search;
  const EmitPlan *plan = search->settings->plan;
  for (uint32_t n = 0; n < JOIN_MOST && !search_is_over(search); n++) {
    if (n % 16 == 0) search_choose_alphabet(search);
    for (uint32_t i = 0; i < plan->variables.count; i++) search_randomize(search, i);
    search->result->evaluations++;
    if (guard_run(run_join, join) != GUARD_FINE) {
      search->result->failures++;
      continue;
    }
    VEC_APPEND(&join->entries, search->in, plan->words);
    VEC_PUSH(&join->values, join->sides[0]);
    index_insert(&join->index, hash_mix(1, join->sides[0]), (uint32_t)join->values.count);
    if (meet(join)) return true;
  }
  return false;
}

bool search_join(Search *search)
{
  const EmitPlan *plan = search->settings->plan;
  Join join = {.search = search};
  if (plan->join_variables.count == 0 || plan->words > 64 ||
      search->result->price_ns * JOIN_LEAST > search->settings->wall_ns)
    return false;
  bool found = fill(&join);
  index_free(&join.index);
  VEC_FREE(&join.values);
  VEC_FREE(&join.entries);
  return found;
}
