/* The evolutionary strategy: ten random inputs to begin with. Then, in each generation, the four best are
 * kept, each of them gets a mutation, which takes its place if it is better, and new inputs fill the
 * population up to ten. */
#include <math.h>
#include <stdlib.h>

#include "find/fuzz/strategy.h"

static void release(Strategy *strategy, Member *member)
{
  strategy->breeder.language->interface->release(member->instance);
}

void strategy_pool_deinit(Strategy *strategy)
{
  for (size_t i = 0; i < strategy->pool.count; i++) release(strategy, &strategy->pool.items[i]);
  VEC_FREE(&strategy->pool);
}

/* The larger margin first, then the older input. */
static int compare_members(const void *a, const void *b)
{
  const Member *left = a, *right = b;
  if (left->margin != right->margin) return left->margin < right->margin ? 1 : -1;
  return left->number < right->number ? -1 : left->number > right->number;
}

static void select_survivors(Strategy *strategy)
{
  if (strategy->pool.count > 1)
    qsort(strategy->pool.items, strategy->pool.count, sizeof *strategy->pool.items,
          compare_members);
  while (strategy->pool.count > SURVIVORS)
    release(strategy, &strategy->pool.items[--strategy->pool.count]);
}

/* The first steps of a generation mutate the survivors. Before there are any the pool has no more members
 * than there were steps. */
void evolution_propose(Strategy *strategy, Candidate *candidate)
{
  if (strategy->step == POPULATION) {
    select_survivors(strategy);
    strategy->step = 0;
  }
  size_t step = strategy->step++;
  if (step < SURVIVORS && step < strategy->pool.count) {
    const Member *parent = &strategy->pool.items[step];
    if (breed_mutation(&strategy->breeder, parent->instance, parent->number, candidate)) return;
  }
  breed_sample(&strategy->breeder, candidate);
}

static Member *find_parent(const Strategy *strategy, const Candidate *candidate)
{
  for (size_t i = 0; candidate->kind == CANDIDATE_MUTATION && i < strategy->pool.count; i++)
    if (strategy->pool.items[i].number == candidate->parent) return &strategy->pool.items[i];
  return NULL;
}

TrialBars evolution_bars(const Strategy *strategy, const Candidate *candidate)
{
  const Member *parent = find_parent(strategy, candidate);
  const LeastGain *least = &strategy->options.least;
  TrialBars bars = {.least = strategy_floor(&strategy->options),
                    .confirm = fmax(strategy->best.margin, 0)};
  if (!parent) return bars;
  bars.least = score_bar(least, parent->margin);
  bars.alike = true;
  return bars;
}

static bool note_best(Strategy *strategy, const Member *member)
{
  if (member->margin <= strategy->best.margin) return false;
  strategy->best = *member;
  return true;
}

bool evolution_take(Strategy *strategy, Candidate *candidate, double margin)
{
  Member *parent = find_parent(strategy, candidate);
  Member member = {candidate->instance, candidate->number, margin};
  bool better = margin > evolution_bars(strategy, candidate).least;
  breed_reward(&strategy->breeder, candidate, better);
  if (!better) {
    candidate_release(&strategy->breeder, candidate);
    return false;
  }
  candidate->instance = NULL;
  bool is_best = note_best(strategy, &member);
  if (parent) {
    release(strategy, parent);
    *parent = member;
  } else {
    VEC_PUSH(&strategy->pool, member);
  }
  return is_best;
}
