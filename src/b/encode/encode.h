/* Predicates of B as SMT-LIB scripts, and as models of MiniZinc.
 *
 * Three encodings of the same meaning, so that they can be held against each other:
 *   constructive  sets are arrays to Bool, written as lambdas (z3)
 *   axiomatic     sets are arrays to Bool; each set expression is a constant that an axiom defines (z3)
 *   sets          sets are cvc5's finite sets, with its operators where they mean the same
 *
 * `native` takes operators of solvers that the encodings otherwise avoid, so that their defects show: z3's transitive-closure, and
 * everything in a scope, as tools for B ask it; cvc5's set.universe for BOOL and given sets.
 *
 * A predicate has to be well defined (b/wd): outside of that an operator may have any value. Everything rests on
 * membership: "x : S" is unfolded by the operators of S, so that sets become terms only where they have to. */
#ifndef B_ENCODE_ENCODE_H
#define B_ENCODE_ENCODE_H

#include "b/text/module.h"
#include "base/strbuf.h"

typedef enum {
  B_ENCODING_CONSTRUCTIVE,
  B_ENCODING_AXIOMATIC,
  B_ENCODING_SETS,
  B_ENCODING_MINIZINC, /* no SMT-LIB: see minizinc.h */
  B_ENCODING_COUNT
} BEncoding;

extern const char *const b_encodings[]; /* their names as users write them, ends with NULL */

typedef struct {
  BEncoding encoding;
  int64_t maxint, minint; /* MAXINT, MININT */
  bool values;            /* ask for the values of the identifiers */
  bool native;            /* with operators of the solver that are suspected not to mean the same */
  uint32_t
      scope; /* of MiniZinc: integers that nothing bounds, and deferred sets; 0: B_ENCODE_SCOPE */
} BEncodeOptions;

enum { B_ENCODE_SCOPE = 3 };

/* What an answer to the script says of the predicate. Finite sets stand for all sets in the encoding `sets`, so that
 * where infinite ones could matter an answer shows nothing. */
typedef struct {
  bool sat_shows, unsat_shows;
} BEncodeResult;

/* Appends a script that is satisfiable iff the module has a solution: properties and invariant. STATUS_LIMIT: it
 * has no translation; the message names the operator. */
Status b_encode(BBank *bank, const BModule *module, const BEncodeOptions *options, StrBuf *out,
                BEncodeResult *result, Error *error);

#endif
