/* Contradictions from evaluation: constants are fixed, and something that is false then is claimed. */
#include "smt/eval/machine.h"

#include "smt/known/plant_model.h"
#include "smt/known/refute_scheme.h"
#include "smt/term/traverse.h"
#include <assert.h>

/* Constants of the script below a term (Fun), in the order of the walk. */
static void collect_constants(const Bank *bank, Term root, U32Vec *constants)
{
  assert(bank_has_term(bank, root));
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, root);
  for (Term term; (term = walk_next(&walk));) {
    Fun fun = bank_fun(bank, term);
    if (fun && funs_info(&bank->funs, fun)->origin == FUN_DECLARED &&
        funs_info(&bank->funs, fun)->arity == 0)
      VEC_PUSH(constants, fun);
  }
  walk_deinit(&walk);
}

/* Can the value be written in the logic? Elements of uninterpreted sorts cannot. */
static bool can_be_written(const Generator *generator, Term value)
{
  const Bank *bank = generator->bank;
  Walk walk = {0};
  bool good = true;
  walk_start(&walk, bank);
  walk_add_root(&walk, value);
  for (Term term; good && (term = walk_next(&walk));)
    good = bank_node(bank, term)->op == OP_VARIABLE ||
           constructs_of_term(&generator->constructs, bank, term) != CONSTRUCT_NONE;
  walk_deinit(&walk);
  return good;
}

/* The truth of a formula wherever the constants have these values. The evaluator says nothing that
 * depends on what it does not know: functions without a definition, or open results. */
static Truth truth_of(Bank *bank, const Model *model, Term formula)
{
  assert(bank_has_term(bank, formula));
  static const EvalLimits limits = {.steps = 100000, .bytes = (size_t)1 << 26};
  Machine *machine = machine_create(bank, model, &limits, false);
  Program *program = program_create(machine, &formula, 1);
  program_run(program);
  Value value = program_value(program, 0);
  Truth truth = value_is_true(value)    ? TRUTH_TRUE
                : value_is_false(value) ? TRUTH_FALSE
                                        : TRUTH_UNKNOWN;
  program_destroy(program);
  machine_destroy(machine);
  return truth;
}

/* c = v for each constant of a formula, and the formula or its negation, whichever is false for these
 * values: a model of the equations gives the constants these values, and then it is false. */
bool refute_by_facts(Refuter *refuter)
{
  Generator *generator = refuter->generator;
  Bank *bank = generator->bank;
  Term formula = refute_grow(refuter, bank->bool_sort, generator->settings->depth);
  U32Vec constants = {0};
  Model model = {0};
  collect_constants(bank, formula, &constants);
  bool good =
      plant_define(&model, bank, &generator->choice.random, constants.items, constants.count);
  for (size_t i = 0; i < constants.count && good; i++) {
    Fun fun = constants.items[i];
    Term sides[2] = {
        bank_term(bank, funs_info(&bank->funs, fun)->op, funs_result(&bank->funs, fun), NULL, 0),
        model_find(&model, fun)->definition};
    good = can_be_written(generator, sides[1]) &&
           refute_add(refuter, refute_apply(refuter, "=", sides, 2), false);
  }
  if (good) {
    Truth truth = truth_of(bank, &model, formula);
    good = truth != TRUTH_UNKNOWN && refute_add(refuter, formula, truth == TRUTH_TRUE);
  }
  model_deinit(&model);
  VEC_FREE(&constants);
  return good;
}
