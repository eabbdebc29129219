#include "support/kernel.h"

#include <assert.h>
#include <string.h>

#include "smtlib/theory.h"

void kernel_eval_init(Eval *eval)
{
  *eval = (Eval){.bank = theory_create_bank(), .steps = UINT64_MAX};
  heap_init(&eval->heap, (size_t)1 << 30);
  for (size_t i = 0; i < sizeof eval->z / sizeof *eval->z; i++) mpz_init(eval->z[i]);
  for (size_t i = 0; i < sizeof eval->q / sizeof *eval->q; i++) mpq_init(eval->q[i]);
}

void kernel_eval_deinit(Eval *eval)
{
  for (size_t i = 0; i < sizeof eval->z / sizeof *eval->z; i++) mpz_clear(eval->z[i]);
  for (size_t i = 0; i < sizeof eval->q / sizeof *eval->q; i++) mpq_clear(eval->q[i]);
  heap_deinit(&eval->heap);
  bank_destroy(eval->bank);
}

KernelCall kernel_find(const Eval *eval, const char *name, const char *classes, Sort result,
                       const Sort *args)
{
  KernelCall call = {.result = result};
  size_t count = strlen(classes);
  assert(count <= KERNEL_CALL_ARGS);
  if (count) memcpy(call.args, args, count * sizeof *args);
  Fun fun = bank_theory_fun(eval->bank, symbols_find(&eval->bank->symbols, name, strlen(name)));
  for (; fun && !call.entry; fun = funs_info(&eval->bank->funs, fun)->next) {
    const KernelEntry *entry = operator_entry(eval->bank, fun);
    if (entry && strcmp(entry->args, classes) == 0) call.entry = entry;
  }
  return call;
}

Value kernel_call(Eval *eval, const KernelCall *call, const Value *args)
{
  Call application = {.sort = call->result, .arg_sorts = call->args};
  return call->entry->kernel(eval, &application, args, (uint32_t)strlen(call->entry->args));
}

Sort kernel_float_sort(Eval *eval, uint32_t eb, uint32_t sb)
{
  SortTable *sorts = &eval->bank->sorts;
  return sorts_make(sorts, sorts->class_ctor[SORT_FLOAT], (const Numeral[]){eb, sb}, NULL, 0);
}

Sort kernel_bitvec_sort(Eval *eval, uint32_t width)
{
  SortTable *sorts = &eval->bank->sorts;
  return sorts_make(sorts, sorts->class_ctor[SORT_BITVEC], &width, NULL, 0);
}

Sort kernel_plain_sort(Eval *eval, SortClass class)
{
  return sorts_plain(&eval->bank->sorts, class);
}
