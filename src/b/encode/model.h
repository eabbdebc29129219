/* Models of solvers of SMT-LIB as values of B: the way back from a script of b_encode. */
#ifndef B_ENCODE_MODEL_H
#define B_ENCODE_MODEL_H

#include "b/encode/encode.h"

/* Appends "xx = 1 & ss = {1, 2}" (b/eval/model.h) for what a solver printed for the script of this module, with a model
 * after sat. Elements of deferred sets are numbered as they occur. Identifiers whose values have no form in B, such as sets that
 * are given by a formula, are left out; false: that is so of all of them, or there is no model that can be read. */
bool b_encode_model(BBank *bank, const BModule *module, const StrBuf *script, const char *output,
                    size_t length, StrBuf *out);

#endif
