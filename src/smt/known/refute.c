#include "smt/known/refute.h"

#include <stdio.h>

#include "smt/known/known_script.h"
#include "smt/known/refute_scheme.h"

/* --- names -------------------------------------------------------------------------------- */

/* A Boolean constant that nothing else uses. */
static Term fresh_name(const Generator *generator, uint32_t number, Fun *fun)
{
  Bank *bank = generator->bank;
  char name[24];
  int length = snprintf(name, sizeof name, "name_%u", number);
  FunInfo info = {.name = symbols_intern(&bank->symbols, name, (size_t)length),
                  .origin = FUN_DECLARED};
  *fun = bank_script_fun(bank, &info, &bank->bool_sort);
  return bank_term(bank, funs_info(&bank->funs, *fun)->op, bank->bool_sort, NULL, 0);
}

/* An assertion t becomes b and (= b t), or b and (=> b t): t follows from both. */
static void hide_by_names(Refuter *refuter)
{
  enum { NAMED_PERCENT = 20 };
  Generator *generator = refuter->generator;
  size_t count = refuter->core.count;
  for (size_t i = 0; i < count; i++) {
    if (!choose_percent(&generator->choice, NAMED_PERCENT)) continue;
    Fun fun;
    Term sides[2] = {fresh_name(generator, (uint32_t)i, &fun), refuter->core.items[i]};
    Term link = refute_apply(refuter, choose(&generator->choice, 2) ? "=" : "=>", sides, 2);
    if (!link) continue;
    VEC_PUSH(&generator->grower.used, fun);
    refuter->core.items[i] = link;
    VEC_PUSH(&refuter->core, sides[0]);
  }
}

/* --- scripts ------------------------------------------------------------------------------ */

/* No more assertions than wanted: the last ones become conjunctions. */
static void join_assertions(Refuter *refuter, uint32_t most)
{
  U32Vec *core = &refuter->core;
  while (core->count > most && core->count > 1) {
    Term joined = refute_apply(refuter, "and", &core->items[core->count - 2], 2);
    if (!joined) return;
    core->items[--core->count - 1] = joined;
  }
}

static void add_others(Refuter *refuter, uint32_t until)
{
  Generator *generator = refuter->generator;
  while (refuter->core.count < until) {
    Term term = refute_grow(refuter, generator->bank->bool_sort, generator_draw_depth(generator));
    VEC_PUSH(&refuter->core, term);
  }
}

static void shuffle(Choice *choice, U32Vec *terms)
{
  for (uint32_t i = (uint32_t)terms->count; i > 1; i--) {
    uint32_t other = choose(choice, i);
    Term kept = terms->items[i - 1];
    terms->items[i - 1] = terms->items[other];
    terms->items[other] = kept;
  }
}

static void finish(Refuter *refuter, Script *script)
{
  Generator *generator = refuter->generator;
  uint32_t wanted = generator_draw_asserts(generator);
  if (refuter->percent) hide_by_names(refuter);
  join_assertions(refuter, wanted);
  add_others(refuter, wanted);
  shuffle(&generator->choice, &refuter->core);
  known_script(generator, "unsat", &refuter->core, script);
}

/* One trial; false if the scheme is not possible or what came out is beyond the logic. */
static bool try_scheme(Refuter *refuter, RefuteScheme scheme, Script *script)
{
  Generator *generator = refuter->generator;
  refuter->core.count = 0;
  grower_restart(&generator->grower, generator->grower.grammar);
  if (!scheme(refuter)) return false;
  finish(refuter, script);
  Logic logic = logic_infer(generator->bank, script);
  if (logic_includes(&generator->settings->logic, &logic)) return true;
  script_deinit(script);
  *script = (Script){0};
  return false;
}

void refute_script(Generator *generator, uint64_t index, Script *script)
{
  enum { TRIALS = 12, PERCENT = 60 };
  Arithmetic arithmetic = generator->settings->logic.arithmetic;
  Refuter refuter = {
      .generator = generator,
      .rewriter = {.bank = generator->bank,
                   .choice = &generator->choice,
                   .constructs = &generator->constructs,
                   .keep_numbers = arithmetic == ARITH_DIFFERENCE || arithmetic == ARITH_OFFSET}};
  generator_start(generator, STREAM_REFUTED, index);
  bool done = false;
  for (uint32_t trial = 0; trial < TRIALS && !done; trial++) {
    uint32_t scheme = choose(&generator->choice, refute_scheme_count);
    /* The less is rewritten, the less can be beyond the logic. */
    refuter.percent = choose(&generator->choice, 1 + PERCENT * (TRIALS - trial) / TRIALS);
    done = try_scheme(&refuter, refute_schemes[scheme].add, script);
  }
  if (!done) {
    refuter.percent = 0;
    refuter.core.count = 0;
    grower_restart(&generator->grower, generator->grower.grammar);
    refute_by_negation(&refuter);
    finish(&refuter, script);
  }
  VEC_FREE(&refuter.core);
}
