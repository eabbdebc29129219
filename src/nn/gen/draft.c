#include "nn/gen/draft.h"

#include <assert.h>

void randgraph_draft_add_input(Draft *draft, ValueId value)
{
  assert(draft->input_count < DRAFT_INPUTS_MAX);
  draft->inputs[draft->input_count++] = value;
}

void randgraph_draft_add_attribute(Draft *draft, GraphAttribute attribute)
{
  assert(draft->attribute_count < DRAFT_ATTRIBUTES_MAX);
  draft->attributes[draft->attribute_count++] = attribute;
}

void randgraph_draft_set_first(Draft *draft, ValueId x)
{
  assert(x != VALUE_NONE);
  draft->inputs[0] = x;
  draft->x = *build_shape(draft->b, x);
}

void randgraph_draft_make_shape(Draft *draft, const int64_t *dims, uint32_t rank)
{
  int64_t count = 1;
  for (uint32_t i = 0; i < rank; i++) count *= dims[i];
  ValueId flat = build_linear(draft->b, CONSTANT_linear_weight,
                              build_flat(draft->b, draft->inputs[0]), (size_t)count);
  randgraph_draft_set_first(
      draft, build_two(draft->b, OP_Reshape, flat, build_wholes(draft->b, dims, rank, false)));
}

void randgraph_draft_make_image(Draft *draft)
{
  int64_t dims[4] = {1, 4, 4, 4};
  randgraph_draft_make_shape(draft, dims, 4);
}

int64_t randgraph_draft_between(Draft *draft, int64_t low, int64_t high)
{
  assert(low <= high);
  return low + build_below(draft->b, (uint64_t)(high - low) + 1);
}

ValueId randgraph_draft_scalar(Draft *draft, TensorType type, double number)
{
  return build_filled(draft->b, (TensorShape){type, 0, {0}}, number);
}
