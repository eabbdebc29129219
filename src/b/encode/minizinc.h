/* Predicates of B as models of MiniZinc, for solvers of finite domains such as Gecode.
 *
 * Integers are bounded: an identifier that a conjunct such as "xx : 1..5" bounds has that range, another one the scope, and
 * then unsat shows nothing. From there on the range of every expression is known, so that what is found is a solution.
 * Elements of sets are tuples of integers: TRUE is 1, elements of given sets have numbers from 1. A set of tuples is a set of the
 * numbers of these tuples. Everything else rests on membership, which is unfolded. Sets of sets, reals and strings have no translation. */
#ifndef B_ENCODE_MINIZINC_H
#define B_ENCODE_MINIZINC_H

#include "b/encode/encode.h"

/* As b_encode. */
Status b_minizinc(BBank *bank, const BModule *module, uint32_t scope, StrBuf *out,
                  BEncodeResult *result, Error *error);
/* Appends "xx = 1 & ss = {1, 2}" (b/eval/model.h) for what the model of this module has printed. False: it is no such text. */
bool b_minizinc_model(BBank *bank, const BModule *module, uint32_t scope, const char *output,
                      size_t length, StrBuf *out);

#endif
