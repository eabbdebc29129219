/* Random function values: lambdas. */
#ifndef SMT_DRAW_DRAW_FUNCTION_H
#define SMT_DRAW_DRAW_FUNCTION_H

#include "smt/draw/draw_value.h"

/* A lambda of a function sort: constant, one of its arguments, a comparison of them with a value or
 * with each other, a choice by such a comparison, or a sum. */
Term draw_function(Draw *draw, Sort sort, uint32_t depth);

#endif
