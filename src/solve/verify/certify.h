/* Bounds in integers: the arithmetic of proofs. It shares nothing with the code that finds bounds in doubles.
 *
 *   Certifier certifier;
 *   certifier_init(&certifier, &net, &error);
 *   certifier_set_box(&certifier, lower, upper);         bounds of all neurons
 *   certifier_close(&certifier, &problem, disjunct, weights, false, &claim);
 *   certifier_deinit(&certifier);
 *
 * Values are multiples of 2^-30. Coefficients are integers of at most 26 bits, with a power of two for each function; what
 * rounding a coefficient may change is taken off the bound, and bounds are rounded outward. All of it is integer
 * arithmetic without overflow, so that the same box and weights give the same claim on every machine.
 *
 * Networks are chains of affine layers and ReLUs whose coefficients are exact. */
#ifndef SOLVE_VERIFY_CERTIFY_H
#define SOLVE_VERIFY_CERTIFY_H

#include "solve/verify/problem.h"

__extension__ typedef __int128 Wide;
typedef Wide Claim; /* a bound, in units of 2^-64 */

enum {
  CERTIFY_WEIGHT = 1024, /* weights of rows are from 0 to this */
  CERTIFY_UNIT =
      30 /* places of splits are multiples of 2^-30, so that no two of them are the same box */
};

typedef struct {
  uint32_t size; /* of the layer */
  bool relu;
  uint32_t stride;
  int32_t *weights; /* rows of `stride` */
  int scale;        /* weights are in units of 2^-scale */
  bool exact;       /* all of them are */
  int64_t *bias_low, *bias_high;
  int64_t *lower, *upper; /* of the values for the box */
  Wide sum;               /* of the largest |values| */
} CertifyLayer;

typedef struct {
  const Net *net;
  CertifyLayer *layers;
  size_t count;
  int bits;   /* of coefficients */
  bool valid; /* the box has bounds */
  /* A pass. */
  size_t width;
  int32_t *coefficients;
  int64_t *products;
  int *scales;
  Claim *totals;
  bool zero;     /* slopes below ReLUs are 0 */
  bool overflow; /* a number became too large: what was computed means nothing */
} Certifier;

/* STATUS_LIMIT: the network has no such form, or its numbers are too large. */
Status certifier_init(Certifier *certifier, const Net *net, Error *error);
void certifier_deinit(Certifier *certifier);
void certifier_set_box(Certifier *certifier, const double *lower, const double *upper);
/* Is the weighted sum of the rows of a disjunct above its bound in the whole box? `claim` is by how much. `zero`: slopes below
 * ReLUs are 0, and not 1 where that is nearer. */
bool certifier_close(Certifier *certifier, const Problem *problem, const Disjunct *disjunct,
                     const uint32_t *weights, bool zero, Claim *claim);

#endif
