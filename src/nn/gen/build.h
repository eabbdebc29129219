/* Building networks node by node. */
#ifndef NN_GEN_BUILD_H
#define NN_GEN_BUILD_H

#include "nn/gen/numbers.h"
#include "nn/graph/graph.h"

/* Weights of a linear layer that are not held: a value of the graph that has no constant. */
typedef struct {
  ValueId value;
  NumberRecipe recipe;
} StreamedWeights;
typedef VEC(StreamedWeights) StreamedVec;

typedef struct {
  const NetworkSettings *settings;
  Random *random;
  Graph *graph;
  uint64_t elements;     /* of a result, at most */
  StreamedVec *streamed; /* where weights go that are not held; NULL: all are */
  uint64_t held_max;     /* bytes of constants that are held, where others can be streamed */
} Builder;

double build_number(const Builder *b, SettingKind kind);
/* A whole number between two settings, which follow each other: NAME_min and NAME_max. */
size_t build_between(Builder *b, SettingKind low);
/* A number between two settings NAME_low and NAME_high. */
double build_real(Builder *b, SettingKind low);
/* A whole number from 1 to a setting NAME_max. */
int64_t build_up_to(Builder *b, SettingKind most);
/* True as often as the setting says. */
bool build_happens(Builder *b, SettingKind chance);
/* A place in weights, by their size; at least one is not 0. */
size_t build_choice(Builder *b, const double *weights, size_t count);
uint32_t build_below(Builder *b, uint64_t bound);

/* A constant of random numbers of one distribution, drawn for it. `inputs` scales weights of a layer (0: none). */
ValueId build_random(Builder *b, ConstantKind kind, TensorShape shape, size_t inputs);
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

/* x (1, n) times random weights of a kind and a random bias of the kind after it: (1, m). */
ValueId build_linear(Builder *b, ConstantKind kind, ValueId x, size_t outputs);
/* Drops nodes and constants that the outputs do not depend on. */
void build_prune(Graph *graph);
/* Any tensor as (1, n). */
ValueId build_flat(Builder *b, ValueId x);

#endif
