#include "nn/mutate/copy.h"

#include <assert.h>

void mutant_copy_values(const Graph *from, Graph *to)
{
  graph_init(to);
  to->opset = from->opset;
  to->ir_version = from->ir_version;
  for (size_t i = 0; i < from->values.count; i++) {
    const GraphValue *value = &from->values.items[i];
    ValueId id = graph_add_value(to, value->name);
    assert(id == i);
    to->values.items[id].shape = value->shape;
    if (value->producer == NODE_NONE) to->values.items[id].constant = value->constant;
  }
  VEC_APPEND(&to->inputs, from->inputs.items, from->inputs.count);
  VEC_APPEND(&to->outputs, from->outputs.items, from->outputs.count);
}

void mutant_rename(U32Vec *values, ValueId from, ValueId to)
{
  for (size_t i = 0; i < values->count; i++)
    if (values->items[i] == from) values->items[i] = to;
}
