/* Searching for values of variables: the one with the fewest values first, conjuncts as soon as they can be
 * evaluated. */
#include <assert.h>
#include <stdio.h>

#include "b/eval/internal.h"

typedef struct {
  BEval *eval;
  const BTerm *variables;
  uint32_t count;
  BTerm predicate;
  U32Vec conjuncts;
  U32Vec
      level; /* by conjunct: the number of variables that had values when it was found true, 0: not yet */
  bool scoped;
  BVisitor *visit;
  void *data;
  bool partial, unknown;
} Search;

typedef enum { GO_ON, STOP_ENDED, STOP_UNDEFINED, STOP_UNKNOWN, STOP_PARTIAL } Step;

static void collect_conjuncts(Search *search)
{
  const BBank *bank = search->eval->bank;
  bool row = b_op(bank, search->predicate) == B_AND;
  uint32_t count = row ? b_arg_count(bank, search->predicate) : 1;
  for (uint32_t i = 0; i < count; i++) {
    VEC_PUSH(&search->conjuncts, row ? b_arg(bank, search->predicate, i) : search->predicate);
    VEC_PUSH(&search->level, 0);
  }
}

/* Evaluates what has become ready. False if a conjunct is false; one that is not well defined may be guarded
 * by another one and has to wait. */
static bool check_ready(Search *search, uint32_t bound)
{
  BEval *eval = search->eval;
  for (size_t i = 0; i < search->conjuncts.count; i++) {
    if (search->level.items[i] || !b_is_ready(eval, search->conjuncts.items[i])) continue;
    char reason = eval->reason[0];
    BValue value = b_eval_term(eval, search->conjuncts.items[i]);
    if (!b_is_value(value)) eval->reason[0] = reason;
    if (value == B_VALUE_FALSE) return false;
    if (value == B_VALUE_TRUE) search->level.items[i] = bound;
  }
  return true;
}

static void forget(Search *search, uint32_t bound)
{
  for (size_t i = 0; i < search->level.count; i++)
    if (search->level.items[i] >= bound) search->level.items[i] = 0;
}

/* All variables have values: those conjuncts that are not known to be true are evaluated in their order. */
static Step finish(Search *search)
{
  BEval *eval = search->eval;
  bool known = true;
  for (size_t i = 0; i < search->level.count; i++) known &= search->level.items[i] != 0;
  BValue value = known ? (BValue)B_VALUE_TRUE : b_eval_term(eval, search->predicate);
  if (value == B_VALUE_UNDEFINED) return STOP_UNDEFINED;
  if (value == B_VALUE_UNKNOWN) {
    search->unknown = true;
    return eval->steps ? GO_ON : STOP_UNKNOWN;
  }
  if (value == B_VALUE_TRUE && !search->visit(eval, search->data)) return STOP_ENDED;
  return GO_ON;
}

/* There are few of them, and listing them must not fail: it takes no steps. */
static BValue values_within(BEval *eval, BType type)
{
  bool every;
  uint64_t steps = eval->steps;
  eval->steps = UINT64_MAX;
  BValue values = b_scope_values(eval, type, &every);
  eval->steps = steps;
  return values;
}

/* Looking at so many conjuncts is a step. */
enum { CONJUNCTS_A_STEP = 16 };

/* The variable with the fewest values, and these. NONE if a domain is infinite and must not be cut, or no steps are left. */
static BValue choose(Search *search, uint32_t *chosen)
{
  BEval *eval = search->eval;
  uint64_t best = UINT64_MAX;
  BValue domain = B_VALUE_NONE;
  uint32_t open = search->count;
  uint64_t looking = search->conjuncts.count / CONJUNCTS_A_STEP;
  for (uint32_t i = 0; i < search->count; i++) {
    BTerm variable = search->variables[i];
    if (b_eval_get(eval, variable) != B_VALUE_NONE) continue;
    eval->steps -= looking < eval->steps ? looking : eval->steps;
    if (eval->steps == 0) return B_VALUE_NONE;
    if (open == search->count) open = i;
    uint64_t cost;
    BValue values =
        b_domain(eval, variable, search->conjuncts.items, (uint32_t)search->conjuncts.count, &cost);
    uint64_t all = b_type_count(eval, b_type(eval->bank, variable));
    if (all < cost) {
      cost = all;
      values = b_type_values(eval, b_type(eval->bank, variable));
    }
    if (cost >= best || values == B_VALUE_NONE) continue;
    best = cost;
    domain = values;
    *chosen = i;
  }
  char reason = eval->reason[0];
  BValue listed = domain ? b_expand(eval, domain) : (BValue)B_VALUE_UNKNOWN;
  eval->reason[0] = reason;
  if (b_is_value(listed)) return listed;
  search->partial = true;
  if (!search->scoped) return B_VALUE_NONE;
  if (!domain) *chosen = open;
  return values_within(eval, b_type(eval->bank, search->variables[*chosen]));
}

