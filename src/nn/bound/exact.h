/* A network evaluated at one point with proof: every value is enclosed in a ball of arbitrary precision. Where
 * the network and the point are made of floats, the balls are points and the evaluation exact. */
#ifndef NN_BOUND_EXACT_H
#define NN_BOUND_EXACT_H

#include <gmp.h>

#include <arb.h>

#include "nn/bound/net.h"

enum { EXACT_PRECISION = 1024 }; /* bits */

/* `outputs` are initialised, as many as the net has. */
void net_evaluate_exactly(const Net *net, mpq_t *inputs, arb_ptr outputs);
/* The same with rationals, which are exact for any point. False: the net has sigmoid or tanh, coefficients that may be
 * off, or no value at the point (a division by 0). `outputs` are initialised. */
bool net_evaluate_rational(const Net *net, mpq_t *inputs, mpq_t *outputs);
void net_set_rational(arb_t ball, mpq_srcptr value);

#endif
