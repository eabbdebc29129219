/* A network in our own form: values (tensors with a known type and shape) and nodes in topological order.
 *
 *   Graph graph;
 *   if (onnx_load("net.onnx", NULL, &graph, &error) != STATUS_OK) ...       (nn/onnx/load.h)
 *   for (size_t i = 0; i < graph.nodes.count; i++) {
 *     const GraphNode *node = &graph.nodes.items[i];
 *     if (node->constant) continue;                   // its results are constants already
 *     switch (node->op->kind) {
 *     case OP_Gemm: {
 *       const Tensor *weights = graph_constant(&graph, node->inputs[1]);
 *       ...
 *   }
 *   graph_deinit(&graph);
 *
 * Inputs are the true ones: initialisers that a file repeats among its inputs are constants here. Extents that
 * a file leaves open (a name, 0, -1) are 1. What depends only on constants or shapes is computed while loading,
 * so that for example the shape of a Reshape is always a constant. Everything lives until graph_deinit. */
#ifndef NN_GRAPH_GRAPH_H
#define NN_GRAPH_GRAPH_H

#include "base/arena.h"
#include "base/index.h"
#include "base/status.h"
#include "base/vec.h"
#include "nn/graph/operator.h"
#include "nn/graph/tensor.h"

/* A handle of a value: its place in graph.values. */
typedef uint32_t ValueId;
#define VALUE_NONE UINT32_MAX /* an optional input or output that is left out */
#define NODE_NONE  UINT32_MAX

typedef struct {
  const char *name;
  TensorShape shape;      /* of type TENSOR_UNDEFINED until shapes are inferred */
  const Tensor *constant; /* NULL if it depends on the inputs */
  uint32_t producer;      /* a node, or NODE_NONE for inputs and initialisers */
} GraphValue;

typedef struct {
  const char *name;
  char kind;        /* 'i' 'f' 's' 't' 'I' 'F' 'S', see operator.h */
  uint32_t count;   /* of a list; bytes of a string */
  int64_t number;   /* i */
  float real;       /* f */
  const char *text; /* s; NUL-terminated */
  const int64_t *numbers;
  const float *reals;
  const char *const *texts;
  const Tensor *tensor;
} GraphAttribute;

typedef struct {
  const char *name; /* may be empty */
  const Operator *op;
  const ValueId *inputs;
  const ValueId *outputs;
  const GraphAttribute *attributes; /* only those that are given */
  uint32_t input_count;
  uint32_t output_count;
  uint32_t attribute_count;
  bool constant; /* all results are constants */
} GraphNode;

typedef struct {
  Arena arena;
  const char *name;
  int64_t opset; /* of the standard's own domain */
  int64_t ir_version;
  VEC(GraphNode) nodes;
  VEC(GraphValue) values;
  VEC(Tensor *) tensors; /* all constants */
  U32Vec inputs;
  U32Vec outputs;
  Index names;
  size_t bytes; /* of all constants */
} Graph;

/* What a network may cost. Zeros stand for the defaults. */
typedef struct {
  uint64_t file_bytes;     /* after decompression: 2 GiB */
  uint64_t nodes;          /* 1,000,000 */
  uint64_t elements;       /* of one tensor: 2^28 */
  uint64_t constant_bytes; /* of all constants, computed ones too: 4 GiB */
  uint64_t work; /* of computing constants, in products: 2^35; more is left to inference */
} GraphLimits;

GraphLimits graph_limits(const GraphLimits *wanted);

void graph_init(Graph *graph);
void graph_deinit(Graph *graph);

/* A new value; the name is copied. VALUE_NONE if the name is taken. An empty name is given a fresh one. */
ValueId graph_add_value(Graph *graph, const char *name);
/* VALUE_NONE if there is none. */
ValueId graph_find_value(const Graph *graph, const char *name);
/* Makes a value constant. Takes over the tensor's data. */
const Tensor *graph_add_tensor(Graph *graph, Tensor *tensor);
void graph_set_constant(Graph *graph, ValueId value, Tensor *tensor);
/* Appends a node whose arrays the graph copies. Its inputs must be values, or VALUE_NONE. Outputs get it as
 * their producer. Types and shapes are checked later: see infer/shapes.h. */
uint32_t graph_add_node(Graph *graph, const GraphNode *node);

static inline const GraphValue *graph_value(const Graph *graph, ValueId value)
{
  return &graph->values.items[value];
}

/* The constant of a value; NULL if it has none, or is VALUE_NONE. */
const Tensor *graph_constant(const Graph *graph, ValueId value);
/* Input `index` of a node, or VALUE_NONE. */
ValueId graph_node_input(const GraphNode *node, size_t index);

/* Attributes, with the default of the operator table where the node has none. Asking for one that the operator
 * does not have is a mistake of the caller. */
const GraphAttribute *graph_attribute(const GraphNode *node,
                                      const char *name); /* NULL: not given */
int64_t graph_attribute_int(const GraphNode *node, const char *name);
float graph_attribute_float(const GraphNode *node, const char *name);
/* Is it this word? */
bool graph_attribute_is(const GraphNode *node, const char *name, const char *word);
/* The whole list that input number `index` (where it is a constant) or else the attribute gives; false if there
 * is neither. Later opsets made inputs of many attributes. More than `most` numbers are cut. */
bool graph_node_numbers(const Graph *graph, const GraphNode *node, size_t index,
                        const char *attribute, int64_t *numbers, size_t most, size_t *count);

/* "node 3 'conv1' (Conv)", for messages. */
void graph_node_describe(const Graph *graph, const GraphNode *node, StrBuf *out);
/* Numbers of all constants that are not computed. */
size_t graph_parameter_count(const Graph *graph);

#endif
