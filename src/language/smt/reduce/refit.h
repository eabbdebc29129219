/* Applications whose functions or sorts have changed. */
#ifndef LANGUAGE_SMT_REDUCE_REFIT_H
#define LANGUAGE_SMT_REDUCE_REFIT_H

#include "language/smt/reduce/rebuild.h"

/* The term over new arguments, of the sort that its own has become: the same function if it can be
 * applied, else one of the same name, with other indices where these depend on the sorts, else an
 * argument of that sort, else the simplest value. rebuild->impossible is set if there is nothing. */
Term refit_term(Rebuild *rebuild, Term term, const FunChange *change, const Term *args,
                uint32_t count);

#endif
