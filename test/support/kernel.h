/* Calls kernels of the evaluator on values, without terms and models. */
#ifndef TEST_SUPPORT_KERNEL_H
#define TEST_SUPPORT_KERNEL_H

#include "eval/operator.h"

/* An Eval with a bank of all theories, for kernels only: it has no machine. */
void kernel_eval_init(Eval *eval);
void kernel_eval_deinit(Eval *eval);

enum { KERNEL_CALL_ARGS = 4 };

typedef struct {
  const KernelEntry *entry; /* NULL: the theories have no such function */
  Sort result;
  Sort args[KERNEL_CALL_ARGS];
} KernelCall;

/* The kernel of the theory function with this name and these classes of arguments (see KernelEntry),
 * applied at the sorts. */
KernelCall kernel_find(const Eval *eval, const char *name, const char *classes, Sort result,
                       const Sort *args);
Value kernel_call(Eval *eval, const KernelCall *call, const Value *args);

/* (_ FloatingPoint eb sb) and (_ BitVec width). */
Sort kernel_float_sort(Eval *eval, uint32_t eb, uint32_t sb);
Sort kernel_bitvec_sort(Eval *eval, uint32_t width);
Sort kernel_plain_sort(Eval *eval, SortClass class);

#endif
