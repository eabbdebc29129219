/* Function values: a lambda with the values of what it refers to outside of its variables. */
#ifndef SMT_VALUE_CLOSURE_H
#define SMT_VALUE_CLOSURE_H

#include "smt/value/value.h"

struct ClosureObject {
  uint64_t hash;
  Term binder; /* OP_LAMBDA */
  uint32_t capture_count;
  Value captures[];
};

#endif
