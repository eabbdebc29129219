/* What a generated network computes for a point, and what is proved of a box, in one pass over its weights. */
#ifndef NN_GEN_EVALUATE_H
#define NN_GEN_EVALUATE_H

#include "nn/gen/build.h"
#include "nn/gen/generate.h"

typedef struct {
  const Graph *graph;
  StreamedVec *streamed;   /* weights that are not in the graph */
  const NetworkSink *sink; /* which takes them */
  const Tensor *x;
  const double *low, *high; /* a box, or NULL: nothing is to be proved */
  double *y;                /* results: the output, */
  double *y_low, *y_high;   /* bounds of the output for the box */
  bool proved;              /* and whether there are any */
} Evaluation;

/* An error if the network cannot be computed or the sink fails (STATUS_IO). */
Status evaluate_network(Evaluation *run, Error *error);

#endif
