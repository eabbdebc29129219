/* Semantic fusion: one script of two whose answers are known to be the same.
 *
 * The commands before the first query of each count; the symbols are renamed apart. A pair of constants, x of
 * the one script and y of the other, gets a fresh constant z that stands for f(x, y), and some
 * occurrences of x and y become terms over z that have the same value: for numbers z = x + y, so that x
 * is z - y. See Winterer, Zhang, Su: Validating SMT Solvers via Semantic Fusion (PLDI 2020). */
#ifndef SMT_MUTATE_FUSE_H
#define SMT_MUTATE_FUSE_H

#include "base/status.h"
#include "smt/draw/choice.h"
#include "smt/text/script.h"

typedef enum { FUSE_UNKNOWN, FUSE_SAT, FUSE_UNSAT } FuseAnswer;

/* What a script says of its first query with (set-info :status ...). */
FuseAnswer fuse_answer_of(const Bank *bank, const Script *script);

/* Fuses two scripts of one bank. `answer` has to be right for both of them; the result has it too, and
 * says so. With FUSE_UNKNOWN the result is sat if both are. The choice must not be enumerating.
 * STATUS_USAGE: these two cannot be fused; the message says why. */
Status fuse_pair(Bank *bank, const Script *first, const Script *second, FuseAnswer answer,
                 Choice *choice, Script *result, Error *error);

#endif
