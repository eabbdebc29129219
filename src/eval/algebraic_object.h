/* How algebraic numbers are kept: for the files that make up algebraic.h. */
#ifndef EVAL_ALGEBRAIC_OBJECT_H
#define EVAL_ALGEBRAIC_OBJECT_H

#include <calcium/qqbar.h>

#include "eval/algebraic.h"

struct AlgebraicObject {
  uint64_t hash;  /* of the minimal polynomial: conjugates share it */
  qqbar_t number; /* real, not rational */
};

/* Limits that keep one operation below a fraction of a second, as measured on random polynomials:
 * on the degree, and on the product of degree and bits of a coefficient. */
enum { ALGEBRAIC_DEGREE = 64, ALGEBRAIC_READ_SIZE = 8192, ALGEBRAIC_SIZE = 65536 };

/* The REAL or ALGEBRAIC value of a real number, which is taken over: the caller does not clear it. */
Value algebraic_value(Eval *eval, qqbar_t number, Term term);

/* Takes the steps for an operation whose result has this degree and bits: false if that is too
 * much. */
bool algebraic_allow(Eval *eval, uint64_t degree, uint64_t bits);

#endif
