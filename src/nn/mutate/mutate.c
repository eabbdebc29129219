#include "nn/mutate/mutate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nn/mutate/copy.h"
#include "nn/onnx/save.h"

/* Operators that can take each other's place: of one input, and of two. None needs attributes. */
static const OperatorKind UNARY[] = {OP_Relu,     OP_Sigmoid,     OP_Tanh, OP_Abs,
                                     OP_Neg,      OP_LeakyRelu,   OP_Elu,  OP_Softplus,
                                     OP_Softsign, OP_HardSigmoid, OP_Selu};
static const OperatorKind BINARY[] = {OP_Add, OP_Sub, OP_Mul};
enum { UNARY_COUNT = sizeof UNARY / sizeof *UNARY, BINARY_COUNT = sizeof BINARY / sizeof *BINARY };

static bool is_among(const OperatorKind *kinds, size_t count, OperatorKind kind)
{
  for (size_t i = 0; i < count; i++)
    if (kinds[i] == kind) return true;
  return false;
}

static bool is_float_variable(const Graph *graph, ValueId value)
{
  return value != VALUE_NONE && !graph_constant(graph, value) &&
         graph_value(graph, value)->shape.type == TENSOR_FLOAT;
}

static bool is_among_values(const U32Vec *values, ValueId value)
{
  for (size_t i = 0; i < values->count; i++)
    if (values->items[i] == value) return true;
  return false;
}

/* Can the change be made at this node? */
static bool fits(const Graph *graph, const GraphNode *node, NetworkMutation kind)
{
  ValueId x = graph_node_input(node, 0), y = node->outputs[0];
  if (node->constant || !is_float_variable(graph, x)) return false;
  if (kind == MUTATE_GRAPH_UP) return true;
  if (kind == MUTATE_GRAPH)
    return is_among(UNARY, UNARY_COUNT, node->op->kind) ||
           is_among(BINARY, BINARY_COUNT, node->op->kind);
  const TensorShape *from = &graph_value(graph, x)->shape, *to = &graph_value(graph, y)->shape;
  return node->output_count == 1 && to->type == TENSOR_FLOAT && tensor_shape_equal_dims(from, to) &&
         !(is_among_values(&graph->outputs, y) &&
           (is_among_values(&graph->inputs, x) || is_among_values(&graph->outputs, x)));
}

/* A node where the change fits, all with the same chance; NODE_NONE if there is none. */
static uint32_t choose_node(const Graph *graph, NetworkMutation kind, Random *random)
{
  uint32_t chosen = NODE_NONE;
  uint64_t seen = 0;
  for (size_t i = 0; i < graph->nodes.count; i++)
    if (fits(graph, &graph->nodes.items[i], kind) && random_below(random, ++seen) == 0)
      chosen = (uint32_t)i;
  return chosen;
}

static OperatorKind choose_other(OperatorKind old, Random *random)
{
  bool binary = is_among(BINARY, BINARY_COUNT, old);
  const OperatorKind *kinds = binary ? BINARY : UNARY;
  for (;;) {
    OperatorKind kind = kinds[random_below(random, binary ? BINARY_COUNT : UNARY_COUNT)];
    if (kind != old) return kind;
  }
}

/* Adds the node that is changed; `in` are its inputs, which may be written. */
static void add_changed(Graph *to, GraphNode node, ValueId *in, NetworkMutation kind,
                        Random *random)
{
  if (kind == MUTATE_GRAPH) {
    node.op = operator_get(choose_other(node.op->kind, random));
    node.attribute_count = 0;
  } else {
    ValueId x = in[0], y = graph_add_value(to, "");
    to->values.items[y].shape = to->values.items[x].shape;
    GraphNode more = {.name = "",
                      .op = operator_get(UNARY[random_below(random, UNARY_COUNT)]),
                      .inputs = &x,
                      .outputs = &y,
                      .input_count = 1,
                      .output_count = 1};
    graph_add_node(to, &more);
    in[0] = y;
  }
  graph_add_node(to, &node);
}

static void rebuild(const Graph *from, uint32_t chosen, NetworkMutation kind, Random *random,
                    Graph *to)
{
  ValueId dropped = VALUE_NONE, instead = VALUE_NONE;
  U32Vec in = {0};
  mutant_copy_values(from, to);
  for (size_t i = 0; i < from->nodes.count; i++) {
    GraphNode node = from->nodes.items[i];
    in.count = 0;
    VEC_APPEND(&in, node.inputs, node.input_count);
    if (dropped != VALUE_NONE) mutant_rename(&in, dropped, instead);
    node.inputs = in.items;
    if (i != chosen) {
      graph_add_node(to, &node);
    } else if (kind == MUTATE_GRAPH_DOWN) {
      dropped = node.outputs[0];
      instead = node.inputs[0];
      mutant_rename(&to->outputs, dropped, instead);
    } else {
      add_changed(to, node, in.items, kind, random);
    }
  }
  VEC_FREE(&in);
}

bool mutant_of_graph(const Graph *graph, NetworkMutation kind, Random *random, StrBuf *out)
{
  assert(kind == MUTATE_GRAPH || kind == MUTATE_GRAPH_UP || kind == MUTATE_GRAPH_DOWN);
  uint32_t chosen = choose_node(graph, kind, random);
  if (chosen == NODE_NONE) return false;
  Graph mutant;
  rebuild(graph, chosen, kind, random, &mutant);
  onnx_print(&mutant, out);
  graph_deinit(&mutant);
  return true;
}

/* Adds a part of the bound's size, and a little, to it: up or down. */
static void move_bound(mpq_t bound, bool up, Random *random)
{
  mpq_t part, step;
  mpq_init(part);
  mpq_init(step);
  mpq_set_ui(part, (unsigned long)random_below(random, 1000) + 1, 1000);
  mpq_canonicalize(part);
  mpq_abs(step, bound);
  mpq_mul(step, step, part);
  mpq_set_ui(part, 1, 100);
  mpq_add(step, step, part);
  if (up)
    mpq_add(bound, bound, step);
  else
    mpq_sub(bound, bound, step);
  mpq_clear(part);
  mpq_clear(step);
}

bool mutant_of_property(Property *property, NetworkMutation kind, Random *random)
{
  assert(kind == MUTATE_SPEC || kind == MUTATE_PRESERVE_SAT || kind == MUTATE_PRESERVE_UNSAT);
  if (property->atoms.count == 0) return false;
  PropertyAtom *atom = &property->atoms.items[random_below(random, property->atoms.count)];
  bool up = kind == MUTATE_SPEC ? random_chance(random, 1, 2) : kind == MUTATE_PRESERVE_SAT;
  move_bound(atom->bound, up, random);
  return true;
}