/* As deep as there are variables. */
static Step search_from(Search *search, uint32_t bound)
{
  assert(bound <= search->count);
  BEval *eval = search->eval;
  if (bound == search->count) return finish(search);
  if (eval->steps == 0 || eval->depth >= B_EVAL_DEPTH) return STOP_UNKNOWN;
  uint32_t chosen = 0;
  BValue values = choose(search, &chosen);
  if (values == B_VALUE_NONE) return eval->steps ? STOP_PARTIAL : STOP_UNKNOWN;
  Step step = GO_ON;
  eval->depth++;
  for (uint32_t i = 0; i < b_count(eval, values) && step == GO_ON; i++) {
    b_eval_set(eval, search->variables[chosen], b_part(&eval->heap, values, i));
    if (check_ready(search, bound + 1)) step = search_from(search, bound + 1);
    if (eval->steps == 0 && step == GO_ON) step = STOP_UNKNOWN;
    if (step != STOP_ENDED) forget(search, bound + 1);
  }
  eval->depth--;
  if (step != STOP_ENDED) b_eval_set(eval, search->variables[chosen], B_VALUE_NONE);
  return step;
}

static BSearch result_of(const Search *search, Step step)
{
  switch (step) {
  case STOP_ENDED: return B_SEARCH_ENDED;
  case STOP_UNDEFINED: return B_SEARCH_UNDEFINED;
  case STOP_UNKNOWN: return B_SEARCH_UNKNOWN;
  case STOP_PARTIAL: return B_SEARCH_PARTIAL;
  case GO_ON: break;
  }
  return search->unknown ? B_SEARCH_UNKNOWN : search->partial ? B_SEARCH_PARTIAL : B_SEARCH_DONE;
}

static BSearch run(Search *search)
{
  collect_conjuncts(search);
  for (uint32_t i = 0; i < search->count; i++)
    b_eval_set(search->eval, search->variables[i], B_VALUE_NONE);
  BSearch result = result_of(search, check_ready(search, 1) ? search_from(search, 0) : GO_ON);
  VEC_FREE(&search->conjuncts);
  VEC_FREE(&search->level);
  return result;
}

BSearch b_search(BEval *eval, const BTerm *variables, uint32_t count, BTerm predicate, bool scoped,
                 BVisitor *visit, void *data)
{
  assert(count > 0);
  Search search = {.eval = eval,
                   .variables = variables,
                   .count = count,
                   .predicate = predicate,
                   .scoped = scoped,
                   .visit = visit,
                   .data = data};
  U32Vec outer = {0};
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(&outer, b_eval_get(eval, variables[i]));
  BSearch result = run(&search);
  for (uint32_t i = 0; i < count; i++) b_eval_set(eval, variables[i], outer.items[i]);
  VEC_FREE(&outer);
  return result;
}

static bool visit_solution(BEval *eval, void *data)
{
  (void)eval;
  (void)data;
  return false;
}

static bool has_deferred_sets(const BEval *eval)
{
  if (!eval->module) return false;
  for (size_t i = 0; i < eval->module->sets.count; i++)
    if (eval->module->sets.items[i].count == 0) return true;
  return false;
}

static BSolved solved_of(BEval *eval, BSearch result)
{
  char *why = eval->reason;
  switch (result) {
  case B_SEARCH_ENDED: return B_SOLUTION;
  case B_SEARCH_UNDEFINED: return B_ILL_DEFINED;
  case B_SEARCH_UNKNOWN: b_eval_unknown(eval, "it takes too many steps"); return B_UNDECIDED;
  case B_SEARCH_PARTIAL:
    snprintf(why, B_REASON_MAX, "there is no solution with integers from -%u to %u",
             eval->settings.scope, eval->settings.scope);
    return B_UNDECIDED;
  case B_SEARCH_DONE: break;
  }
  if (!has_deferred_sets(eval)) return B_CONTRADICTION;
  snprintf(why, B_REASON_MAX, "there is no solution with deferred sets of at most %u elements",
           eval->settings.scope);
  return B_UNDECIDED;
}

static BSearch solve_once(BEval *eval, const BTerm *identifiers, uint32_t count, BTerm predicate)
{
  if (count == 0) {
    BValue value = b_eval_term(eval, predicate);
    return value == B_VALUE_TRUE        ? B_SEARCH_ENDED
           : value == B_VALUE_FALSE     ? B_SEARCH_DONE
           : value == B_VALUE_UNDEFINED ? B_SEARCH_UNDEFINED
                                        : B_SEARCH_UNKNOWN;
  }
  Search search = {.eval = eval,
                   .variables = identifiers,
                   .count = count,
                   .predicate = predicate,
                   .scoped = true,
                   .visit = visit_solution};
  return run(&search);
}

BSolved b_solve(BEval *eval, const BTerm *identifiers, uint32_t count, BTerm predicate)
{
  assert(b_type(eval->bank, predicate) == B_PREDICATE);
  eval->steps = eval->settings.steps;
  eval->depth = 0;
  eval->reason[0] = 0;
  bool deferred = has_deferred_sets(eval);
  BSearch worst = B_SEARCH_DONE;
  for (uint32_t size = deferred ? 1 : eval->settings.scope; size <= eval->settings.scope; size++) {
    eval->deferred = size;
    BSearch result = solve_once(eval, identifiers, count, predicate);
    if (result == B_SEARCH_ENDED) return B_SOLUTION;
    if (result > worst) worst = result;
    if (result == B_SEARCH_UNDEFINED || eval->steps == 0) break;
  }
  return solved_of(eval, worst);
}
