/* Function values: a lambda with the values of what it refers to outside of its variables. */
#ifndef EVAL_CLOSURE_H
#define EVAL_CLOSURE_H

#include "eval/value.h"

struct ClosureObject {
  uint64_t hash;
  Term binder; /* OP_LAMBDA */
  uint32_t capture_count;
  Value captures[];
};

#endif
