/* Datatypes: constructors, selectors, testers and updaters. */
#ifndef SMT_VALUE_DATATYPE_H
#define SMT_VALUE_DATATYPE_H

#include "smt/value/operator.h"

/* The kernel of all constructors, all selectors ... */
Kernel datatype_kernel(FunOrigin origin);

/* The sort of a field of a constructor of this sort, or 0. */
Sort datatype_field_sort(Bank *bank, Fun constructor, Sort sort, uint32_t field);

#endif
