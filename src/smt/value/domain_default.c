/* Defaults of sorts: what is open gets these. */
#include <assert.h>
#include <stdio.h>

#include "base/index.h"
#include "smt/value/array.h"
#include "smt/value/closure.h"
#include "smt/value/domain_parts.h"

typedef struct {
  Eval *eval;
  Term term;
  uint32_t visits;
} Choice;

static Value choose_default(Choice *choice, Sort sort, const DomainChain *outer);

static Value default_list(Choice *choice, Sort sort, Fun fun, const DomainChain *chain)
{
  Eval *eval = choice->eval;
  uint32_t count = domain_part_count(eval->bank, sort, fun);
  ListObject *list = value_list_room(&eval->heap, count);
  if (!list) return value_unknown(REASON_MEMORY, choice->term);
  for (uint32_t i = 0; i < count; i++) {
    list->items[i] = choose_default(choice, domain_part_sort(eval->bank, sort, fun, i), chain);
    if (value_is_unknown(list->items[i])) return list->items[i];
  }
  return value_list(fun ? VALUE_DATATYPE : VALUE_TUPLE, fun, list);
}

/* The first constructor with a value that does not hold another one of the same sort. */
static Value default_datatype(Choice *choice, Sort sort, const DomainChain *chain)
{
  assert(chain && chain->sort == sort);
  const Bank *bank = choice->eval->bank;
  Value value = value_unknown(REASON_NO_VALUE, choice->term);
  if (domain_is_within(chain->outer, sort)) return value;
  for (uint32_t i = 0; i < domain_constructor_count(bank, sort) && value_is_unknown(value); i++)
    value = default_list(choice, sort, domain_constructor(bank, sort, i), chain);
  return value;
}

/* A lambda whose body is one free variable, which stands for the default of the result sort. */
static Value default_function(Choice *choice, Sort sort, const DomainChain *chain)
{
  assert(sorts_class(&choice->eval->bank->sorts, sort) == SORT_FUNCTION);
  Bank *bank = choice->eval->bank;
  uint32_t arity = sorts_node(&bank->sorts, sort)->arg_count - 1;
  Sort result_sort = sorts_arg(&bank->sorts, sort, arity);
  Value result = choose_default(choice, result_sort, chain);
  if (value_is_unknown(result)) return result;
  ClosureObject *closure =
      heap_alloc(&choice->eval->heap, 1, sizeof *closure + sizeof closure->captures[0]);
  if (!closure) return value_unknown(REASON_MEMORY, choice->term);
  U32Vec variables = {0};
  for (uint32_t i = 0; i < arity; i++) {
    char name[16];
    int length = snprintf(name, sizeof name, "x%u", i);
    Symbol symbol = symbols_intern(&bank->symbols, name, (size_t)length);
    VEC_PUSH(&variables, bank_variable(bank, symbol, sorts_arg(&bank->sorts, sort, i), 0));
  }
  Term body = bank_variable(bank, symbols_intern(&bank->symbols, "default", 7), result_sort, 0);
  closure->binder = bank_binder(bank, OP_LAMBDA, sort, variables.items, arity, &body);
  VEC_FREE(&variables);
  closure->capture_count = 1;
  closure->captures[0] = result;
  closure->hash = hash_mix(hash_mix(6, closure->binder), value_hash(result));
  return (Value){.kind = VALUE_FUNCTION, .loose = true, .closure = closure};
}

static Value default_regex(Choice *choice, Sort sort)
{
  const Bank *bank = choice->eval->bank;
  Fun none = bank_theory_fun(bank, symbols_find(&bank->symbols, "re.none", 7));
  const KernelEntry *entry = none ? value_operator_entry(bank, none) : NULL;
  if (!entry || !entry->kernel) return value_unknown(REASON_NO_VALUE, choice->term);
  Call call = {.term = choice->term, .sort = sort};
  return entry->kernel(choice->eval, &call, NULL, 0);
}

static Value default_string(Choice *choice)
{
  StringObject *string = value_string_room(&choice->eval->heap, 0);
  return string ? value_string(string) : value_unknown(REASON_MEMORY, choice->term);
}

static Value default_seq(Choice *choice)
{
  ListObject *list = value_list_room(&choice->eval->heap, 0);
  return list ? value_list(VALUE_SEQ, 0, list) : value_unknown(REASON_MEMORY, choice->term);
}

static Value default_element(Choice *choice, Sort sort)
{
  uint64_t count;
  bool whole;
  const Value *universe = eval_universe(choice->eval, sort, &count, &whole);
  return count > 0 ? universe[0] : value_unknown(REASON_NO_VALUE, choice->term);
}

static Value choose_default(Choice *choice, Sort sort, const DomainChain *outer)
{
  Eval *eval = choice->eval;
  const SortTable *sorts = &eval->bank->sorts;
  DomainChain chain = {sort, outer ? outer->depth + 1 : 0, outer};
  if (chain.depth > DOMAIN_MAX_DEPTH || ++choice->visits > DOMAIN_MAX_VISITS)
    return value_unknown(REASON_DEPTH, choice->term);
  switch (sorts_class(sorts, sort)) {
  case SORT_INT: return value_small_int(0);
  case SORT_REAL: return value_small_real(0);
  case SORT_STRING: return default_string(choice);
  case SORT_REGLAN: return default_regex(choice, sort);
  case SORT_SEQ: return default_seq(choice);
  case SORT_SET: return (Value){.kind = VALUE_SET};
  case SORT_BAG: return (Value){.kind = VALUE_BAG};
  case SORT_TUPLE: return default_list(choice, sort, 0, &chain);
  case SORT_DATATYPE: return default_datatype(choice, sort, &chain);
  case SORT_FUNCTION: return default_function(choice, sort, &chain);
  case SORT_UNINTERPRETED: return default_element(choice, sort);
  case SORT_ARRAY: {
    Value value = choose_default(choice, sorts_arg(sorts, sort, 1), &chain);
    return value_is_unknown(value) ? value : array_constant(eval, sort, value, choice->term);
  }
  case SORT_PARAMETER: return value_unknown(REASON_NO_VALUE, choice->term);
  case SORT_OTHER:
    return domain_is_char(eval->bank, sort) ? domain_value_at(eval, sort, 0, choice->term, 0)
                                            : value_unknown(REASON_NO_VALUE, choice->term);
  default: return domain_value_at(eval, sort, 0, choice->term, 0);
  }
}

Value domain_default(Eval *eval, Sort sort, Term term)
{
  assert(bank_has_sort(eval->bank, sort));
  Choice choice = {.eval = eval, .term = term};
  return choose_default(&choice, sort, NULL);
}
