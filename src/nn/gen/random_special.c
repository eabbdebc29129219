/* Drawing of operators that need inputs of their own kind. */
#include <assert.h>

#include "nn/gen/random_parts.h"

/* The first input becomes another value. */
static void set_first(Draft *draft, ValueId x)
{
  draft->inputs[0] = x;
  draft->x = *build_shape(draft->b, x);
}

/* The first input as a tensor of floats of this shape, through a linear layer. */
static void make_shape(Draft *draft, const int64_t *dims, uint32_t rank)
{
  int64_t count = 1;
  for (uint32_t i = 0; i < rank; i++) count *= dims[i];
  ValueId flat = build_linear(draft->b, build_flat(draft->b, draft->inputs[0]), (size_t)count);
  set_first(draft,
            build_two(draft->b, OP_Reshape, flat, build_wholes(draft->b, dims, rank, false)));
}

static void make_image(Draft *draft)
{
  int64_t dims[4] = {1, 4, 4, 4};
  make_shape(draft, dims, 4);
}

static int64_t between(Draft *draft, int64_t low, int64_t high)
{
  return low + build_below(draft->b, (uint64_t)(high - low) + 1);
}

static ValueId scalar(Draft *draft, TensorType type, double number)
{
  return build_filled(draft->b, (TensorShape){type, 0, {0}}, number);
}

static void add_cast(Draft *draft, TensorType type)
{
  GraphAttribute to = build_int("to", type);
  set_first(draft, build_node(draft->b, OP_Cast, draft->inputs, 1, &to, 1, 1));
}

static void draw_recurrent(Draft *draft, OperatorKind kind)
{
  int64_t steps = between(draft, 1, 3), inputs = between(draft, 1, 3);
  int64_t hidden = between(draft, 1, 3), gates = kind == OP_LSTM ? 4 : kind == OP_GRU ? 3 : 1;
  int64_t dims[3] = {steps, 1, inputs};
  make_shape(draft, dims, 3);
  TensorShape w = {TENSOR_FLOAT, 3, {1, gates * hidden, inputs}};
  TensorShape r = {TENSOR_FLOAT, 3, {1, gates * hidden, hidden}};
  random_add_input(draft, build_random(draft->b, w, (size_t)inputs));
  random_add_input(draft, build_random(draft->b, r, (size_t)hidden));
  random_add_input(draft, build_random(draft->b, build_matrix(1, 2 * gates * hidden), 0));
  random_add_attribute(draft, build_int("hidden_size", hidden));
  if (build_below(draft->b, 2)) random_add_attribute(draft, build_text("direction", "reverse"));
}

/* Numbers of 8 bits, scale and zero point of the first input. */
static void quantize_first(Draft *draft)
{
  ValueId inputs[3] = {draft->inputs[0], scalar(draft, TENSOR_FLOAT, 0.02),
                       scalar(draft, TENSOR_UINT8, 128)};
  set_first(draft, build_node(draft->b, OP_QuantizeLinear, inputs, 3, NULL, 0, 1));
}

static void add_scale(Draft *draft, double scale, int64_t zero)
{
  random_add_input(draft, scalar(draft, TENSOR_FLOAT, scale));
  random_add_input(draft, scalar(draft, TENSOR_UINT8, (double)zero));
}

static void draw_quantized(Draft *draft, OperatorKind kind)
{
  bool conv = kind == OP_ConvInteger || kind == OP_QLinearConv;
  bool scaled = kind == OP_QLinearConv || kind == OP_QLinearMatMul;
  if (conv) make_image(draft);
  if (!conv) set_first(draft, build_flat(draft->b, draft->inputs[0]));
  quantize_first(draft);
  TensorShape w = conv ? (TensorShape){TENSOR_UINT8, 4, {between(draft, 1, 3), 4, 2, 2}}
                       : (TensorShape){TENSOR_UINT8, 2, {draft->x.dims[1], between(draft, 1, 5)}};
  if (scaled) add_scale(draft, 0.02, 128);
  random_add_input(draft, build_random_wholes(draft->b, w, 0, 255));
  if (!scaled) return;
  add_scale(draft, 0.02, 128);
  add_scale(draft, 0.1, 128);
}

