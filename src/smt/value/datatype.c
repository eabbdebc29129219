#include "smt/value/datatype.h"

#include <assert.h>

#include "smt/term/signature.h"

static Value construct(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  Fun constructor = bank_fun(eval->bank, call->term);
  ListObject *fields = value_list_room(&eval->heap, count);
  if (!fields) return value_unknown(REASON_MEMORY, call->term);
  for (uint32_t i = 0; i < count; i++) fields->items[i] = args[i];
  return value_list(VALUE_DATATYPE, constructor, fields);
}

/* The position of a selector among the fields of its constructor. */
static uint32_t field_of(const Bank *bank, Fun selector)
{
  assert(bank_has_fun(bank, selector));
  Fun constructor = funs_info(&bank->funs, selector)->related;
  uint32_t i = 0;
  while (bank_selector(bank, constructor, i) != selector) i++;
  return i;
}

static Value select_field(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  Fun selector = bank_fun(eval->bank, call->term);
  if (args[0].tag != funs_info(&eval->bank->funs, selector)->related)
    return eval_open(eval, call, args, count, REASON_WRONG_CONSTRUCTOR);
  uint32_t field = field_of(eval->bank, selector);
  assert(field < args[0].list->length);
  return args[0].list->items[field];
}

static Value test(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  Fun tester = bank_fun(eval->bank, call->term);
  return value_bool(args[0].tag == funs_info(&eval->bank->funs, tester)->related);
}

/* An updater leaves values of other constructors as they are. */
static Value update(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  Fun selector = funs_info(&eval->bank->funs, bank_fun(eval->bank, call->term))->related;
  Fun constructor = funs_info(&eval->bank->funs, selector)->related;
  if (args[0].tag != constructor) return args[0];
  ListObject *fields = value_list_room(&eval->heap, args[0].list->length);
  if (!fields) return value_unknown(REASON_MEMORY, call->term);
  for (uint64_t i = 0; i < fields->length; i++) fields->items[i] = args[0].list->items[i];
  fields->items[field_of(eval->bank, selector)] = args[1];
  return value_list(VALUE_DATATYPE, constructor, fields);
}

Kernel datatype_kernel(FunOrigin origin)
{
  switch (origin) {
  case FUN_CONSTRUCTOR: return construct;
  case FUN_SELECTOR: return select_field;
  case FUN_TESTER: return test;
  default: assert(origin == FUN_UPDATER); return update;
  }
}

Sort datatype_field_sort(Bank *bank, Fun constructor, Sort sort, uint32_t field)
{
  assert(bank_has_fun(bank, constructor) && bank_has_sort(bank, sort));
  assert(field < funs_info(&bank->funs, constructor)->arity);
  Sort pattern = funs_rank(&bank->funs, constructor)[field];
  if (!sorts_node(&bank->sorts, pattern)->open) return pattern;
  SignatureBinding binding;
  signature_clear(&binding);
  if (!signature_match(bank, funs_result(&bank->funs, constructor), sort, &binding, NULL)) return 0;
  return signature_instantiate(bank, pattern, &binding);
}
