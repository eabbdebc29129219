#include "b/eval/eval.h"

#include <assert.h>
#include <stdio.h>

#include "b/eval/internal.h"
#include "b/text/print.h"
#include "b/value/number.h"

BEvalSettings b_eval_settings_default(void)
{
  return (BEvalSettings){
      .maxint = INT32_MAX, .minint = -INT32_MAX, .scope = 5, .steps = 10 * 1000 * 1000};
}

void b_eval_init(BEval *eval, BBank *bank, const BModule *module, const BEvalSettings *settings)
{
  assert(settings->scope > 0);
  *eval =
      (BEval){.bank = bank, .module = module, .settings = *settings, .deferred = settings->scope};
  b_heap_init(&eval->heap, bank);
  b_free_init(&eval->free, bank);
}

void b_eval_deinit(BEval *eval)
{
  b_heap_deinit(&eval->heap);
  b_free_deinit(&eval->free);
  VEC_FREE(&eval->values);
}

void b_eval_set(BEval *eval, BTerm identifier, BValue value)
{
  assert(b_op(eval->bank, identifier) == B_IDENTIFIER);
  while (eval->values.count <= identifier) VEC_PUSH(&eval->values, B_VALUE_NONE);
  eval->values.items[identifier] = value;
}

BValue b_eval_get(const BEval *eval, BTerm identifier)
{
  return identifier < eval->values.count ? eval->values.items[identifier] : (BValue)B_VALUE_NONE;
}

BValue b_eval_unknown(BEval *eval, const char *why)
{
  if (!eval->reason[0]) snprintf(eval->reason, sizeof eval->reason, "%s", why);
  return B_VALUE_UNKNOWN;
}

/* "1 / xx with xx = 0". */
BValue b_eval_undefined(BEval *eval, BTerm term)
{
  StrBuf text;
  strbuf_init(&text, B_REASON_MAX - 20);
  b_print(eval->bank, term, NULL, &text);
  uint32_t count;
  const BTerm *names = b_free_of(&eval->free, term, &count);
  const char *between = " with ";
  for (uint32_t i = 0; i < count; i++) {
    BValue value = b_eval_get(eval, names[i]);
    if (!b_is_value(value)) continue;
    strbuf_add_text(&text, between);
    between = ", ";
    b_print(eval->bank, names[i], NULL, &text);
    strbuf_add_text(&text, " = ");
    b_value_print(&eval->heap, b_type(eval->bank, names[i]), value, &text);
  }
  snprintf(eval->reason, sizeof eval->reason, "%s%s", strbuf_text(&text),
           text.overflow ? "..." : "");
  strbuf_deinit(&text);
  return B_VALUE_UNDEFINED;
}

/* What is not decided: what follows cannot make it true or false, unless it is known to be well defined. */
static BValue conjunction(BEval *eval, BTerm term, bool disjunction)
{
  assert(b_type(eval->bank, term) == B_PREDICATE);
  BValue neutral = b_bool(!disjunction), result = neutral;
  for (uint32_t i = 0; i < b_arg_count(eval->bank, term); i++) {
    BValue part = b_eval_term(eval, b_arg(eval->bank, term, i));
    if (part == B_VALUE_UNDEFINED && result == neutral) return part;
    if (part == neutral) continue;
    if (part == B_VALUE_UNKNOWN || part == B_VALUE_UNDEFINED) {
      result = B_VALUE_UNKNOWN;
      if (!eval->settings.assume_defined) return result;
      continue;
    }
    return part; /* it decides; an unknown part before it is assumed to be well defined */
  }
  return result;
}

static BValue negate(BValue value)
{
  return b_is_value(value) ? b_bool(value == B_VALUE_FALSE) : value;
}

static BValue implication(BEval *eval, BTerm term)
{
  BValue left = b_eval_term(eval, b_arg(eval->bank, term, 0));
  if (left == B_VALUE_FALSE) return B_VALUE_TRUE;
  if (left == B_VALUE_UNDEFINED) return left;
  if (left == B_VALUE_UNKNOWN && !eval->settings.assume_defined) return left;
  BValue right = b_eval_term(eval, b_arg(eval->bank, term, 1));
  if (left == B_VALUE_TRUE) return right;
  return right == B_VALUE_TRUE ? right : (BValue)B_VALUE_UNKNOWN;
}

static BValue equivalence(BEval *eval, BTerm term)
{
  BValue left = b_eval_term(eval, b_arg(eval->bank, term, 0));
  if (left == B_VALUE_UNDEFINED) return left;
  BValue right = b_eval_term(eval, b_arg(eval->bank, term, 1));
  if (right == B_VALUE_UNDEFINED) return right;
  return b_is_value(left) && b_is_value(right) ? b_bool(left == right) : (BValue)B_VALUE_UNKNOWN;
}

static BValue conditional(BEval *eval, BTerm term)
{
  BValue condition = b_eval_term(eval, b_arg(eval->bank, term, 0));
  if (!b_is_value(condition)) return condition;
  return b_eval_term(eval, b_arg(eval->bank, term, condition == B_VALUE_TRUE ? 1 : 2));
}

