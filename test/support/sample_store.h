/* Stores of campaigns that never ran, for tests of what reads them. */
#ifndef SUPPORT_SAMPLE_STORE_H
#define SUPPORT_SAMPLE_STORE_H

#include "record/store/store.h"
#include "support/ok.h"

/* Text that does harm where it is not escaped: HTML, escape sequences, quotes, newlines, formulas, bytes that are not
 * UTF-8. No NUL. */
extern const char sample_hostile[];

StoreText sample_text(const char *text);

/* A campaign for margins with these contents, which tests may rely on:
 * - solvers 0 "z3" (target) and 1 "cvc5" (reference); unit s, limit 10, CPU time counts
 * - input i of `inputs` at i seconds: z3 needs (i + 1) s / 100 and is at its limit of 10 s when i % 10 = 9;
 *   cvc5 needs half of that and does not run when i % 10 = 8; both say sat
 * - input 0 is new; each other one has the one before as parent, with construct i % 3 placed 1 + i % 2 times; scale i / 4;
 *   z3(sat.euf=true) was drawn for input 9
 * - the best margin: input 0 with 1, then each i % 10 = 9 with 10 + i / 1000
 * - constructs bvadd, bvmul, bvudiv, mutate, sample, and the options z3(sat.euf=true) and cvc5(--bitblast=eager); arms of
 *   bvadd 1 of 10, of bvmul 8 of 10, mutate 3 of 9, sample 1 of 1, of the options 2 of 8 and 0 of 7
 * - findings of two groups: "minority|z3|QF_BV" by inputs 3 (not confirmed), 4 and 5 (confirmed), and "crash|cvc5" by
 *   input 6, not confirmed; texts of the inputs, of the finding by input 4 the roles answers, reduced, report, of that by
 *   input 6 the roles known and same_as, which names the other group */
int64_t sample_campaign(Store *store, const char *name, uint64_t inputs);
/* The same shape with hostile bytes in every text and every name. */
int64_t sample_hostile_campaign(Store *store);

#endif
