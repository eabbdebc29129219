#include "support/network.h"

#include <ctype.h>
#include <string.h>

#include "testing.h"

#include "nn/infer/shapes.h"

typedef struct {
  Graph *graph;
  const char *at;
} Builder;

static void skip_space(Builder *b)
{
  while (isspace((unsigned char)*b->at)) b->at++;
}

static bool take(Builder *b, const char *text)
{
  skip_space(b);
  if (strncmp(b->at, text, strlen(text)) != 0) return false;
  b->at += strlen(text);
  return true;
}

static const char *take_word(Builder *b)
{
  skip_space(b);
  size_t length = strspn(b->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  assert_true(length > 0);
  const char *word = arena_copy_string(&b->graph->arena, b->at, length);
  b->at += length;
  return word;
}

static TensorShape take_shape(Builder *b)
{
  TensorShape shape = {0};
  const char *name = take_word(b);
  for (int type = 1; type < TENSOR_TYPE_COUNT; type++)
    if (strcmp(tensor_type_name((TensorType)type), name) == 0) shape.type = (TensorType)type;
  assert_int_not_equal(shape.type, TENSOR_UNDEFINED);
  assert_true(take(b, "["));
  while (!take(b, "]")) {
    char *end;
    shape.dims[shape.rank++] = strtoll(b->at, &end, 10);
    b->at = end;
    take(b, ",");
  }
  return shape;
}

static void take_numbers(Builder *b, ValueId value, TensorShape shape)
{
  Tensor tensor;
  tensor_init(&tensor, shape);
  double number = 0;
  for (size_t i = 0; i < tensor.count; i++) {
    if (i == 0 || take(b, ",")) {
      char *end;
      number = strtod(b->at, &end);
      b->at = end;
    }
    tensor_set_double(&tensor, i, number);
  }
  graph_set_constant(b->graph, value, &tensor);
}

/* Words, floats (the first has a point) or whole numbers, up to a bracket. */
static void take_list(Builder *b, GraphAttribute *made)
{
  enum { MOST = 20 };
  int64_t *numbers = arena_alloc(&b->graph->arena, MOST, sizeof *numbers);
  float *reals = arena_alloc(&b->graph->arena, MOST, sizeof *reals);
  const char **texts = arena_alloc(&b->graph->arena, MOST, sizeof *texts);
  made->kind = isalpha((unsigned char)*b->at)               ? 'S'
               : b->at[strspn(b->at, "-0123456789")] == '.' ? 'F'
                                                            : 'I';
  made->numbers = numbers;
  made->reals = reals;
  made->texts = texts;
  while (!take(b, "]")) {
    char *end;
    assert_true(made->count < MOST);
    if (made->kind == 'S') {
      texts[made->count++] = take_word(b);
    } else {
      numbers[made->count] = strtoll(b->at, &end, 10);
      reals[made->count++] = strtof(b->at, &end);
      b->at = end;
    }
    take(b, ",");
  }
}

static GraphAttribute take_attribute(Builder *b)
{
  GraphAttribute made = {.name = take_word(b)};
  assert_true(take(b, "="));
  char *end;
  if (take(b, "[")) {
    take_list(b, &made);
  } else if (take(b, "\"")) {
    size_t length = strcspn(b->at, "\"");
    made.kind = 's';
    made.text = arena_copy_string(&b->graph->arena, b->at, length);
    b->at += length + 1;
  } else if (isalpha((unsigned char)*b->at)) {
    made.kind = 's';
    made.text = take_word(b);
  } else if (strcspn(b->at, " ;,.e") < strlen(b->at) &&
             strchr(".e", b->at[strcspn(b->at, " ;,.e")])) {
    made.kind = 'f';
    made.real = strtof(b->at, &end);
    b->at = end;
  } else {
    made.kind = 'i';
    made.number = strtoll(b->at, &end, 10);
    b->at = end;
  }
  return made;
}

static void take_node(Builder *b, const ValueId *outputs, uint32_t output_count)
{
  ValueId inputs[20];
  GraphAttribute attributes[20];
  GraphNode node = {.name = "",
                    .inputs = inputs,
                    .outputs = outputs,
                    .attributes = attributes,
                    .output_count = output_count};
  node.op = operator_find(take_word(b));
  assert_non_null(node.op);
  assert_true(take(b, "("));
  while (!take(b, ")")) {
    const char *name = take_word(b);
    inputs[node.input_count] = strcmp(name, "_") ? graph_find_value(b->graph, name) : VALUE_NONE;
    if (strcmp(name, "_")) assert_int_not_equal(inputs[node.input_count], VALUE_NONE);
    node.input_count++;
    take(b, ",");
  }
  for (skip_space(b); *b->at && *b->at != ';'; skip_space(b))
    attributes[node.attribute_count++] = take_attribute(b);
  graph_add_node(b->graph, &node);
}

static void take_statement(Builder *b)
{
  if (take(b, "->")) {
    do VEC_PUSH(&b->graph->outputs, graph_find_value(b->graph, take_word(b)));
    while (take(b, ","));
    return;
  }
  ValueId values[10];
  uint32_t count = 0;
  do {
    const char *name = take_word(b);
    bool left_out = strcmp(name, "_") == 0;
    values[count] = left_out ? VALUE_NONE : graph_add_value(b->graph, name);
    if (!left_out) assert_int_not_equal(values[count], VALUE_NONE);
    count++;
  } while (take(b, ","));
  if (!take(b, ":")) {
    assert_true(take(b, "="));
    take_node(b, values, count);
    return;
  }
  TensorShape shape = take_shape(b);
  if (take(b, "=")) {
    take_numbers(b, values[0], shape);
    return;
  }
  b->graph->values.items[values[0]].shape = shape;
  VEC_PUSH(&b->graph->inputs, values[0]);
}

void network_build(Graph *graph, int64_t opset, const char *text)
{
  Builder b = {graph, text};
  graph_init(graph);
  graph->opset = opset;
  graph->ir_version = 8;
  do take_statement(&b);
  while (take(&b, ";"));
  assert_string_equal(b.at, "");
}

Status network_infer(Graph *graph, int64_t opset, const char *text, Error *error)
{
  GraphLimits limits = graph_limits(NULL);
  network_build(graph, opset, text);
  return shapes_infer(graph, &limits, error);
}
