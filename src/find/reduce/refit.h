/* Applications whose functions or sorts have changed. */
#ifndef FIND_REDUCE_REFIT_H
#define FIND_REDUCE_REFIT_H

#include "find/reduce/rebuild.h"

/* The term over new arguments, of the sort that its own has become: the same function if it can be
 * applied, else one of the same name, with other indices where these depend on the sorts, else an
 * argument of that sort, else the simplest value. rebuild->impossible is set if there is nothing. */
Term refit(Rebuild *rebuild, Term term, const FunChange *change, const Term *args, uint32_t count);

#endif
