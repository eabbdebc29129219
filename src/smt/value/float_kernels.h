/* The kernels after the table `float_kernels`. */
#ifndef SMT_VALUE_FLOAT_KERNELS_H
#define SMT_VALUE_FLOAT_KERNELS_H

#include "smt/value/operator.h"

#define FLOAT_KERNEL(name)                                                                         \
  Value float_kernel_##name(Eval *eval, const Call *call, const Value *args, uint32_t count)

/* float_arithmetic.c */
FLOAT_KERNEL(add);
FLOAT_KERNEL(sub);
FLOAT_KERNEL(mul);
FLOAT_KERNEL(div);
FLOAT_KERNEL(fma);
FLOAT_KERNEL(sqrt);
FLOAT_KERNEL(rem);
FLOAT_KERNEL(round_to_integral);

/* float_compare.c */
FLOAT_KERNEL(abs);
FLOAT_KERNEL(neg);
FLOAT_KERNEL(min);
FLOAT_KERNEL(max);
FLOAT_KERNEL(leq);
FLOAT_KERNEL(lt);
FLOAT_KERNEL(geq);
FLOAT_KERNEL(gt);
FLOAT_KERNEL(eq);
FLOAT_KERNEL(is_normal);
FLOAT_KERNEL(is_subnormal);
FLOAT_KERNEL(is_zero);
FLOAT_KERNEL(is_infinite);
FLOAT_KERNEL(is_nan);
FLOAT_KERNEL(is_negative);
FLOAT_KERNEL(is_positive);

/* float_from.c */
FLOAT_KERNEL(of_fields);       /* fp */
FLOAT_KERNEL(of_bits);         /* to_fp of BitVec */
FLOAT_KERNEL(of_float);        /* to_fp of FloatingPoint */
FLOAT_KERNEL(of_real);         /* to_fp of Real */
FLOAT_KERNEL(of_int);          /* to_fp of Int */
FLOAT_KERNEL(of_real_and_int); /* to_fp of Real and exponent */
FLOAT_KERNEL(of_int_and_real); /* the same with exponent and Real */
FLOAT_KERNEL(of_signed);
FLOAT_KERNEL(of_unsigned);

/* float_to.c */
FLOAT_KERNEL(to_unsigned);
FLOAT_KERNEL(to_signed);
FLOAT_KERNEL(to_real);
FLOAT_KERNEL(to_bits);

#endif
