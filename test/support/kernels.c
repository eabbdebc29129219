#include "support/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smtlib/theory.h"
#include "testing.h"

enum { STEPS = 100000000 };

void kernels_init(Kernels *kernels, size_t heap_limit)
{
  EvalLimits limits = {.steps = STEPS, .bytes = heap_limit};
  kernels->bank = theory_create_bank();
  kernels->machine = machine_create(kernels->bank, NULL, &limits, false);
  kernels->eval = machine_eval(kernels->machine);
  kernels->eval->steps = STEPS;
}

void kernels_deinit(Kernels *kernels)
{
  machine_destroy(kernels->machine);
  bank_destroy(kernels->bank);
}

void kernels_reset(Kernels *kernels)
{
  heap_reset(&kernels->eval->heap);
  kernels->eval->steps = STEPS;
}

const KernelEntry *kernels_entry(const Kernels *kernels, const char *name, const char *args)
{
  const Bank *bank = kernels->bank;
  Symbol symbol = symbols_find(&bank->symbols, name, strlen(name));
  for (Fun fun = bank_theory_fun(bank, symbol); fun; fun = funs_info(&bank->funs, fun)->next) {
    const KernelEntry *entry = operator_entry(bank, fun);
    if (entry && strcmp(entry->args, args) == 0) return entry;
  }
  fail_msg("no kernel for %s on '%s'", name, args);
  return NULL;
}

Value kernels_call(Kernels *kernels, const char *name, const char *args, const Value *values,
                   const Numeral *indices, uint32_t index_count)
{
  Call call = {.indices = indices, .index_count = index_count};
  return kernels_entry(kernels, name, args)
      ->kernel(kernels->eval, &call, values, (uint32_t)strlen(args));
}

Value kernels_int(Kernels *kernels, const char *digits)
{
  assert_int_equal(mpz_set_str(kernels->eval->z[0], digits, 10), 0);
  return value_int(&kernels->eval->heap, kernels->eval->z[0], 0);
}

Value kernels_real(Kernels *kernels, const char *digits)
{
  assert_int_equal(mpq_set_str(kernels->eval->q[0], digits, 10), 0);
  mpq_canonicalize(kernels->eval->q[0]);
  return value_real(&kernels->eval->heap, kernels->eval->q[0], 0);
}

Value kernels_bits(Kernels *kernels, uint32_t width, const char *digits)
{
  assert_int_equal(mpz_set_str(kernels->eval->z[0], digits, 10), 0);
  mpz_fdiv_r_2exp(kernels->eval->z[0], kernels->eval->z[0], width);
  return value_bits(&kernels->eval->heap, VALUE_BITVEC, width, kernels->eval->z[0], 0);
}

const char *kernels_text(Kernels *kernels, Value value)
{
  (void)kernels;
  static char text[4096];
  IntView view;
  RatioView ratio;
  switch ((ValueKind)value.kind) {
  case VALUE_INT:
  case VALUE_BITVEC: gmp_snprintf(text, sizeof text, "%Zd", value_view(value, &view)); break;
  case VALUE_REAL: gmp_snprintf(text, sizeof text, "%Qd", value_view_real(value, &ratio)); break;
  case VALUE_BOOL: return value.word ? "true" : "false";
  case VALUE_UNKNOWN: snprintf(text, sizeof text, "?%u", value.tag); break;
  default: return "another kind of value";
  }
  return text;
}
