/* Terms that bind variables, and the lazy values that some of them are. */
#include <assert.h>

#include "b/eval/internal.h"
#include "b/value/number.h"

typedef VEC(BValue) Values;

/* What a binder collects while its variables take their values. */
typedef struct {
  BTerm term, body; /* body: 0 if there is none */
  Values values;
  BValue total; /* a truth value, a sum, a set */
} Gathering;

static BValue tuple_of(BEval *eval, BTerm term)
{
  uint32_t count = b_variable_count(eval->bank, term);
  BValue tuple = b_eval_get(eval, b_arg(eval->bank, term, 0));
  for (uint32_t i = 1; i < count; i++)
    tuple = b_pair(&eval->heap, tuple, b_eval_get(eval, b_arg(eval->bank, term, i)));
  return tuple;
}

static bool visit_forall(BEval *eval, void *data)
{
  Gathering *gathering = data;
  BValue value = b_eval_term(eval, gathering->body);
  if (value == B_VALUE_TRUE) return true;
  if (value != B_VALUE_UNKNOWN || gathering->total == B_VALUE_TRUE) gathering->total = value;
  return value == B_VALUE_UNKNOWN;
}

static bool visit_exists(BEval *eval, void *data)
{
  (void)eval;
  ((Gathering *)data)->total = B_VALUE_TRUE;
  return false;
}

static bool visit_collect(BEval *eval, void *data)
{
  Gathering *gathering = data;
  BOperator op = b_op(eval->bank, gathering->term);
  BValue value = op == B_EVENT_B_COMPREHENSION ? (BValue)B_VALUE_TRUE
                                               : b_solidify(eval, tuple_of(eval, gathering->term));
  if (b_is_value(value) && gathering->body) {
    BValue body = b_eval_term(eval, gathering->body);
    if (b_is_value(body)) body = b_solidify(eval, body);
    value = !b_is_value(body) || op == B_EVENT_B_COMPREHENSION ? body
                                                               : b_pair(&eval->heap, value, body);
  }
  if (b_is_value(value) && gathering->values.count < B_EXPAND_MAX) {
    VEC_PUSH(&gathering->values, value);
    return true;
  }
  gathering->total = b_is_value(value) ? b_eval_unknown(eval, "a set is too large") : value;
  return false;
}

static bool visit_total(BEval *eval, void *data)
{
  Gathering *gathering = data;
  BOperator op = b_op(eval->bank, gathering->term);
  BValue body = b_eval_term(eval, gathering->body), so_far = gathering->total;
  BValue args[] = {so_far, body};
  if (!b_is_value(body) || so_far == B_VALUE_NONE)
    gathering->total = body;
  else if (op == B_SIGMA)
    gathering->total = b_number_add(&eval->heap, so_far, body);
  else if (op == B_PI)
    gathering->total = b_number_multiply(&eval->heap, so_far, body);
  else
    gathering->total = b_compute_set(eval, gathering->term,
                                     op == B_QUANTIFIED_UNION ? B_UNION : B_INTERSECTION, args, 2);
  return b_is_value(gathering->total);
}

static BSearch run(BEval *eval, Gathering *gathering, bool scoped, BVisitor *visit)
{
  const BBank *bank = eval->bank;
  BTerm term = gathering->term;
  uint32_t count = b_variable_count(bank, term);
  U32Vec variables = {0};
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(&variables, b_arg(bank, term, i));
  BSearch end =
      b_search(eval, variables.items, count, b_arg(bank, term, count), scoped, visit, gathering);
  VEC_FREE(&variables);
  return end;
}

static BValue not_searched(BEval *eval, BSearch end)
{
  if (end == B_SEARCH_UNDEFINED) return B_VALUE_UNDEFINED;
  if (eval->steps == 0) return b_eval_unknown(eval, "it takes too many steps");
  return b_eval_unknown(eval, "a variable has infinitely many values");
}

static BValue quantifier(BEval *eval, BTerm term, Gathering *gathering)
{
  bool exists = b_op(eval->bank, term) == B_EXISTS;
  gathering->total = b_bool(!exists);
  BSearch end = run(eval, gathering, true, exists ? visit_exists : visit_forall);
  if (end == B_SEARCH_ENDED) return gathering->total;
  if (end != B_SEARCH_DONE) return not_searched(eval, end);
  return gathering->total;
}

/* A comprehension or lambda with the values of what is free in it. */
static BValue close(BEval *eval, BTerm term)
{
  uint32_t count;
  const BTerm *names = b_free_of(&eval->free, term, &count);
  U32Vec captured = {0};
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(&captured, b_eval_get(eval, names[i]));
  BOperator op = b_op(eval->bank, term);
  BValue closure = b_lazy(&eval->heap, op, term, captured.items, count);
  VEC_FREE(&captured);
  eval->reason[0] = 0;
  return closure;
}

