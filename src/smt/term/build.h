/* Making applications of theory functions by name, for code that writes terms of its own. */
#ifndef SMT_TERM_BUILD_H
#define SMT_TERM_BUILD_H

#include "smt/term/bank.h"

/* Applies the theory function of this name that fits the arguments. `as` is the sort that the result
 * must have, or 0 if any will do; it is needed where the arguments do not determine it. 0 if there
 * is no such function. */
Term bank_build_indexed(Bank *bank, const char *name, const Numeral *indices, uint32_t index_count,
                        Sort as, const Term *args, uint32_t count);
static inline Term build(Bank *bank, const char *name, Sort as, const Term *args, uint32_t count)
{
  return bank_build_indexed(bank, name, NULL, 0, as, args, count);
}

#endif
