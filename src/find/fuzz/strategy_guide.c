/* The guided strategy: of many new inputs and mutations the one that is run which a model of the runs so far rates highest (guide.h).
 * Mutated are the best input and those that seem to be nearly as good, also if a reference was as slow. Every few inputs one is
 * new and not chosen, so that the model sees what it does not expect anything of. */
#include <assert.h>
#include <math.h>

#include "find/fuzz/strategy.h"

enum { PARENTS = 8, TURNS = 3, OFTEN = 4, UNCHOSEN = 6 };

static void release(Strategy *strategy, Instance *instance)
{
  strategy->breeder.language->interface->release(instance);
}

static double rate(const Strategy *strategy, const Candidate *candidate)
{
  size_t length;
  const char *text = strategy->breeder.language->interface->text(candidate->instance, &length);
  return guide_rate(&strategy->guide, text, length);
}

/* The better one stays. */
static void compare(Strategy *strategy, Candidate *best, double *best_rate, Candidate *candidate)
{
  double candidate_rate = rate(strategy, candidate);
  if (!best->instance || candidate_rate > *best_rate) {
    if (best->instance) candidate_release(&strategy->breeder, best);
    *best = *candidate;
    *best_rate = candidate_rate;
  } else {
    candidate_release(&strategy->breeder, candidate);
  }
}

/* The best input for the first mutations, for others one that is nearly as good. */
static const Member *choose_parent(Strategy *strategy, int turn)
{
  if ((turn == 0 && strategy->best.instance) || !strategy->pool.count) return &strategy->best;
  size_t number = random_below(&strategy->breeder.random, strategy->pool.count);
  return &strategy->pool.items[number];
}

/* Every second one has its construct in many places: what they are worth the model can say without running them. */
static void compare_mutations(Strategy *strategy, const Member *parent, Candidate *best,
                              double *best_rate)
{
  Breeder *breeder = &strategy->breeder;
  double repeat = breeder->repeat, often = repeat > 0 ? 1 - (1 - repeat) / OFTEN : 0;
  bool possible = parent->instance;
  for (int i = 0; i < GUIDE_MUTANTS / TURNS && possible; i++) {
    Candidate candidate;
    breeder->repeat = i % 2 ? often : repeat;
    possible = breed_mutation(breeder, parent->instance, parent->number, &candidate);
    if (possible) compare(strategy, best, best_rate, &candidate);
  }
  breeder->repeat = repeat;
}

static void choose(Strategy *strategy, Candidate *best)
{
  double best_rate = 0;
  *best = (Candidate){0};
  for (int i = 0; i < GUIDE_NEW; i++) {
    Candidate candidate;
    breed_sample(&strategy->breeder, &candidate);
    compare(strategy, best, &best_rate, &candidate);
  }
  for (int turn = 0; turn < TURNS; turn++)
    compare_mutations(strategy, choose_parent(strategy, turn), best, &best_rate);
}

/* Numbers of inputs that are not run are lost, and where several processes try seeds, numbers say which. */
static bool needs_all_numbers(const Strategy *strategy)
{
  return strategy->breeder.source.take &&
         breeder_tried_seeds(&strategy->breeder) < strategy->breeder.seeds.count;
}

void guide_propose(Strategy *strategy, Candidate *candidate)
{
  double best = isfinite(strategy->best.margin) ? strategy->best.margin : 0;
  bool ready = guide_prepare(&strategy->guide, best);
  bool unchosen = random_below(&strategy->breeder.random, UNCHOSEN) == 0;
  if (!ready || unchosen || needs_all_numbers(strategy))
    breed_sample(&strategy->breeder, candidate);
  else
    choose(strategy, candidate);
}

void guide_keep(Strategy *strategy, Member member)
{
  assert(member.instance && isfinite(member.margin));
  size_t least = 0;
  if (strategy->pool.count < PARENTS) {
    VEC_PUSH(&strategy->pool, member);
    return;
  }
  for (size_t i = 1; i < strategy->pool.count; i++)
    if (strategy->pool.items[i].margin < strategy->pool.items[least].margin) least = i;
  Member *replaced = &strategy->pool.items[least];
  if (member.margin <= replaced->margin) {
    release(strategy, member.instance);
    return;
  }
  release(strategy, replaced->instance);
  *replaced = member;
}
