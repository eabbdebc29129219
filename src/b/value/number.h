/* Arithmetic of B on integers, and on reals, which are both operands then. */
#ifndef B_VALUE_NUMBER_H
#define B_VALUE_NUMBER_H

#include "b/value/value.h"

/* Integers with more bits are not computed: B_VALUE_UNKNOWN. */
enum { B_BITS_MAX = 1 << 20 };

/* Sets a number to an integer value. */
void b_number_get(const BHeap *heap, BValue value, mpz_ptr number);
mpq_srcptr b_number_rational(const BHeap *heap, BValue value);
bool b_number_is_small(const BHeap *heap, BValue value, int64_t *number);
int b_number_sign(const BHeap *heap, BValue value);

BValue b_number_add(BHeap *heap, BValue a, BValue b);
BValue b_number_subtract(BHeap *heap, BValue a, BValue b);
BValue b_number_multiply(BHeap *heap, BValue a, BValue b);
BValue b_number_negate(BHeap *heap, BValue a);
/* Integers are truncated toward 0; by 0 it is undefined. */
BValue b_number_divide(BHeap *heap, BValue a, BValue b);
/* Undefined unless a >= 0 and b > 0. */
BValue b_number_modulo(BHeap *heap, BValue a, BValue b);
/* b is an integer; undefined if it is negative. */
BValue b_number_power(BHeap *heap, BValue a, BValue b);
/* The integer below (or above) a real, and the real of an integer. */
BValue b_number_floor(BHeap *heap, BValue a, bool ceiling);
BValue b_number_to_real(BHeap *heap, BValue a);
/* Literals: digits, and digits with a dot and perhaps an exponent. */
BValue b_number_read_integer(BHeap *heap, const char *text, size_t length);
BValue b_number_read_real(BHeap *heap, const char *text, size_t length);

#endif
