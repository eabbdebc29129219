/* Recurrent nodes, losses, regions, elements by place, signals, matrices, types and bits. */
#include <assert.h>

#include "nn/gen/draft.h"

static void add_cast(Draft *draft, TensorType type)
{
  GraphAttribute to = build_int("to", type);
  randgraph_draft_set_first(draft, build_node(draft->b, OP_Cast, draft->inputs, 1, &to, 1, 1));
}

static void draw_recurrent(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  /* steps, inputs and neurons follow each other in the settings */
  SettingKind first = kind == OP_LSTM  ? SET_LSTM_steps_max
                      : kind == OP_GRU ? SET_GRU_steps_max
                                       : SET_RNN_steps_max;
  int64_t steps = build_up_to(b, first), inputs = build_up_to(b, first + 1);
  int64_t hidden = build_up_to(b, first + 2), gates = kind == OP_LSTM ? 4 : kind == OP_GRU ? 3 : 1;
  int64_t dims[3] = {steps, 1, inputs};
  randgraph_draft_make_shape(draft, dims, 3);
  TensorShape w = {TENSOR_FLOAT, 3, {1, gates * hidden, inputs}};
  TensorShape r = {TENSOR_FLOAT, 3, {1, gates * hidden, hidden}};
  TensorShape bias = build_matrix(1, 2 * gates * hidden);
  randgraph_draft_add_input(draft, build_random(b, CONSTANT_recurrent_weight, w, (size_t)inputs));
  randgraph_draft_add_input(draft, build_random(b, CONSTANT_recurrent_weight, r, (size_t)hidden));
  randgraph_draft_add_input(draft, build_random(b, CONSTANT_recurrent_bias, bias, 0));
  randgraph_draft_add_attribute(draft, build_int("hidden_size", hidden));
}

static void draw_loss(Draft *draft)
{
  randgraph_draft_set_first(draft, build_flat(draft->b, draft->inputs[0]));
  TensorShape target = {TENSOR_INT64, 1, {1}};
  randgraph_draft_add_input(draft, build_random_wholes(draft->b, target, 0, draft->x.dims[1] - 1));
}

static void draw_regions(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  randgraph_draft_make_image(draft);
  bool pool = kind == OP_MaxRoiPool;
  int64_t columns = pool ? 5 : 4;
  int64_t count = build_up_to(b, pool ? SET_MaxRoiPool_regions_max : SET_RoiAlign_regions_max);
  Tensor rois;
  tensor_init(&rois, build_matrix(count, columns));
  for (size_t i = 0; i < (size_t)count; i++)
    for (size_t k = 0; k < 4; k++)
      tensor_set_double(&rois, i * (size_t)columns + (size_t)columns - 4 + k,
                        (double)randgraph_draft_between(draft, k < 2 ? 0 : 2, k < 2 ? 1 : 3));
  ValueId value = graph_add_value(b->graph, "");
  graph_set_constant(b->graph, value, &rois);
  randgraph_draft_add_input(draft, value);
  if (pool) {
    int64_t pooled[2] = {build_up_to(b, SET_MaxRoiPool_pooled_max),
                         build_up_to(b, SET_MaxRoiPool_pooled_max)};
    randgraph_draft_add_attribute(draft, build_ints(b, "pooled_shape", pooled, 2));
  } else {
    randgraph_draft_add_input(draft, build_filled(b, (TensorShape){TENSOR_INT64, 1, {count}}, 0));
  }
}

static void draw_resize(Draft *draft)
{
  Builder *b = draft->b;
  randgraph_draft_make_image(draft);
  int64_t sizes[4] = {1, 4, build_up_to(b, SET_Resize_extent_max),
                      build_up_to(b, SET_Resize_extent_max)};
  bool linear = build_happens(b, SET_Resize_linear);
  randgraph_draft_add_input(draft, VALUE_NONE);
  randgraph_draft_add_input(draft, VALUE_NONE);
  randgraph_draft_add_input(draft, build_wholes(b, sizes, 4, false));
  randgraph_draft_add_attribute(draft, build_text("mode", linear ? "linear" : "nearest"));
  randgraph_draft_add_attribute(draft, build_text("coordinate_transformation_mode", "asymmetric"));
  if (!linear) randgraph_draft_add_attribute(draft, build_text("nearest_mode", "floor"));
}

static void draw_grid(Draft *draft)
{
  Builder *b = draft->b;
  randgraph_draft_make_image(draft);
  TensorShape grid = {
      TENSOR_FLOAT,
      4,
      {1, build_up_to(b, SET_GridSample_extent_max), build_up_to(b, SET_GridSample_extent_max), 2}};
  randgraph_draft_add_input(draft, build_filled(b, grid, 0.3));
}

