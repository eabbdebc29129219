/* Building networks node by node. */
#ifndef NN_GEN_BUILD_H
#define NN_GEN_BUILD_H

#include "base/random.h"
#include "nn/gen/settings.h"
#include "nn/graph/graph.h"

typedef struct {
  const NetworkSettings *settings;
  Random *random;
  Graph *graph;
  uint64_t elements; /* of a result, at most */
} Builder;

double build_number(const Builder *b, SettingKind kind);
/* A whole number between two settings. */
size_t build_between(Builder *b, SettingKind low, SettingKind high);
/* A place in weights, by their size; at least one is not 0. */
size_t build_choice(Builder *b, const double *weights, size_t count);
uint32_t build_below(Builder *b, uint64_t bound);

/* A constant of random numbers of one distribution, drawn for it. `inputs` scales weights of a layer (0: none). */
ValueId build_random(Builder *b, TensorShape shape, size_t inputs);
ValueId build_floats(Builder *b, TensorShape shape, float number);
/* The same number everywhere, of any type. */
ValueId build_filled(Builder *b, TensorShape shape, double number);
/* Random whole numbers from low to high. */
ValueId build_random_wholes(Builder *b, TensorShape shape, int64_t low, int64_t high);
ValueId build_wholes(Builder *b, const int64_t *numbers, size_t count, bool scalar);

GraphAttribute build_int(const char *name, int64_t number);
GraphAttribute build_text(const char *name, const char *text);
GraphAttribute build_float(const char *name, float number);
GraphAttribute build_ints(Builder *b, const char *name, const int64_t *numbers, size_t count);

/* A node with `output_count` new results, if types and shapes fit: the first result, else VALUE_NONE. */
ValueId build_node(Builder *b, OperatorKind kind, const ValueId *inputs, size_t input_count,
                   const GraphAttribute *attributes, size_t attribute_count, size_t output_count);
/* One or two inputs, no attributes. These must fit. */
ValueId build_one(Builder *b, OperatorKind kind, ValueId x);
ValueId build_two(Builder *b, OperatorKind kind, ValueId x, ValueId y);

const TensorShape *build_shape(const Builder *b, ValueId value);
TensorShape build_vector(int64_t extent);
TensorShape build_matrix(int64_t rows, int64_t columns);

/* x (1, n) times random weights and a random bias: (1, m). */
ValueId build_linear(Builder *b, ValueId x, size_t outputs);
/* Drops nodes and constants that the outputs do not depend on. */
void build_prune(Graph *graph);
/* Any tensor as (1, n). */
ValueId build_flat(Builder *b, ValueId x);

#endif
