#include "nn/graph/graph.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

GraphLimits graph_limits(const GraphLimits *wanted)
{
  GraphLimits limits = wanted ? *wanted : (GraphLimits){0};
  if (!limits.file_bytes) limits.file_bytes = (uint64_t)1 << 31;
  if (!limits.nodes) limits.nodes = 1000000;
  if (!limits.elements) limits.elements = (uint64_t)1 << 28;
  if (!limits.constant_bytes) limits.constant_bytes = (uint64_t)1 << 32;
  if (!limits.work) limits.work = (uint64_t)1 << 35;
  return limits;
}

void graph_init(Graph *graph)
{
  *graph = (Graph){.name = ""};
}

void graph_deinit(Graph *graph)
{
  for (size_t i = 0; i < graph->tensors.count; i++) tensor_deinit(graph->tensors.items[i]);
  VEC_FREE(&graph->tensors);
  VEC_FREE(&graph->nodes);
  VEC_FREE(&graph->values);
  VEC_FREE(&graph->inputs);
  VEC_FREE(&graph->outputs);
  index_free(&graph->names);
  arena_deinit(&graph->arena);
}

ValueId graph_find_value(const Graph *graph, const char *name)
{
  IndexProbe probe = index_probe(&graph->names, hash_bytes(name, strlen(name)));
  for (uint32_t id; index_next(&probe, &id);)
    if (strcmp(graph->values.items[id - 1].name, name) == 0) return id - 1;
  return VALUE_NONE;
}

ValueId graph_add_value(Graph *graph, const char *name)
{
  char fresh[40];
  for (size_t i = graph->values.count; !*name; i++) {
    snprintf(fresh, sizeof fresh, "value_%zu", i);
    if (graph_find_value(graph, fresh) == VALUE_NONE) name = fresh;
  }
  if (graph_find_value(graph, name) != VALUE_NONE) return VALUE_NONE;
  assert(graph->values.count < VALUE_NONE - 1);
  ValueId id = (ValueId)graph->values.count;
  size_t length = strlen(name);
  GraphValue value = {.name = arena_copy_string(&graph->arena, name, length),
                      .producer = NODE_NONE};
  VEC_PUSH(&graph->values, value);
  index_insert(&graph->names, hash_bytes(name, length), id + 1);
  return id;
}

const Tensor *graph_add_tensor(Graph *graph, Tensor *tensor)
{
  Tensor *kept = arena_alloc(&graph->arena, 1, sizeof *kept);
  *kept = *tensor;
  *tensor = (Tensor){0};
  VEC_PUSH(&graph->tensors, kept);
  graph->bytes += kept->count * tensor_type_size(kept->shape.type);
  return kept;
}

void graph_set_constant(Graph *graph, ValueId value, Tensor *tensor)
{
  assert(value < graph->values.count && !graph->values.items[value].constant);
  const Tensor *kept = graph_add_tensor(graph, tensor);
  graph->values.items[value].constant = kept;
  graph->values.items[value].shape = kept->shape;
}

static void *copy_items(Graph *graph, const void *items, size_t count, size_t size)
{
  if (count == 0) return NULL;
  void *copy = arena_alloc(&graph->arena, count, size);
  memcpy(copy, items, count * size);
  return copy;
}

uint32_t graph_add_node(Graph *graph, const GraphNode *node)
{
  uint32_t id = (uint32_t)graph->nodes.count;
  assert(node->op);
  GraphNode kept = *node;
  kept.name = arena_copy_string(&graph->arena, node->name, strlen(node->name));
  kept.inputs = copy_items(graph, node->inputs, node->input_count, sizeof *node->inputs);
  kept.outputs = copy_items(graph, node->outputs, node->output_count, sizeof *node->outputs);
  kept.attributes =
      copy_items(graph, node->attributes, node->attribute_count, sizeof *node->attributes);
  for (uint32_t i = 0; i < node->input_count; i++)
    assert(node->inputs[i] == VALUE_NONE || node->inputs[i] < graph->values.count);
  for (uint32_t i = 0; i < node->output_count; i++)
    if (node->outputs[i] != VALUE_NONE) graph->values.items[node->outputs[i]].producer = id;
  VEC_PUSH(&graph->nodes, kept);
  return id;
}

const Tensor *graph_constant(const Graph *graph, ValueId value)
{
  if (value == VALUE_NONE) return NULL;
  assert(value < graph->values.count);
  return graph->values.items[value].constant;
}

ValueId graph_node_input(const GraphNode *node, size_t index)
{
  return index < node->input_count ? node->inputs[index] : VALUE_NONE;
}

const GraphAttribute *graph_attribute(const GraphNode *node, const char *name)
{
  for (uint32_t i = 0; i < node->attribute_count; i++)
    if (strcmp(node->attributes[i].name, name) == 0) return &node->attributes[i];
  return NULL;
}

static const char *initial_value(const GraphNode *node, const char *name)
{
  char kind;
  const char *initial = NULL;
  bool known = operator_attribute(node->op, name, &kind, &initial);
  assert(known);
  (void)known;
  return initial ? initial : "";
}

int64_t graph_attribute_int(const GraphNode *node, const char *name)
{
  const GraphAttribute *given = graph_attribute(node, name);
  return given ? given->number : strtoll(initial_value(node, name), NULL, 10);
}

float graph_attribute_float(const GraphNode *node, const char *name)
{
  const GraphAttribute *given = graph_attribute(node, name);
  return given ? given->real : strtof(initial_value(node, name), NULL);
}

bool graph_attribute_is(const GraphNode *node, const char *name, const char *word)
{
  const GraphAttribute *given = graph_attribute(node, name);
  if (given) return strcmp(given->text, word) == 0;
  const char *initial = initial_value(node, name);
  size_t length = strcspn(initial, " ");
  return length == strlen(word) && memcmp(initial, word, length) == 0;
}

bool graph_node_numbers(const Graph *graph, const GraphNode *node, size_t index,
                        const char *attribute, int64_t *numbers, size_t most, size_t *count)
{
  const Tensor *constant = graph_constant(graph, graph_node_input(node, index));
  if (constant) {
    *count = constant->count < most ? constant->count : most;
    for (size_t i = 0; i < *count; i++) numbers[i] = tensor_get_int(constant, i);
    return true;
  }
  const GraphAttribute *given = attribute ? graph_attribute(node, attribute) : NULL;
  if (!given) return false;
  if (given->kind == 'i') {
    numbers[0] = given->number;
    *count = 1;
    return true;
  }
  *count = given->count < most ? given->count : most;
  for (size_t i = 0; i < *count; i++) numbers[i] = given->numbers[i];
  return true;
}

void graph_node_describe(const Graph *graph, const GraphNode *node, StrBuf *out)
{
  strbuf_printf(out, "node %zu", (size_t)(node - graph->nodes.items));
  if (*node->name) strbuf_printf(out, " '%s'", node->name);
  strbuf_printf(out, " (%s)", node->op->name);
}

size_t graph_parameter_count(const Graph *graph)
{
  size_t count = 0;
  for (size_t i = 0; i < graph->values.count; i++) {
    const GraphValue *value = &graph->values.items[i];
    bool given =
        value->producer == NODE_NONE || graph->nodes.items[value->producer].op->kind == OP_Constant;
    if (value->constant && given) count += value->constant->count;
  }
  return count;
}