/* Places by index: of rows, or of every element along the first axis. */
static void draw_indexed(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  SettingKind most = kind == OP_GatherElements    ? SET_GatherElements_extent_max
                     : kind == OP_GatherND        ? SET_GatherND_extent_max
                     : kind == OP_ScatterElements ? SET_ScatterElements_extent_max
                                                  : SET_ScatterND_extent_max;
  int64_t rows = build_up_to(b, most), columns = build_up_to(b, most), dims[2] = {rows, columns};
  randgraph_draft_make_shape(draft, dims, 2);
  TensorShape all = {TENSOR_INT64, 2, {rows, columns}}, one = {TENSOR_INT64, 2, {1, 1}};
  bool elements = kind == OP_GatherElements || kind == OP_ScatterElements;
  if (kind == OP_ScatterElements) all.dims[0] = 1; /* each place is written once */
  randgraph_draft_add_input(draft, build_random_wholes(b, elements ? all : one, 0, rows - 1));
  if (kind == OP_ScatterElements || kind == OP_ScatterND)
    randgraph_draft_add_input(draft,
                              build_random(b, CONSTANT_operand, build_matrix(1, columns), 0));
}

static void draw_signal(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  bool dft = kind == OP_DFT;
  int64_t most = (int64_t)build_number(b, dft ? SET_DFT_length_max : SET_STFT_length_max);
  int64_t dims[3] = {1, randgraph_draft_between(draft, dft ? 1 : 4, most), 1};
  randgraph_draft_make_shape(draft, dims, 3);
  if (dft) {
    bool inverse = build_happens(b, SET_DFT_inverse), half = build_happens(b, SET_DFT_onesided);
    randgraph_draft_add_attribute(draft, build_int("inverse", inverse));
    randgraph_draft_add_attribute(draft, build_int("onesided", half && !inverse));
    return;
  }
  randgraph_draft_add_input(
      draft,
      randgraph_draft_scalar(draft, TENSOR_INT64, (double)build_up_to(b, SET_STFT_step_max)));
  randgraph_draft_add_input(draft, build_random(b, CONSTANT_operand, build_vector(3), 0));
}

/* One of four types, by weight. */
static TensorType draw_type(Draft *draft, SettingKind first)
{
  static const TensorType TYPES[] = {TENSOR_INT32, TENSOR_INT64, TENSOR_DOUBLE, TENSOR_BOOL};
  return TYPES[build_choice(draft->b, &draft->b->settings->numbers[first], 4)];
}

/* Some places of the last axis, and the first of them for certain. */
static void draw_compress(Draft *draft)
{
  Builder *b = draft->b;
  assert(draft->x.rank > 0);
  uint32_t axis = draft->x.rank - 1;
  Tensor keep;
  tensor_init(&keep, (TensorShape){TENSOR_BOOL, 1, {draft->x.dims[axis]}});
  for (size_t i = 0; i < keep.count; i++)
    tensor_set_int(&keep, i, i == 0 || build_happens(b, SET_Compress_keep));
  ValueId value = graph_add_value(b->graph, "");
  graph_set_constant(b->graph, value, &keep);
  randgraph_draft_add_input(draft, value);
  randgraph_draft_add_attribute(draft, build_int("axis", axis));
}

static void draw_top(Draft *draft)
{
  int64_t extent = draft->x.dims[draft->x.rank - 1];
  int64_t k = build_up_to(draft->b, SET_TopK_k_max);
  if (k > extent) k = extent;
  randgraph_draft_add_input(draft, build_wholes(draft->b, &k, 1, false));
  draft->output_count = 2;
}

static void draw_small(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  int64_t axes[4] = {0, 0, 0, 0};
  switch (kind) {
  case OP_Compress: draw_compress(draft); break;
  case OP_TopK: draw_top(draft); break;
  case OP_MeanVarianceNormalization: randgraph_draft_make_image(draft); break;
  case OP_CenterCropPad:
    for (uint32_t i = 0; i < 4; i++) axes[i] = build_up_to(b, SET_CenterCropPad_extent_max);
    randgraph_draft_make_image(draft);
    randgraph_draft_add_input(draft, build_wholes(b, axes, 4, false));
    break;
  case OP_GroupNormalization: {
    int64_t groups = build_up_to(b, SET_GroupNormalization_groups_max);
    int64_t image[4] = {1, 2 * groups, 2, 2};
    randgraph_draft_make_shape(draft, image, 4);
    randgraph_draft_add_input(draft, build_random(b, CONSTANT_norm_scale, build_vector(groups), 0));
    randgraph_draft_add_input(draft, build_random(b, CONSTANT_norm_bias, build_vector(groups), 0));
    randgraph_draft_add_attribute(draft, build_int("num_groups", groups));
    break;
  }
  case OP_Cast:
    randgraph_draft_add_attribute(draft, build_int("to", draw_type(draft, SET_Cast_int32)));
    break;
  default:
    assert(kind == OP_CastLike);
    randgraph_draft_add_input(
        draft, randgraph_draft_scalar(draft, draw_type(draft, SET_CastLike_int32), 1));
  }
}

