/* Properties of generated networks: a point, boxes around it, and their text. */
#ifndef NN_GEN_GENSPEC_H
#define NN_GEN_GENSPEC_H

#include "nn/gen/build.h"
#include "nn/gen/generate.h"

typedef struct {
  size_t inputs, outputs;
  double *x, *x_low, *x_high;   /* the point and its box */
  double *wide_low, *wide_high; /* that box, a little larger */
  double *y, *y_low, *y_high;   /* what the network computes of the point; where it can be */
} Spec;

void genspec_init(Spec *spec, const NetworkSettings *settings);
void genspec_deinit(Spec *spec);

/* Draws the point and its box. */
void genspec_draw_input(Spec *spec, Builder *b);
/* Is the output finite, and not too large to be told from another? */
bool genspec_is_finite(const Spec *spec);
/* Where the output of the point can be, in exact arithmetic or by another order of sums, if nothing is proved. */
void genspec_enclose_point(Spec *spec);
/* Draws output boxes as the kind of the specification says, and prints all. For SPEC_UNSAT the network's output must be
 * proved to be within y_low and y_high; for SPEC_SAT and SPEC_SAT_HARD that of the point. */
void genspec_print(const Spec *spec, Builder *b, NetworkAnswer answer, StrBuf *out);

#endif
