#include "smt/gen/balance.h"

#include <assert.h>

typedef VEC(Truth) TruthVec;

#define PRODUCTION_NONE UINT32_MAX

/* (not Bool), or PRODUCTION_NONE if it is left out. */
static uint32_t find_negation(Generator *generator)
{
  Grammar *grammar = &generator->world->grammar;
  ConstructId negation = generator->negation;
  Goal goal = grammar_goal(grammar, generator->bank->bool_sort, POSITION_ANY);
  const GoalInfo info = *grammar_info(grammar, goal);
  for (uint32_t i = info.first; negation != CONSTRUCT_NONE && i < info.first + info.count; i++) {
    const Alternative *alternative = grammar_alternative(grammar, i);
    if (alternative->construct == negation && alternative->count) return alternative->first;
  }
  return PRODUCTION_NONE;
}

bool balance_draw(Generator *generator)
{
  enum { LEAST_DEPTH = 2, MOST_DEPTH = 8 };
  const GenSettings *settings = generator->settings;
  bool needed = settings->logic.parts & (LOGIC_FLOATS | LOGIC_STRINGS);
  if (!needed || settings->depth < LEAST_DEPTH || settings->depth > MOST_DEPTH) return false;
  return choose_percent(&generator->choice, settings->likely_percent) &&
         find_negation(generator) != PRODUCTION_NONE;
}

/* Moves what is known of an assertion by `words` words of the draft. */
static void move_shared(Generator *generator, size_t number, uint32_t words)
{
  if (number >= generator->shared.count) return;
  SharedPlaces *places = &generator->shared.items[number];
  if (places->until[0] == 0) return;
  for (int i = 0; i < 2; i++) {
    places->from[i] += words;
    places->until[i] += words;
  }
}

static void negate_false(Generator *generator, const TruthVec *truths)
{
  U32Vec *draft = &generator->grower.draft, *starts = &generator->asserts, before = *draft;
  uint32_t negation = find_negation(generator), added = 0;
  assert(truths->count + 1 == starts->count && negation != PRODUCTION_NONE);
  *draft = (U32Vec){0};
  VEC_RESERVE(draft, before.count + truths->count);
  for (size_t i = 0; i < truths->count; i++) {
    uint32_t from = starts->items[i], until = starts->items[i + 1];
    starts->items[i] = from + added;
    if (truths->items[i] == TRUTH_FALSE) {
      VEC_PUSH(draft, negation);
      added++;
    }
    move_shared(generator, i, added);
    VEC_APPEND(draft, before.items + from, until - from);
  }
  starts->items[truths->count] += added;
  VEC_FREE(&before);
}

void balance_asserts(Generator *generator)
{
  World *world = generator->world;
  const Grower *grower = &generator->grower;
  const uint32_t *starts = generator->asserts.items;
  TruthVec truths = {0};
  if (!world->evaluator) world->evaluator = draft_evaluator_create(&world->grammar);
  draft_evaluator_draw(world->evaluator, grower);
  for (size_t i = 0; i + 1 < generator->asserts.count; i++)
    VEC_PUSH(&truths, draft_truth(world->evaluator, grower, starts[i], starts[i + 1]));
  negate_false(generator, &truths);
  VEC_FREE(&truths);
}
