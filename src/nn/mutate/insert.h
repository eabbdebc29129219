/* Placing one more operator or layer in a network, after a value that is drawn. */
#ifndef NN_MUTATE_INSERT_H
#define NN_MUTATE_INSERT_H

#include "base/random.h"
#include "nn/graph/graph.h"

typedef enum {
  INSERT_OPERATOR, /* of one input, on each element */
  INSERT_LINEAR,   /* as many neurons as there are, with random weights */
  INSERT_RESIDUAL, /* x + linear(relu(linear(x))) */
} InsertionKind;

typedef struct {
  InsertionKind kind;
  OperatorKind op; /* of INSERT_OPERATOR */
} Insertion;

/* The changed network in the ONNX format. False: there is no place for it. */
bool mutant_insert(const Graph *graph, const Insertion *insertion, Random *random, StrBuf *out);

#endif