static void draw_loss(Draft *draft)
{
  set_first(draft, build_flat(draft->b, draft->inputs[0]));
  TensorShape target = {TENSOR_INT64, 1, {1}};
  random_add_input(draft, build_random_wholes(draft->b, target, 0, draft->x.dims[1] - 1));
}

static void draw_regions(Draft *draft, OperatorKind kind)
{
  make_image(draft);
  int64_t columns = kind == OP_MaxRoiPool ? 5 : 4, pooled[2] = {2, 2};
  Tensor rois;
  tensor_init(&rois, build_matrix(2, columns));
  for (size_t i = 0; i < 2; i++)
    for (size_t k = 0; k < 4; k++)
      tensor_set_double(&rois, i * (size_t)columns + (size_t)columns - 4 + k,
                        (double)between(draft, k < 2 ? 0 : 2, k < 2 ? 1 : 3));
  ValueId value = graph_add_value(draft->b->graph, "");
  graph_set_constant(draft->b->graph, value, &rois);
  random_add_input(draft, value);
  if (kind == OP_MaxRoiPool) {
    random_add_attribute(draft, build_ints(draft->b, "pooled_shape", pooled, 2));
    return;
  }
  random_add_input(draft, build_filled(draft->b, (TensorShape){TENSOR_INT64, 1, {2}}, 0));
  random_add_attribute(draft, build_int("output_height", 2));
  random_add_attribute(draft, build_int("output_width", 2));
  random_add_attribute(draft, build_int("sampling_ratio", 1));
}

static void draw_resize(Draft *draft)
{
  make_image(draft);
  int64_t sizes[4] = {1, 4, between(draft, 1, 8), between(draft, 1, 8)};
  bool nearest = build_below(draft->b, 2);
  random_add_input(draft, VALUE_NONE);
  random_add_input(draft, VALUE_NONE);
  random_add_input(draft, build_wholes(draft->b, sizes, 4, false));
  random_add_attribute(draft, build_text("mode", nearest ? "nearest" : "linear"));
  random_add_attribute(draft, build_text("coordinate_transformation_mode", "asymmetric"));
  if (nearest) random_add_attribute(draft, build_text("nearest_mode", "floor"));
}

static void draw_unpool(Draft *draft)
{
  int64_t window[2] = {2, 2};
  make_image(draft);
  GraphAttribute attributes[2] = {build_ints(draft->b, "kernel_shape", window, 2),
                                  build_ints(draft->b, "strides", window, 2)};
  ValueId pooled = build_node(draft->b, OP_MaxPool, draft->inputs, 1, attributes, 2, 2);
  assert(pooled != VALUE_NONE);
  const GraphNode *pool = &draft->b->graph->nodes.items[draft->b->graph->nodes.count - 1];
  ValueId indices = pool->outputs[1];
  set_first(draft, pooled);
  random_add_input(draft, indices);
  random_add_attribute(draft, attributes[0]);
  random_add_attribute(draft, attributes[1]);
}

static void draw_transposed(Draft *draft)
{
  make_image(draft);
  int64_t strides[2] = {between(draft, 1, 2), between(draft, 1, 2)};
  int64_t filters = between(draft, 1, 3);
  TensorShape w = {TENSOR_FLOAT, 4, {4, filters, 2, 2}};
  random_add_input(draft, build_random(draft->b, w, 16));
  random_add_input(draft, build_random(draft->b, build_vector(filters), 16));
  random_add_attribute(draft, build_ints(draft->b, "strides", strides, 2));
}

static void draw_deformed(Draft *draft)
{
  make_image(draft);
  TensorShape w = {TENSOR_FLOAT, 4, {2, 4, 2, 2}}, offset = {TENSOR_FLOAT, 4, {1, 8, 3, 3}};
  random_add_input(draft, build_random(draft->b, w, 16));
  random_add_input(draft, build_filled(draft->b, offset, 0.25));
}

