#include "smt/known/plant.h"

#include <assert.h>

#include "smt/eval/machine.h"
#include "smt/gen/share.h"
#include "smt/known/known_script.h"
#include "smt/known/plant_model.h"
#include "smt/term/build.h"

/* Assertions of a script that is being planted. */
typedef struct {
  Generator *generator;
  Model *model;
  U32Vec candidates; /* Term */
  VEC(Truth) truths; /* of these */
  U32Vec chosen;     /* Term: true in the model */
  U32Vec
      facts; /* Term: of the candidates so far those that are true, and negations of false ones */
} Planter;

static Term apply(Planter *planter, const char *name, const Term *args, uint32_t count)
{
  const Generator *generator = planter->generator;
  if (constructs_find(&generator->constructs, name) == CONSTRUCT_NONE) return 0;
  return build(generator->bank, name, 0, args, count);
}

/* --- candidates --------------------------------------------------------------------------- */

/* With definitions in the model of all that they use. */
static void grow_candidates(Planter *planter, uint32_t count)
{
  Generator *generator = planter->generator;
  Grower *grower = &generator->grower;
  U32Vec *starts = &generator->asserts;
  Goal goal = grammar_goal(grower->grammar, generator->bank->bool_sort, POSITION_ANY);
  size_t known = grower->used.count;
  grower->draft.count = starts->count = planter->candidates.count = 0;
  for (uint32_t i = 0; i < count; i++) {
    VEC_PUSH(starts, (uint32_t)grower->draft.count);
    grower_grow(grower, goal, generator_draw_depth(generator));
  }
  VEC_PUSH(starts, (uint32_t)grower->draft.count);
  if (choose_percent(&generator->choice, generator->settings->let_percent))
    share_subterms(grower, starts, &generator->shared);
  for (uint32_t i = 0; i < count; i++)
    VEC_PUSH(&planter->candidates, draft_term(grower, starts->items[i], starts->items[i + 1]));
  if (plant_define(planter->model, generator->bank, &generator->choice.random, grower->used.items,
                   grower->used.count))
    return;
  /* Values of some sort are too large to be drawn: nothing of this can be used. */
  grower_forget(grower, known);
  planter->candidates.count = 0;
}

/* All of them in one program: they share subterms, and the model is computed once. */
static void evaluate_candidates(Planter *planter)
{
  static const EvalLimits limits = {.steps = 100000, .bytes = (size_t)1 << 26};
  Generator *generator = planter->generator;
  uint32_t count = (uint32_t)planter->candidates.count;
  planter->truths.count = 0;
  Machine *machine = machine_create(generator->bank, planter->model, &limits, false);
  Program *program = program_create(machine, planter->candidates.items, count);
  program_run(program);
  for (uint32_t i = 0; i < count; i++) {
    Value value = program_value(program, i);
    VEC_PUSH(&planter->truths, value_is_true(value)    ? TRUTH_TRUE
                               : value_is_false(value) ? TRUTH_FALSE
                                                       : TRUTH_UNKNOWN);
  }
  program_destroy(program);
  machine_destroy(machine);
}

/* --- choosing ----------------------------------------------------------------------------- */

static Term draw_fact(Planter *planter)
{
  uint32_t count = (uint32_t)planter->facts.count;
  return count ? planter->facts.items[choose(&planter->generator->choice, count)] : 0;
}

static Term draw_candidate(Planter *planter)
{
  return planter->candidates
      .items[choose(&planter->generator->choice, (uint32_t)planter->candidates.count)];
}

/* `term` is false: its negation, an implication from it, or a disjunction with something true. */
static Term repair_false(Planter *planter, Term term)
{
  uint32_t way = choose(&planter->generator->choice, 6);
  Term fact = draw_fact(planter);
  Term repaired = 0;
  if (way == 0) {
    Term sides[2] = {term, draw_candidate(planter)};
    repaired = apply(planter, "=>", sides, 2);
  } else if (way == 1 && fact) {
    Term sides[2] = {term, fact};
    repaired = apply(planter, "or", sides, 2);
  }
  return repaired ? repaired : apply(planter, "not", &term, 1);
}

/* The truth of `term` is not known: (or fact term), or (ite fact fact' term). */
static Term wrap_unknown(Planter *planter, Term term)
{
  Term fact = draw_fact(planter);
  if (!fact) return 0;
  if (choose(&planter->generator->choice, 2)) {
    Term parts[3] = {fact, draw_fact(planter), term};
    return apply(planter, "ite", parts, 3);
  }
  Term sides[2] = {fact, term};
  return apply(planter, "or", sides, 2);
}

static void collect_facts(Planter *planter)
{
  for (size_t i = 0; i < planter->candidates.count; i++) {
    Term term = planter->candidates.items[i];
    if (planter->truths.items[i] == TRUTH_UNKNOWN) continue;
    if (planter->truths.items[i] == TRUTH_FALSE) term = apply(planter, "not", &term, 1);
    if (term) VEC_PUSH(&planter->facts, term);
  }
}

static void choose_assertions(Planter *planter, uint32_t wanted)
{
  collect_facts(planter);
  for (size_t i = 0; i < planter->candidates.count; i++) {
    Term term = planter->candidates.items[i];
    if (planter->chosen.count >= wanted) return;
    if (planter->truths.items[i] == TRUTH_FALSE) term = repair_false(planter, term);
    if (planter->truths.items[i] == TRUTH_UNKNOWN) term = wrap_unknown(planter, term);
    if (term) VEC_PUSH(&planter->chosen, term);
  }
}

/* --- scripts ------------------------------------------------------------------------------ */

void plant_script(Generator *generator, uint64_t index, Script *script, Model *model)
{
  assert(script && model);
  enum { ROUNDS = 6 };
  Planter planter = {.generator = generator, .model = model};
  generator_start(generator, STREAM_PLANTED, index);
  uint32_t wanted = generator_draw_asserts(generator);
  for (int round = 0; round < ROUNDS && planter.chosen.count < wanted; round++) {
    grow_candidates(&planter, wanted - (uint32_t)planter.chosen.count);
    evaluate_candidates(&planter);
    choose_assertions(&planter, wanted);
  }
  while (planter.chosen.count < wanted)
    VEC_PUSH(&planter.chosen, build(generator->bank, "true", 0, NULL, 0));
  known_script(generator, "sat", &planter.chosen, script);
  VEC_FREE(&planter.candidates);
  VEC_FREE(&planter.truths);
  VEC_FREE(&planter.chosen);
  VEC_FREE(&planter.facts);
}
