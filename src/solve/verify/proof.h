/* Proofs of unsat: for each subproblem the tree of splits, and for each node the disjuncts that are closed in its box, with the
 * weights of their rows and the bound that follows. They are text:
 *
 *   assay-proof 1
 *   network 0123456789abcdef           digests of the files
 *   property 0123456789abcdef
 *   tree 0                             nodes of subproblem 0, parents before children, first halves first
 *   c DISJUNCT ZERO CLAIM WEIGHT...    closed: the weighted rows exceed their bounds by CLAIM 2^-64 (certify.h)
 *   s INPUT NUMBER                     split there: both halves follow
 *   l                                  a leaf: all disjuncts are closed here or above
 *   end
 *
 * A check computes every claim again in integers and wants the same number. */
#ifndef SOLVE_VERIFY_PROOF_H
#define SOLVE_VERIFY_PROOF_H

#include "base/digest.h"
#include "base/strbuf.h"
#include "solve/verify/certify.h"

typedef struct Proof Proof;

Proof *proof_create(void);
void proof_destroy(Proof *proof);

/* While splitting, from any thread. The root of a subproblem is made by its number. */
uint32_t proof_root(Proof *proof, uint32_t subproblem);
void proof_close(Proof *proof, uint32_t node, uint32_t disjunct, bool zero, Claim claim,
                 const uint32_t *weights, uint32_t count);
void proof_split(Proof *proof, uint32_t node, uint32_t input, double at, uint32_t children[2]);

void proof_print(const Proof *proof, Digest network, Digest property, StrBuf *out);

typedef struct {
  uint64_t nodes, closed;
} ProofCount;

/* Is the text (followed by a zero byte) a proof that the property has no counterexample? The error says what is wrong with it,
 * with a line. STATUS_LIMIT: the network has no proofs of this form. */
Status proof_check(const char *text, const Net *net, const Property *property, Digest network,
                   Digest property_digest, ProofCount *count, Error *error);

#endif
