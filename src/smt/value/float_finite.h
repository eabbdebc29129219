/* Arithmetic on finite numbers, once in machine words and once in the integers of Eval.z. */
#ifndef SMT_VALUE_FLOAT_FINITE_H
#define SMT_VALUE_FLOAT_FINITE_H

#include "smt/value/float_number.h"

/* Numbers are as float_unpack_word gives them. An exact zero that is the sum of numbers of different
 * sign is -0 in ROUND_RTN and else +0. */
Value float_add_word(const FloatTarget *target, Float a, Float b);
Value float_fma_word(const FloatTarget *target, Float a, Float b, Float c); /* a * b + c */
Value float_mul_word(const FloatTarget *target, Float a, Float b);
Value float_div_word(const FloatTarget *target, Float a, Float b); /* neither is zero */
Value float_sqrt_word(const FloatTarget *target, Float a);         /* positive */
/* a - n * b for the integer n next to a / b, the even one of two. Neither is zero. */
Value float_rem_word(const FloatTarget *target, Float a, Float b);
Value float_integral_word(const FloatTarget *target, Float a);

/* The same on numbers of float_unpack_big, of any format. The operands are overwritten; they are the
 * first ones of Eval.z in this order. */
Value float_add_big(const FloatTarget *target, Float a, Float b);
Value float_fma_big(const FloatTarget *target, Float a, Float b, Float c);
Value float_mul_big(const FloatTarget *target, Float a, Float b);
Value float_div_big(const FloatTarget *target, Float a, Float b);
Value float_sqrt_big(const FloatTarget *target, Float a);
Value float_rem_big(const FloatTarget *target, Float a, Float b);
Value float_integral_big(const FloatTarget *target, Float a);

#endif