static BValue let(BEval *eval, BTerm term)
{
  assert(b_variable_count(eval->bank, term) == 1);
  BTerm variable = b_arg(eval->bank, term, 0);
  BValue value = b_eval_term(eval, b_arg(eval->bank, term, 1));
  if (!b_is_value(value)) return value;
  BValue outer = b_eval_get(eval, variable);
  b_eval_set(eval, variable, value);
  BValue result = b_eval_term(eval, b_arg(eval->bank, term, 2));
  b_eval_set(eval, variable, outer);
  return result;
}

static BValue identifier(BEval *eval, BTerm term)
{
  BValue value = b_eval_get(eval, term);
  if (value != B_VALUE_NONE) return value;
  char why[B_REASON_MAX];
  Symbol name = b_node(eval->bank, term)->data;
  snprintf(why, sizeof why, "'%.*s' has no value", (int)symbols_length(&eval->bank->symbols, name),
           symbols_text(&eval->bank->symbols, name));
  return b_eval_unknown(eval, why);
}

/* Elements of enumerated sets have names; those of deferred ones are named by their set and a number. */
static BValue element(BEval *eval, BType type, Symbol name)
{
  const BTypeNode *node = b_type_node(&eval->bank->types, type);
  bool enumerated = !eval->module;
  for (size_t i = 0; !enumerated && i < eval->module->sets.count; i++) {
    const BGivenSet *set = &eval->module->sets.items[i];
    enumerated = set->type == type && set->count > 0;
  }
  if (enumerated) return b_element(&eval->heap, type, b_element_number(name));
  size_t skip = symbols_length(&eval->bank->symbols, node->first);
  size_t length = symbols_length(&eval->bank->symbols, name);
  const char *text = symbols_text(&eval->bank->symbols, name);
  int64_t number = 0;
  for (size_t i = skip; i < length; i++) number = number * 10 + (text[i] - '0');
  return b_element(&eval->heap, type, number - 1);
}

static BValue literal(BEval *eval, BTerm term)
{
  const BNode *node = b_node(eval->bank, term);
  const char *text = symbols_text(&eval->bank->symbols, node->data);
  size_t length = symbols_length(&eval->bank->symbols, node->data);
  switch (node->op) {
  case B_INTEGER: return b_number_read_integer(&eval->heap, text, length);
  case B_REAL: return b_number_read_real(&eval->heap, text, length);
  case B_STRING: return b_string(&eval->heap, node->data);
  default: return element(eval, node->type, node->data);
  }
}

/* Operators that see all their operands as values. */
static BValue strict(BEval *eval, BTerm term)
{
  enum { FEW = 8 };
  uint32_t count = b_arg_count(eval->bank, term);
  BValue few[FEW], *args = count <= FEW ? few : mem_alloc(count, sizeof *args);
  BValue result = B_VALUE_TRUE;
  for (uint32_t i = 0; i < count && result != B_VALUE_UNDEFINED; i++) {
    args[i] = b_eval_term(eval, b_arg(eval->bank, term, i));
    if (!b_is_value(args[i])) result = args[i];
  }
  if (b_is_value(result)) result = b_compute(eval, term, args, count);
  if (args != few) free(args);
  return result;
}

static BValue dispatch(BEval *eval, BTerm term)
{
  BOperator op = b_op(eval->bank, term);
  switch (op) {
  case B_AND: return conjunction(eval, term, false);
  case B_OR: return conjunction(eval, term, true);
  case B_IMPLIES: return implication(eval, term);
  case B_EQUIVALENT: return equivalence(eval, term);
  case B_NOT: return negate(b_eval_term(eval, b_arg(eval->bank, term, 0)));
  case B_IF_PREDICATE:
  case B_IF_EXPRESSION: return conditional(eval, term);
  case B_LET_PREDICATE:
  case B_LET_EXPRESSION: return let(eval, term);
  case B_IDENTIFIER: return identifier(eval, term);
  case B_INTEGER:
  case B_REAL:
  case B_STRING:
  case B_ELEMENT: return literal(eval, term);
  default: return b_operator_binds(op) ? b_eval_binder(eval, term) : strict(eval, term);
  }
}

BValue b_eval_term(BEval *eval, BTerm term)
{
  if (eval->steps == 0) return b_eval_unknown(eval, "it takes too many steps");
  if (eval->depth >= B_EVAL_DEPTH) return b_eval_unknown(eval, "it is nested too deeply");
  if (eval->heap.nodes.count > B_HEAP_MAX) return b_eval_unknown(eval, "there are too many values");
  eval->steps--;
  eval->depth++;
  BValue value = dispatch(eval, term);
  eval->depth--;
  if (value == B_VALUE_UNKNOWN) return b_eval_unknown(eval, "a number is too large");
  return value;
}

BValue b_evaluate(BEval *eval, BTerm term)
{
  assert(term != B_TERM_NONE);
  eval->steps = eval->settings.steps;
  eval->depth = 0;
  eval->reason[0] = 0;
  BValue value = b_eval_term(eval, term);
  if (b_is_value(value)) eval->reason[0] = 0;
  return value;
}

BValue b_evaluate_listed(BEval *eval, BValue value)
{
  assert(b_is_value(value));
  eval->steps = eval->settings.steps;
  BValue listed = b_solidify(eval, value);
  eval->reason[0] = 0;
  return b_is_value(listed) ? listed : value;
}
