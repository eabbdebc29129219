/* Calling the kernels of operators directly, without terms.
 *
 *   Kernels k;
 *   kernels_init(&k, 1 << 20);
 *   Value sum = kernels_call(&k, "+", "ii", (Value[]){a, b}, NULL, 0);
 *   kernels_deinit(&k); */
#ifndef TEST_SUPPORT_KERNELS_H
#define TEST_SUPPORT_KERNELS_H

#include "eval/machine.h"

typedef struct {
  Bank *bank;       /* with all theories */
  Machine *machine; /* without a model */
  Eval *eval;
} Kernels;

void kernels_init(Kernels *kernels, size_t heap_limit);
void kernels_deinit(Kernels *kernels);
/* Forgets all values, and gives steps for more. */
void kernels_reset(Kernels *kernels);

/* The entry of an operator by its name and the letters of its argument sorts; fails the test if there
 * is none. */
const KernelEntry *kernels_entry(const Kernels *kernels, const char *name, const char *args);

/* The value of an application. The call has no term and no sorts. */
Value kernels_call(Kernels *kernels, const char *name, const char *args, const Value *values,
                   const Numeral *indices, uint32_t index_count);

/* A number in decimal digits, perhaps with a sign and, for a REAL, a denominator ("-1/3"). */
Value kernels_int(Kernels *kernels, const char *digits);
Value kernels_real(Kernels *kernels, const char *digits);
/* The number modulo 2^width. */
Value kernels_bits(Kernels *kernels, uint32_t width, const char *digits);

/* The text of an INT, REAL or BITVEC as a number, of a BOOL, or of an undetermined value as "?" and
 * the number of its reason. Valid until the next call. */
const char *kernels_text(Kernels *kernels, Value value);

#endif
