#include "smt/gen/draft_value.h"

#include <assert.h>
#include <stdio.h>

#include "smt/draw/draw_value.h"
#include "smt/eval/machine.h"

enum { POOL_SIZE = 16, STEPS = 20000, BYTES = 1 << 24 };
/* In the random stream of a sort; goals and literals have other numbers. */
#define STREAM_INDEX (UINT64_MAX - 1)

/* The values that constants of a sort can have; all are 0 if none can be written. */
typedef struct {
  Sort sort;
  Term values[POOL_SIZE];
} ValuePool;

struct DraftEvaluator {
  Grammar *grammar;
  Machine *machine;
  U32Vec lambdas; /* by production: the function (Term) of its arguments; 0: not made yet */
  VEC(ValuePool) pools;
  VEC(Value) model; /* of grower->used */
  VEC(Value) stack;
};

DraftEvaluator *draft_evaluator_create(Grammar *grammar)
{
  const EvalLimits limits = {.steps = STEPS, .bytes = BYTES};
  DraftEvaluator *evaluator = mem_alloc_zero(1, sizeof *evaluator);
  evaluator->grammar = grammar;
  evaluator->machine = machine_create(grammar->bank, NULL, &limits, true);
  return evaluator;
}

void draft_evaluator_destroy(DraftEvaluator *evaluator)
{
  if (!evaluator) return;
  machine_destroy(evaluator->machine);
  VEC_FREE(&evaluator->lambdas);
  VEC_FREE(&evaluator->pools);
  VEC_FREE(&evaluator->model);
  VEC_FREE(&evaluator->stack);
  free(evaluator);
}

/* --- the model ---------------------------------------------------------------------------- */

/* The pool of a sort depends on nothing but the world. */
static const ValuePool *find_pool(DraftEvaluator *evaluator, Sort sort)
{
  Grammar *grammar = evaluator->grammar;
  for (size_t i = 0; i < evaluator->pools.count; i++)
    if (evaluator->pools.items[i].sort == sort) return &evaluator->pools.items[i];
  ValuePool pool = {.sort = sort};
  Goal goal = grammar_goal(grammar, sort, POSITION_ANY);
  uint64_t stream = goal ? grammar_info(grammar, goal)->stream : 0;
  Random random = random_stream(grammar->seed, stream, STREAM_INDEX);
  for (int i = 0; i < POOL_SIZE; i++) pool.values[i] = draw_value(grammar->bank, &random, sort);
  VEC_PUSH(&evaluator->pools, pool);
  return &evaluator->pools.items[evaluator->pools.count - 1];
}

static Value pool_value(DraftEvaluator *evaluator, Sort sort, uint32_t number)
{
  Term term = find_pool(evaluator, sort)->values[number];
  return term ? machine_value(evaluator->machine, term) : value_unknown(REASON_NO_VALUE, 0);
}

void draft_evaluator_draw(DraftEvaluator *evaluator, const Grower *grower)
{
  const Bank *bank = evaluator->grammar->bank;
  machine_restart(evaluator->machine);
  evaluator->model.count = 0;
  for (size_t i = 0; i < grower->used.count; i++) {
    Sort sort = funs_result(&bank->funs, grower->used.items[i]);
    Value value = pool_value(evaluator, sort, choose(grower->choice, POOL_SIZE));
    VEC_PUSH(&evaluator->model, value);
  }
}

static Value model_value(const DraftEvaluator *evaluator, const Grower *grower, Fun fun)
{
  size_t i = 0;
  while (grower->used.items[i] != fun) i++;
  assert(i < evaluator->model.count);
  return evaluator->model.items[i];
}

/* --- drafts ------------------------------------------------------------------------------- */

static bool is_declared(const Bank *bank, Fun fun)
{
  return fun && funs_info(&bank->funs, fun)->origin == FUN_DECLARED;
}

static Value leaf_value(DraftEvaluator *evaluator, const Grower *grower, Term leaf)
{
  const Bank *bank = evaluator->grammar->bank;
  if (bank_node(bank, leaf)->op == OP_VARIABLE)
    return pool_value(evaluator, bank_sort(bank, leaf), 0);
  Fun fun = bank_fun(bank, leaf);
  if (is_declared(bank, fun)) return model_value(evaluator, grower, fun);
  return machine_value(evaluator->machine, leaf);
}

/* (lambda (p0 ...) (op p0 ...)) */
static Term make_lambda(const Grammar *grammar, const Production *production)
{
  Bank *bank = grammar->bank;
  U32Vec parameters = {0}, rank = {0};
  for (uint32_t i = 0; i < production->count; i++) {
    Sort sort = grammar->goals.items[grammar_arguments(grammar, production)[i]].sort;
    char name[16];
    int length = snprintf(name, sizeof name, "p%u", i);
    Symbol symbol = symbols_intern(&bank->symbols, name, (size_t)length);
    VEC_PUSH(&rank, sort);
    VEC_PUSH(&parameters, bank_variable(bank, symbol, sort, 0));
  }
  VEC_PUSH(&rank, production->sort);
  Term body =
      bank_term(bank, production->op, production->sort, parameters.items, production->count);
  Sort sort = sorts_function(&bank->sorts, rank.items, (uint32_t)rank.count);
  Term lambda =
      bank_binder(bank, OP_LAMBDA, sort, parameters.items, (uint32_t)parameters.count, &body);
  VEC_FREE(&rank);
  VEC_FREE(&parameters);
  return lambda;
}

static Value apply(DraftEvaluator *evaluator, const Grower *grower, uint32_t number,
                   const Value *args)
{
  const Grammar *grammar = evaluator->grammar;
  const Production *production = &grammar->productions.items[number];
  Op op = production->op;
  if (op == OP_FORALL || op == OP_EXISTS) return args[production->bound];
  if (production->kind != PRODUCTION_APPLY) return value_unknown(REASON_NO_SEMANTICS, 0);
  Fun fun = bank_operator(grammar->bank, op)->fun;
  if (is_declared(grammar->bank, fun)) return model_value(evaluator, grower, fun);
  while (evaluator->lambdas.count <= number) VEC_PUSH(&evaluator->lambdas, 0);
  Term *lambda = &evaluator->lambdas.items[number];
  if (!*lambda) *lambda = make_lambda(grammar, production);
  return machine_apply(evaluator->machine, *lambda, args);
}

/* Backwards, as in draft_term. */
Truth draft_truth(DraftEvaluator *evaluator, const Grower *grower, size_t from, size_t until)
{
  assert(from < until && until <= grower->draft.count);
  size_t top = until - from;
  evaluator->stack.count = 0;
  VEC_RESERVE(&evaluator->stack, top);
  Value *stack = evaluator->stack.items;
  for (size_t i = until; i-- > from;) {
    uint32_t word = grower->draft.items[i];
    if (word & DRAFT_LEAF) {
      stack[--top] = leaf_value(evaluator, grower, word & ~DRAFT_LEAF);
      continue;
    }
    const Production *production = &evaluator->grammar->productions.items[word];
    uint32_t count = (uint32_t)production->bound + production->count;
    Value value = apply(evaluator, grower, word, stack + top);
    top += count;
    stack[--top] = value;
  }
  assert(top + 1 == until - from);
  return value_is_true(stack[top])    ? TRUTH_TRUE
         : value_is_false(stack[top]) ? TRUTH_FALSE
                                      : TRUTH_UNKNOWN;
}
