/* A network with parts of a property as an SMT-LIB script of linear real arithmetic.
 *
 * Weights and bounds of the property are exact rationals. The script is satisfiable if an input of the box satisfies one of
 * the parts, where the network has no smooth activations and its coefficients are exact; with them it is weaker, so
 * that unsat is always right. Bounds of neurons, which are proved, are asserted, too: they decide ReLUs and prune. */
#ifndef NN_ENCODE_SMTLIB_H
#define NN_ENCODE_SMTLIB_H

#include "base/strbuf.h"
#include "nn/bound/bound.h"
#include "nn/property/property.h"

/* The bounds, finite, are over a box that contains the input boxes of all `parts` of the property. The script asks for the
 * values of the inputs X_0 .. after check-sat. */
void translate_to_smtlib(const Bounds *bounds, const Property *property, const uint64_t *parts,
                         size_t part_count, StrBuf *out);

#endif
