/* What the fuzz engine runs: constraints, ranges, a dictionary. */
#include "smt/term/traverse.h"
#include "smt/value/literal.h"
#include "solve/closedbox/fuzz.h"

/* Literals with their neighbours; sorts that are only approximated forbid proofs by sweeps. */
static void look_at_terms(Fuzz *fuzz)
{
  Bank *bank = fuzz->engine->problem->bank;
  U32Vec literals = {0};
  Walk walk = {0};
  walk_start(&walk, bank);
  for (size_t i = 0; i < fuzz->task.plan.constraints.count; i++)
    walk_add_root(&walk, fuzz->task.plan.constraints.items[i]);
  fuzz->exact = true;
  for (Term t; (t = walk_next(&walk));) {
    LayoutKind kind = layout_of_sort(bank, bank_sort(bank, t)).kind;
    fuzz->exact &= kind == LAYOUT_BOOL || kind == LAYOUT_BITS || kind == LAYOUT_INT;
    if (value_is_literal(bank, t)) VEC_PUSH(&literals, t);
  }
  walk_deinit(&walk);
  for (size_t i = 0; i < literals.count && i < 200; i++) {
    uint64_t word;
    if (!fuzz_literal_word(bank, literals.items[i], &word)) continue;
    for (int d = -1; d <= 1; d++) VEC_PUSH(&fuzz->task.dictionary, word + (uint64_t)(int64_t)d);
  }
  VEC_FREE(&literals);
}

void fuzz_init(Fuzz *fuzz, Engine *engine, const uint8_t *chosen)
{
  BoxProblem *problem = engine->problem;
  *fuzz = (Fuzz){.engine = engine, .complete = true};
  search_task_init(&fuzz->task);
  for (size_t i = 0; i < problem->constraints.count; i++) {
    bool runs = (!chosen || chosen[i]) && emit_is_runnable(problem, problem->constraints.items[i]);
    if (runs)
      VEC_PUSH(&fuzz->task.plan.constraints, problem->constraints.items[i]);
    else
      fuzz->complete = false;
  }
  eliminate_constants(problem, &fuzz->task.plan.constraints, &fuzz->eliminations);
  for (size_t i = 0; i < fuzz->eliminations.count; i++)
    VEC_PUSH(&fuzz->task.plan.values, fuzz->eliminations.items[i].term);
  emit_plan_variables(&fuzz->task.plan, problem);
  look_at_terms(fuzz);
  fuzz_find_ranges(fuzz);
  emit_source(&fuzz->task.source, &fuzz->task.plan, problem);
}

void fuzz_deinit(Fuzz *fuzz)
{
  optimised_deinit(&fuzz->optimised);
  search_task_deinit(&fuzz->task);
  VEC_FREE(&fuzz->eliminations);
}
