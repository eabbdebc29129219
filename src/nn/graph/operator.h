/* The operators of ONNX as data: operators.def says for each what goes in and comes out, its attributes with
 * defaults, its rule for shapes and its class. Checker, inference, generator and mutator read the same table. */
#ifndef NN_GRAPH_OPERATOR_H
#define NN_GRAPH_OPERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nn/graph/tensor.h"

/* OP_Add, OP_Gemm, ... */
typedef enum {
#define OPERATOR(name, versions, signature, types, rule, class, attributes) OP_##name,
#include "nn/graph/operators.def"
#undef OPERATOR
  OPERATOR_COUNT
} OperatorKind;

typedef enum {
  CLASS_CONSTANT, /* no inputs, or only the shape of one matters */
  CLASS_ELEMENTWISE, /* each element of the result depends on one element of each input (after broadcasting) */
  CLASS_MOVE,   /* elements of the inputs (or a fill) at other places, unchanged */
  CLASS_LINEAR, /* sums of products: linear in each input */
  CLASS_REDUCE, /* along axes or windows */
  CLASS_OTHER,
} OperatorClass;

typedef struct {
  const char *name;
  OperatorKind kind;
  const char *versions;  /* the opsets that changed it, ascending: "7 13 14" */
  const char *signature; /* "A:T B:T C:T? -> Y:T"; ? optional, * any number */
  const char *types;     /* "T=floats|int32 I=int64" */
  const char *
      attributes; /* "alpha:f=1 beta:f=1 perm:ints mode:s=constant"; without = there is no default */
  int rule;       /* see shape.h */
  OperatorClass class;
} Operator;

const Operator *operator_get(OperatorKind kind);
/* NULL if there is none of this name (NUL-terminated; case matters). */
const Operator *operator_find(const char *name);

/* One input or output of a signature. */
typedef struct {
  const char *name;
  size_t name_length;
  char type; /* a letter of `types` */
  bool optional;
  bool variadic;
} OperatorSlot;

/* The slot of input or output number `index`; the last one if it is variadic. False if there is none. */
bool operator_input(const Operator *op, size_t index, OperatorSlot *slot);
bool operator_output(const Operator *op, size_t index, OperatorSlot *slot);
/* How many inputs must be there, and how many may (SIZE_MAX: any number). */
void operator_input_range(const Operator *op, size_t *least, size_t *most);
void operator_output_range(const Operator *op, size_t *least, size_t *most);
bool operator_accepts(const Operator *op, char letter, TensorType type);

/* The kind of an attribute ('i' number, 'f', 's', 't' tensor; 'I', 'F', 'S' lists) and its default, if there is
 * one (else NULL; ends at a space). False if the operator has no such attribute. */
bool operator_attribute(const Operator *op, const char *name, char *kind, const char **initial);

#endif
