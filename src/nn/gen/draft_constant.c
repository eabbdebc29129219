/* Nodes whose results are known before the network runs: they depend on constants or on shapes alone. The first input is
 * brought to their size and multiplied with them, so that the network still depends on it. */
#include <assert.h>

#include "nn/gen/attributes.h"
#include "nn/gen/draft.h"

static ValueId whole(Draft *draft, int64_t number)
{
  return randgraph_draft_scalar(draft, TENSOR_INT64, (double)number);
}

/* A vector of small whole numbers as floats, of which the first is not 0. */
static ValueId draw_vector(Draft *draft, SettingKind most)
{
  TensorShape shape = build_vector(build_up_to(draft->b, most));
  Tensor tensor;
  tensor_init(&tensor, shape);
  for (size_t i = 0; i < tensor.count; i++)
    tensor_set_double(&tensor, i, i ? (double)randgraph_draft_between(draft, 0, 3) : 1);
  ValueId value = graph_add_value(draft->b->graph, "");
  graph_set_constant(draft->b->graph, value, &tensor);
  return value;
}

static ValueId draw_suppression(Draft *draft)
{
  Builder *b = draft->b;
  int64_t count = build_up_to(b, SET_NonMaxSuppression_boxes_max);
  Tensor boxes, scores;
  tensor_init(&boxes, (TensorShape){TENSOR_FLOAT, 3, {1, count, 4}});
  tensor_init(&scores, (TensorShape){TENSOR_FLOAT, 3, {1, 1, count}});
  for (size_t i = 0; i < (size_t)count; i++) {
    for (size_t k = 0; k < 4; k++)
      tensor_set_double(&boxes, 4 * i + k,
                        (double)randgraph_draft_between(draft, k < 2 ? 0 : 4, k < 2 ? 3 : 8));
    tensor_set_double(&scores, i, 0.5 + 0.01 * (double)i);
  }
  ValueId inputs[3] = {graph_add_value(b->graph, ""), graph_add_value(b->graph, ""),
                       whole(draft, count)};
  graph_set_constant(b->graph, inputs[0], &boxes);
  graph_set_constant(b->graph, inputs[1], &scores);
  return build_node(b, OP_NonMaxSuppression, inputs, 3, NULL, 0, 1);
}

static ValueId draw_one_hot(Draft *draft)
{
  Builder *b = draft->b;
  int64_t depth = build_up_to(b, SET_OneHot_depth_max);
  TensorShape places = {TENSOR_INT64, 1, {3}}, pair = build_vector(2);
  Tensor values;
  tensor_init(&values, pair);
  tensor_set_double(&values, 1, 1);
  ValueId inputs[3] = {build_random_wholes(b, places, 0, depth - 1), whole(draft, depth),
                       graph_add_value(b->graph, "")};
  graph_set_constant(b->graph, inputs[2], &values);
  return build_node(b, OP_OneHot, inputs, 3, NULL, 0, 1);
}

static ValueId draw_range(Draft *draft)
{
  int64_t count = build_up_to(draft->b, SET_Range_count_max);
  ValueId inputs[3] = {randgraph_draft_scalar(draft, TENSOR_FLOAT, 1),
                       randgraph_draft_scalar(draft, TENSOR_FLOAT, (double)count + 1),
                       randgraph_draft_scalar(draft, TENSOR_FLOAT, 1)};
  return build_node(draft->b, OP_Range, inputs, 3, NULL, 0, 1);
}

static ValueId draw_mel(Draft *draft)
{
  int64_t bins = randgraph_draft_between(
      draft, 2, (int64_t)build_number(draft->b, SET_MelWeightMatrix_bins_max));
  ValueId inputs[5] = {whole(draft, bins), whole(draft, 16), whole(draft, 8192),
                       randgraph_draft_scalar(draft, TENSOR_FLOAT, 0),
                       randgraph_draft_scalar(draft, TENSOR_FLOAT, 4096)};
  return build_node(draft->b, OP_MelWeightMatrix, inputs, 5, NULL, 0, 1);
}

static ValueId draw_taper(Draft *draft, OperatorKind kind)
{
  SettingKind most = kind == OP_HannWindow      ? SET_HannWindow_size_max
                     : kind == OP_HammingWindow ? SET_HammingWindow_size_max
                                                : SET_BlackmanWindow_size_max;
  return attributes_build(
      draft->b, kind,
      whole(draft, randgraph_draft_between(draft, 2, (int64_t)build_number(draft->b, most))));
}

static ValueId draw_eye(Draft *draft)
{
  Builder *b = draft->b;
  int64_t extent =
      randgraph_draft_between(draft, 2, (int64_t)build_number(b, SET_EyeLike_extent_max));
  int64_t most = (int64_t)build_number(b, SET_EyeLike_diagonal_max);
  ValueId row = build_filled(b, build_matrix(2, extent), 0);
  GraphAttribute k = build_int("k", randgraph_draft_between(draft, -most, most));
  return build_node(b, OP_EyeLike, &row, 1, &k, 1, 1);
}

/* The shape, or the size, of a value of some rank. */
static ValueId draw_shape(Draft *draft, OperatorKind kind)
{
  int64_t dims[TENSOR_RANK_MAX];
  uint32_t rank = (uint32_t)build_up_to(draft->b, SET_Shape_rank_max);
  for (uint32_t i = 0; i < rank; i++) dims[i] = randgraph_draft_between(draft, 1, 2);
  randgraph_draft_make_shape(draft, dims, rank);
  return build_one(draft->b, kind, draft->inputs[0]);
}

static ValueId draw_result(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  switch (kind) {
  case OP_BlackmanWindow:
  case OP_HammingWindow:
  case OP_HannWindow: return draw_taper(draft, kind);
  case OP_ConstantOfShape: {
    int64_t extent = build_up_to(b, SET_ConstantOfShape_extent_max);
    return build_one(b, kind, build_wholes(b, &extent, 1, false));
  }
  case OP_EyeLike: return draw_eye(draft);
  case OP_MelWeightMatrix: return draw_mel(draft);
  case OP_NonMaxSuppression: return draw_suppression(draft);
  case OP_NonZero: return build_one(b, kind, draw_vector(draft, SET_NonZero_extent_max));
  case OP_OneHot: return draw_one_hot(draft);
  case OP_Range: return draw_range(draft);
  case OP_Shape:
  case OP_Size: return draw_shape(draft, kind);
  case OP_Unique: return build_one(b, kind, draw_vector(draft, SET_Unique_extent_max));
  default: return VALUE_NONE;
  }
}

bool randgraph_draft_constant(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  ValueId made = draw_result(draft, kind);
  if (made == VALUE_NONE) return false;
  if (build_shape(b, made)->type != TENSOR_FLOAT) {
    GraphAttribute to = build_int("to", TENSOR_FLOAT);
    made = build_node(b, OP_Cast, &made, 1, &to, 1, 1);
  }
  made = build_flat(b, made);
  ValueId row = build_linear(b, CONSTANT_linear_weight, build_flat(b, draft->inputs[0]),
                             (size_t)build_shape(b, made)->dims[1]);
  randgraph_draft_set_first(draft, build_two(b, OP_Mul, row, made));
  draft->input_count = 0; /* it is all there already */
  return true;
}
