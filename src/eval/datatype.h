/* Datatypes: constructors, selectors, testers and updaters. */
#ifndef EVAL_DATATYPE_H
#define EVAL_DATATYPE_H

#include "eval/operator.h"

/* The kernel of all constructors, all selectors ... */
Kernel datatype_kernel(FunOrigin origin);

/* The sort of a field of a constructor of this sort, or 0. */
Sort datatype_field_sort(Bank *bank, Fun constructor, Sort sort, uint32_t field);

#endif