/* Places by index: of rows, or of every element along the first axis. */
static void draw_indexed(Draft *draft, OperatorKind kind)
{
  int64_t rows = between(draft, 2, 4), columns = between(draft, 1, 4), dims[2] = {rows, columns};
  make_shape(draft, dims, 2);
  TensorShape all = {TENSOR_INT64, 2, {rows, columns}}, one = {TENSOR_INT64, 2, {1, 1}};
  bool elements = kind == OP_GatherElements || kind == OP_ScatterElements;
  if (kind == OP_ScatterElements) all.dims[0] = 1; /* each place is written once */
  random_add_input(draft, build_random_wholes(draft->b, elements ? all : one, 0, rows - 1));
  if (kind == OP_ScatterElements || kind == OP_ScatterND)
    random_add_input(draft, build_random(draft->b, build_matrix(1, columns), 0));
}

static void draw_signal(Draft *draft, OperatorKind kind)
{
  int64_t dims[3] = {1, between(draft, 4, 8), 1};
  make_shape(draft, dims, 3);
  if (kind == OP_DFT) return;
  TensorShape window = {TENSOR_FLOAT, 1, {3}};
  random_add_input(draft, scalar(draft, TENSOR_INT64, (double)between(draft, 1, 2)));
  random_add_input(draft, build_random(draft->b, window, 0));
}

/* Constants of their own, which the first input is multiplied with. */
static void draw_taper(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  int64_t extent = between(draft, 2, 6);
  ValueId row = build_linear(b, build_flat(b, draft->inputs[0]), (size_t)extent), made;
  if (kind == OP_MelWeightMatrix) {
    ValueId inputs[5] = {scalar(draft, TENSOR_INT64, (double)extent),
                         scalar(draft, TENSOR_INT64, 16), scalar(draft, TENSOR_INT64, 8192),
                         scalar(draft, TENSOR_FLOAT, 0), scalar(draft, TENSOR_FLOAT, 4096)};
    made = build_node(b, kind, inputs, 5, NULL, 0, 1);
  } else if (kind == OP_EyeLike) {
    made = build_one(b, kind, row);
  } else {
    made = build_one(b, kind, scalar(draft, TENSOR_INT64, (double)extent));
  }
  set_first(draft, build_two(b, OP_Mul, row, made));
  draft->input_count = 0; /* it is all there already */
}

static void draw_small(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  int64_t axes[4] = {0, 0, 0, 0};
  TensorShape truth = {TENSOR_BOOL, 1, {draft->x.rank ? draft->x.dims[0] : 1}};
  switch (kind) {
  case OP_Compress:
    random_add_input(draft, build_filled(b, truth, 1));
    random_add_attribute(draft, build_int("axis", 0));
    break;
  case OP_TopK:
    axes[0] = 1;
    random_add_input(draft, build_wholes(b, axes, 1, false));
    draft->output_count = 2;
    break;
  case OP_DynamicQuantizeLinear: draft->output_count = 3; break;
  case OP_MeanVarianceNormalization: make_image(draft); break;
  case OP_CenterCropPad:
    for (uint32_t i = 0; i < 4; i++) axes[i] = between(draft, 1, 5);
    make_image(draft);
    random_add_input(draft, build_wholes(b, axes, 4, false));
    break;
  case OP_GroupNormalization:
    make_image(draft);
    random_add_input(draft, build_random(b, build_vector(2), 0));
    random_add_input(draft, build_random(b, build_vector(2), 0));
    random_add_attribute(draft, build_int("num_groups", 2));
    break;
  case OP_QuantizeLinear:
    random_add_input(draft, scalar(draft, TENSOR_FLOAT, 0.02));
    random_add_input(draft, scalar(draft, TENSOR_UINT8, 128));
    break;
  case OP_DequantizeLinear:
    quantize_first(draft);
    random_add_input(draft, scalar(draft, TENSOR_FLOAT, 0.02));
    random_add_input(draft, scalar(draft, TENSOR_UINT8, 128));
    break;
  case OP_Cast: random_add_attribute(draft, build_int("to", TENSOR_INT32)); break;
  default: assert(kind == OP_CastLike); random_add_input(draft, scalar(draft, TENSOR_DOUBLE, 1));
  }
}

