/* Real numbers that are not rational: algebraic numbers, exact through Calcium's qqbar. */
#ifndef SMT_VALUE_ALGEBRAIC_H
#define SMT_VALUE_ALGEBRAIC_H

#include "base/strbuf.h"
#include "smt/value/operator.h"

/* Reads an algebraic number as solvers print them, one blank between the parts:
 * (root-obj (+ (^ x 2) (- 2)) 1), (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>). REAL if it is
 * rational. Unknown with REASON_MALFORMED_VALUE or REASON_ALGEBRAIC (degree or size beyond the
 * limits). */
Value algebraic_read(Eval *eval, const char *text, size_t length, Term term);

/* Arithmetic where at least one operand is ALGEBRAIC, the other may be REAL. Unknown with
 * REASON_ALGEBRAIC where the result would be too large. */
Value algebraic_add(Eval *eval, Value a, Value b, Term term);
Value algebraic_sub(Eval *eval, Value a, Value b, Term term);
Value algebraic_mul(Eval *eval, Value a, Value b, Term term);
Value algebraic_div(Eval *eval, Value a, Value b, Term term); /* b is not zero */
Value algebraic_negate(Eval *eval, Value a, Term term);
Value algebraic_power(Eval *eval, Value a, int64_t exponent, Term term);
/* The root that is not negative of a REAL or ALGEBRAIC that is not negative; n > 0. */
Value algebraic_root(Eval *eval, Value a, uint64_t n, Term term);
/* By magnitude: *sign is < 0, 0, > 0. False where a rational operand is too large to tell. */
bool algebraic_compare(Value a, Value b, int *sign);
int algebraic_sign(Value a);
/* The INT below a * 2^scale. */
Value algebraic_floor(Eval *eval, Value a, uint64_t scale, Term term);

/* Equal numbers have equal texts: root-obj form with the minimal polynomial. */
void algebraic_write(Value a, StrBuf *text);

/* For value_compare on equal hashes. */
int algebraic_order(const AlgebraicObject *a, const AlgebraicObject *b);

#endif
