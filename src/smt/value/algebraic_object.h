/* How algebraic numbers are kept: for the files that make up algebraic.h. */
#ifndef SMT_VALUE_ALGEBRAIC_OBJECT_H
#define SMT_VALUE_ALGEBRAIC_OBJECT_H

#include <calcium/qqbar.h>

#include "smt/value/algebraic.h"

struct AlgebraicObject {
  uint64_t hash;  /* of the minimal polynomial: conjugates share it */
  qqbar_t number; /* real, not rational */
};

/* Limits that keep one operation below a fraction of a second, as measured on random polynomials: on
 * the degree, on the degree times the bits of a coefficient, and on the same of what an operation
 * computes on its way. Each value can be written and read again. */
enum { ALGEBRAIC_DEGREE = 64, ALGEBRAIC_SIZE = 4096, ALGEBRAIC_WORK = 65536 };

/* The REAL or ALGEBRAIC value of a real number, which is taken over: the caller does not clear it.
 * Unknown if it is too large. */
Value algebraic_value(Eval *eval, qqbar_t number, Term term);

/* Takes the steps for an operation that computes a polynomial of this degree and bits: false if that
 * is too much. */
bool algebraic_allow(Eval *eval, uint64_t degree, uint64_t bits);

#endif