static void draw_matrix(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  int64_t n = between(draft, 1, 3), m = between(draft, 1, 4);
  int64_t square[3] = {1, n, n}, blocks[3] = {1, 4 * n, 9}, pair[2] = {n, m};
  switch (kind) {
  case OP_Det: make_shape(draft, square, 3); break;
  case OP_Col2Im: {
    int64_t image[2] = {4, 4}, window[2] = {2, 2};
    make_shape(draft, blocks, 3);
    random_add_input(draft, build_wholes(b, image, 2, false));
    random_add_input(draft, build_wholes(b, window, 2, false));
    break;
  }
  case OP_Trilu: make_shape(draft, square, 3); break;
  case OP_ReverseSequence:
    make_shape(draft, pair, 2);
    random_add_input(draft, build_random_wholes(b, (TensorShape){TENSOR_INT64, 1, {m}}, 1, n));
    break;
  default:
    assert(kind == OP_Einsum);
    make_shape(draft, pair, 2);
    random_add_input(draft, build_random(b, build_matrix(m, n), (size_t)m));
    random_add_attribute(draft, build_text("equation", "ij,jk->ik"));
  }
}

/* Conditions and whole numbers are made of the first input. */
static void draw_bits(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  bool logic = kind == OP_And || kind == OP_Or || kind == OP_Xor || kind == OP_Not;
  ValueId second = VALUE_NONE;
  if (logic) {
    second = build_two(b, OP_Less, draft->inputs[0], scalar(draft, TENSOR_FLOAT, 0.5));
    set_first(draft, build_two(b, OP_Greater, draft->inputs[0], scalar(draft, TENSOR_FLOAT, -0.5)));
  } else if (kind == OP_BitShift) {
    set_first(draft, build_one(b, OP_Abs, draft->inputs[0]));
    add_cast(draft, TENSOR_INT64);
    add_cast(draft, TENSOR_UINT64);
    second = scalar(draft, TENSOR_UINT64, 1);
    random_add_attribute(draft, build_text("direction", build_below(b, 2) ? "LEFT" : "RIGHT"));
  } else {
    add_cast(draft, TENSOR_INT64);
    second = scalar(draft, TENSOR_INT64, (double)between(draft, 0, 7));
  }
  if (kind != OP_Not && kind != OP_BitwiseNot) random_add_input(draft, second);
}

bool random_draw_special(Draft *draft, OperatorKind kind)
{
  switch (kind) {
  case OP_GRU:
  case OP_LSTM:
  case OP_RNN: draw_recurrent(draft, kind); return true;
  case OP_ConvInteger:
  case OP_MatMulInteger:
  case OP_QLinearConv:
  case OP_QLinearMatMul: draw_quantized(draft, kind); return true;
  case OP_NegativeLogLikelihoodLoss:
  case OP_SoftmaxCrossEntropyLoss: draw_loss(draft); return true;
  case OP_MaxRoiPool:
  case OP_RoiAlign: draw_regions(draft, kind); return true;
  case OP_Resize: draw_resize(draft); return true;
  case OP_MaxUnpool: draw_unpool(draft); return true;
  case OP_ConvTranspose: draw_transposed(draft); return true;
  case OP_DeformConv: draw_deformed(draft); return true;
  case OP_GridSample:
    make_image(draft);
    random_add_input(draft,
                     build_filled(draft->b, (TensorShape){TENSOR_FLOAT, 4, {1, 2, 2, 2}}, 0.3));
    return true;
  case OP_GatherElements:
  case OP_GatherND:
  case OP_ScatterElements:
  case OP_ScatterND: draw_indexed(draft, kind); return true;
  case OP_DFT:
  case OP_STFT: draw_signal(draft, kind); return true;
  case OP_BlackmanWindow:
  case OP_EyeLike:
  case OP_HammingWindow:
  case OP_HannWindow:
  case OP_MelWeightMatrix: draw_taper(draft, kind); return true;
  case OP_Cast:
  case OP_CastLike:
  case OP_CenterCropPad:
  case OP_Compress:
  case OP_DequantizeLinear:
  case OP_DynamicQuantizeLinear:
  case OP_GroupNormalization:
  case OP_MeanVarianceNormalization:
  case OP_QuantizeLinear:
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