static BValue collect(BEval *eval, BTerm term, Gathering *gathering)
{
  gathering->total = B_VALUE_TRUE;
  BSearch end = run(eval, gathering, false, visit_collect);
  BValue result = gathering->total;
  bool closable = b_op(eval->bank, term) != B_EVENT_B_COMPREHENSION;
  if (end == B_SEARCH_DONE)
    result = b_set(&eval->heap, gathering->values.items, gathering->values.count);
  else if (end == B_SEARCH_UNDEFINED || result == B_VALUE_UNDEFINED)
    result = B_VALUE_UNDEFINED;
  else
    result = closable && eval->steps ? close(eval, term) : not_searched(eval, end);
  VEC_FREE(&gathering->values);
  return result;
}

static BValue total(BEval *eval, BTerm term, Gathering *gathering)
{
  BHeap *heap = &eval->heap;
  BOperator op = b_op(eval->bank, term);
  bool real = b_type(eval->bank, term) == B_REALS;
  if (op == B_SIGMA || op == B_PI) gathering->total = b_int(heap, op == B_PI);
  if (real) gathering->total = b_number_to_real(heap, gathering->total);
  if (op == B_QUANTIFIED_UNION) gathering->total = B_VALUE_EMPTY;
  BSearch end = run(eval, gathering, false, visit_total);
  if (end == B_SEARCH_ENDED) return gathering->total;
  if (end != B_SEARCH_DONE) return not_searched(eval, end);
  if (gathering->total == B_VALUE_NONE) return b_eval_undefined(eval, term); /* INTER of nothing */
  return gathering->total;
}

BValue b_eval_binder(BEval *eval, BTerm term)
{
  assert(b_variable_count(eval->bank, term) > 0);
  uint32_t variables = b_variable_count(eval->bank, term);
  bool has_body = b_arg_count(eval->bank, term) > variables + 1;
  Gathering gathering = {.term = term,
                         .body = has_body ? b_arg(eval->bank, term, variables + 1) : B_TERM_NONE};
  switch (b_op(eval->bank, term)) {
  case B_FORALL:
  case B_EXISTS: return quantifier(eval, term, &gathering);
  case B_COMPREHENSION:
  case B_EVENT_B_COMPREHENSION:
  case B_LAMBDA: return collect(eval, term, &gathering);
  default: return total(eval, term, &gathering);
  }
}

/* Gives the free identifiers of a closure and its variables their values; the old ones are saved. */
static void enter(BEval *eval, BValue closure, BValue tuple, U32Vec *saved)
{
  BTerm term = (BTerm)b_value_node(&eval->heap, closure)->number;
  uint32_t count;
  const BTerm *names = b_free_of(&eval->free, term, &count);
  for (uint32_t i = 0; i < count; i++) {
    VEC_PUSH(saved, b_eval_get(eval, names[i]));
    b_eval_set(eval, names[i], b_part(&eval->heap, closure, i));
  }
  for (uint32_t i = b_variable_count(eval->bank, term); i-- > 0;) {
    BTerm variable = b_arg(eval->bank, term, i);
    VEC_PUSH(saved, b_eval_get(eval, variable));
    b_eval_set(eval, variable, i ? b_second(&eval->heap, tuple) : tuple);
    if (i) tuple = b_first(&eval->heap, tuple);
  }
}

/* In the opposite order. */
static void leave(BEval *eval, BValue closure, U32Vec *saved)
{
  BTerm term = (BTerm)b_value_node(&eval->heap, closure)->number;
  for (uint32_t i = 0; i < b_variable_count(eval->bank, term); i++)
    b_eval_set(eval, b_arg(eval->bank, term, i), saved->items[--saved->count]);
  uint32_t count;
  const BTerm *names = b_free_of(&eval->free, term, &count);
  for (uint32_t i = count; i-- > 0;) b_eval_set(eval, names[i], saved->items[--saved->count]);
  assert(saved->count == 0);
  VEC_FREE(saved);
}

static BValue closure_body(BEval *eval, BValue closure, BValue tuple, bool value)
{
  assert(b_kind(&eval->heap, closure) == B_KIND_LAZY && b_is_value(tuple));
  BTerm term = (BTerm)b_value_node(&eval->heap, closure)->number;
  U32Vec saved = {0};
  enter(eval, closure, tuple, &saved);
  BValue result =
      b_eval_term(eval, b_arg(eval->bank, term, b_variable_count(eval->bank, term) + value));
  leave(eval, closure, &saved);
  return result;
}

BValue b_closure_has(BEval *eval, BValue closure, BValue tuple)
{
  return closure_body(eval, closure, tuple, false);
}

BValue b_closure_value(BEval *eval, BValue closure, BValue tuple)
{
  return closure_body(eval, closure, tuple, true);
}