static void draw_matrix(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  SettingKind most = kind == OP_Det               ? SET_Det_extent_max
                     : kind == OP_Trilu           ? SET_Trilu_extent_max
                     : kind == OP_Einsum          ? SET_Einsum_extent_max
                     : kind == OP_ReverseSequence ? SET_ReverseSequence_extent_max
                                                  : SET_Col2Im_channels_max;
  int64_t n = build_up_to(b, most), m = build_up_to(b, most);
  int64_t square[3] = {1, n, n}, blocks[3] = {1, 4 * n, 9}, pair[2] = {n, m};
  switch (kind) {
  case OP_Det: randgraph_draft_make_shape(draft, square, 3); break;
  case OP_Col2Im: {
    int64_t image[2] = {4, 4}, window[2] = {2, 2};
    randgraph_draft_make_shape(draft, blocks, 3);
    randgraph_draft_add_input(draft, build_wholes(b, image, 2, false));
    randgraph_draft_add_input(draft, build_wholes(b, window, 2, false));
    break;
  }
  case OP_Trilu: {
    int64_t far = (int64_t)build_number(b, SET_Trilu_diagonal_max);
    int64_t k = randgraph_draft_between(draft, -far, far);
    randgraph_draft_make_shape(draft, square, 3);
    randgraph_draft_add_input(draft, build_wholes(b, &k, 1, true));
    break;
  }
  case OP_ReverseSequence:
    randgraph_draft_make_shape(draft, pair, 2);
    randgraph_draft_add_input(draft,
                              build_random_wholes(b, (TensorShape){TENSOR_INT64, 1, {m}}, 1, n));
    break;
  default:
    assert(kind == OP_Einsum);
    randgraph_draft_make_shape(draft, pair, 2);
    randgraph_draft_add_input(draft,
                              build_random(b, CONSTANT_operand, build_matrix(m, n), (size_t)m));
    randgraph_draft_add_attribute(
        draft,
        build_text("equation", build_happens(b, SET_Einsum_transpose) ? "ij,jk->ki" : "ij,jk->ik"));
  }
}

/* Conditions and whole numbers are made of the first input. */
static void draw_bits(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  bool logic = kind == OP_And || kind == OP_Or || kind == OP_Xor || kind == OP_Not;
  ValueId second = VALUE_NONE;
  if (logic) {
    second =
        build_two(b, OP_Less, draft->inputs[0], randgraph_draft_scalar(draft, TENSOR_FLOAT, 0.5));
    randgraph_draft_set_first(draft, build_two(b, OP_Greater, draft->inputs[0],
                                               randgraph_draft_scalar(draft, TENSOR_FLOAT, -0.5)));
  } else if (kind == OP_BitShift) {
    randgraph_draft_set_first(draft, build_one(b, OP_Abs, draft->inputs[0]));
    add_cast(draft, TENSOR_INT64);
    add_cast(draft, TENSOR_UINT64);
    second =
        randgraph_draft_scalar(draft, TENSOR_UINT64, (double)build_up_to(b, SET_BitShift_bits_max));
    randgraph_draft_add_attribute(
        draft, build_text("direction", build_happens(b, SET_BitShift_right) ? "RIGHT" : "LEFT"));
  } else {
    SettingKind most = kind == OP_BitwiseAnd  ? SET_BitwiseAnd_mask_max
                       : kind == OP_BitwiseOr ? SET_BitwiseOr_mask_max
                                              : SET_BitwiseXor_mask_max;
    add_cast(draft, TENSOR_INT64);
    second = randgraph_draft_scalar(
        draft, TENSOR_INT64,
        (double)randgraph_draft_between(draft, 0, (int64_t)build_number(b, most)));
  }
  if (kind != OP_Not && kind != OP_BitwiseNot) randgraph_draft_add_input(draft, second);
}

bool randgraph_draft_special(Draft *draft, OperatorKind kind)
{
  switch (kind) {
  case OP_GRU:
  case OP_LSTM:
  case OP_RNN: draw_recurrent(draft, kind); return true;
  case OP_NegativeLogLikelihoodLoss:
  case OP_SoftmaxCrossEntropyLoss: draw_loss(draft); return true;
  case OP_MaxRoiPool:
  case OP_RoiAlign: draw_regions(draft, kind); return true;
  case OP_Resize: draw_resize(draft); return true;
  case OP_GridSample: draw_grid(draft); return true;
  case OP_GatherElements:
  case OP_GatherND:
  case OP_ScatterElements:
  case OP_ScatterND: draw_indexed(draft, kind); return true;
  case OP_DFT:
  case OP_STFT: draw_signal(draft, kind); return true;
  case OP_Cast:
  case OP_CastLike:
  case OP_CenterCropPad:
  case OP_Compress:
  case OP_GroupNormalization:
  case OP_MeanVarianceNormalization:
  case OP_TopK: draw_small(draft, kind); return true;
  case OP_Col2Im:
  case OP_Det:
  case OP_Einsum:
  case OP_ReverseSequence:
  case OP_Trilu: draw_matrix(draft, kind); return true;
  case OP_And:
  case OP_BitShift:
  case OP_BitwiseAnd:
  case OP_BitwiseNot:
  case OP_BitwiseOr:
  case OP_BitwiseXor:
  case OP_Not:
  case OP_Or:
  case OP_Xor: draw_bits(draft, kind); return true;
  default: return false;
  }
}
