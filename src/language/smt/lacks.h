/* What solvers do not have: which of them a script is for. */
#ifndef LANGUAGE_SMT_LACKS_H
#define LANGUAGE_SMT_LACKS_H

#include "smt/draw/construct.h"
#include "smt/text/script.h"

/* One of the language's functions, sorts or forms that some of the solvers are without. */
typedef struct {
  uint32_t fun;  /* of a theory; 0: none */
  uint32_t ctor; /* of sorts of a theory; 0: none */
  bool exact;    /* of a function: they have it, but only with as many arguments as its rank has */
  const char *form; /* the name of the form, which lives longer; NULL: none */
  uint64_t solvers; /* as bits */
  uint64_t partly;  /* those of them that have it in some cases */
} SmtlibLack;

typedef VEC(SmtlibLack) SmtlibLacks;

/* Which of `solvers` have all that the term has at its root, and all of which its sort is made; `likely`: or may have it. */
uint64_t smtlib_takers(const SmtlibLacks *lacks, const Bank *bank, Term term, bool likely,
                       uint64_t solvers);

#endif
