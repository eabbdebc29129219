/* Nodes that slide windows over images, and nodes of numbers of 8 bits. */
#include <assert.h>

#include "nn/gen/draft.h"

/* The settings of a window; SET_OPERATORS stands for none. */
typedef struct {
  OperatorKind op;
  SettingKind kernel, stride, dilation, pad;
} WindowSettings;

static const WindowSettings WINDOWS[] = {
    {OP_Conv, SET_Conv_kernel_max, SET_Conv_stride_max, SET_Conv_dilation_max, SET_Conv_pad_max},
    {OP_MaxPool, SET_MaxPool_kernel_max, SET_MaxPool_stride_max, SET_MaxPool_dilation_max,
     SET_MaxPool_pad_max},
    {OP_AveragePool, SET_AveragePool_kernel_max, SET_AveragePool_stride_max, SET_OPERATORS,
     SET_AveragePool_pad_max},
    {OP_LpPool, SET_LpPool_kernel_max, SET_LpPool_stride_max, SET_OPERATORS, SET_LpPool_pad_max},
};

static int64_t smaller(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

/* Extents of the window, no larger than the image, and what goes with them. Padding is smaller than the window. */
static void draw_window(Draft *draft, const WindowSettings *w, int64_t *kernel)
{
  Builder *b = draft->b;
  uint32_t rank = draft->x.rank - 2;
  int64_t strides[TENSOR_RANK_MAX], dilations[TENSOR_RANK_MAX], pads[2 * TENSOR_RANK_MAX];
  for (uint32_t i = 0; i < rank; i++) {
    kernel[i] = randgraph_draft_between(
        draft, 1, smaller((int64_t)build_number(b, w->kernel), draft->x.dims[i + 2]));
    strides[i] = build_up_to(b, w->stride);
    dilations[i] = w->dilation == SET_OPERATORS ? 1 : build_up_to(b, w->dilation);
    if ((kernel[i] - 1) * dilations[i] + 1 > draft->x.dims[i + 2]) dilations[i] = 1;
    int64_t most = smaller((int64_t)build_number(b, w->pad), kernel[i] - 1);
    pads[i] = randgraph_draft_between(draft, 0, most);
    pads[rank + i] = randgraph_draft_between(draft, 0, most);
    /* With ceil_mode a window could begin after the image. Whether it counts differs between versions of the standard. */
    int64_t room = (kernel[i] - 1) * dilations[i] + 1 - pads[rank + i];
    if (w->op == OP_MaxPool) strides[i] = smaller(strides[i], room);
  }
  randgraph_draft_add_attribute(draft, build_ints(b, "kernel_shape", kernel, rank));
  randgraph_draft_add_attribute(draft, build_ints(b, "strides", strides, rank));
  randgraph_draft_add_attribute(draft, build_ints(b, "pads", pads, 2 * rank));
  if (w->dilation != SET_OPERATORS)
    randgraph_draft_add_attribute(draft, build_ints(b, "dilations", dilations, rank));
}

static void draw_filters(Draft *draft, const int64_t *kernel)
{
  Builder *b = draft->b;
  uint32_t rank = draft->x.rank;
  int64_t channels = draft->x.dims[1], filters = build_up_to(b, SET_Conv_filters_max);
  bool depthwise = build_happens(b, SET_Conv_depthwise);
  if (depthwise) filters *= channels;
  TensorShape shape = {TENSOR_FLOAT, rank, {filters, depthwise ? 1 : channels}};
  for (uint32_t i = 2; i < rank; i++) shape.dims[i] = kernel[i - 2];
  size_t inputs = tensor_shape_extent(&shape, 1, rank);
  randgraph_draft_add_input(draft, build_random(b, CONSTANT_filter_weight, shape, inputs));
  if (build_happens(b, SET_Conv_bias))
    randgraph_draft_add_input(draft,
                              build_random(b, CONSTANT_filter_bias, build_vector(filters), inputs));
  if (depthwise) randgraph_draft_add_attribute(draft, build_int("group", channels));
}

static void draw_transposed(Draft *draft)
{
  Builder *b = draft->b;
  randgraph_draft_make_image(draft);
  int64_t strides[2] = {build_up_to(b, SET_ConvTranspose_stride_max),
                        build_up_to(b, SET_ConvTranspose_stride_max)};
  int64_t filters = build_up_to(b, SET_ConvTranspose_filters_max);
  int64_t kernel = build_up_to(b, SET_ConvTranspose_kernel_max);
  TensorShape w = {TENSOR_FLOAT, 4, {4, filters, kernel, kernel}};
  size_t inputs = (size_t)(4 * kernel * kernel);
  randgraph_draft_add_input(draft, build_random(b, CONSTANT_filter_weight, w, inputs));
  if (build_happens(b, SET_ConvTranspose_bias))
    randgraph_draft_add_input(draft,
                              build_random(b, CONSTANT_filter_bias, build_vector(filters), inputs));
  randgraph_draft_add_attribute(draft, build_ints(b, "strides", strides, 2));
}

static void draw_deformed(Draft *draft)
{
  Builder *b = draft->b;
  randgraph_draft_make_image(draft);
  int64_t kernel = build_up_to(b, SET_DeformConv_kernel_max), places = 5 - kernel;
  double most = build_number(b, SET_DeformConv_offset_max);
  TensorShape w = {
      TENSOR_FLOAT, 4, {build_up_to(b, SET_DeformConv_filters_max), 4, kernel, kernel}};
  TensorShape offset = {TENSOR_FLOAT, 4, {1, 2 * kernel * kernel, places, places}};
  randgraph_draft_add_input(
      draft, build_random(b, CONSTANT_filter_weight, w, tensor_shape_extent(&w, 1, w.rank)));
  randgraph_draft_add_input(draft, build_filled(b, offset, most * random_unit(b->random)));
}

static void draw_unpool(Draft *draft)
{
  int64_t window[2] = {2, 2};
  randgraph_draft_make_image(draft);
  GraphAttribute attributes[2] = {build_ints(draft->b, "kernel_shape", window, 2),
                                  build_ints(draft->b, "strides", window, 2)};
  ValueId pooled = build_node(draft->b, OP_MaxPool, draft->inputs, 1, attributes, 2, 2);
  assert(pooled != VALUE_NONE);
  const GraphNode *pool = &draft->b->graph->nodes.items[draft->b->graph->nodes.count - 1];
  ValueId indices = pool->outputs[1];
  randgraph_draft_set_first(draft, pooled);
  randgraph_draft_add_input(draft, indices);
  randgraph_draft_add_attribute(draft, attributes[0]);
  randgraph_draft_add_attribute(draft, attributes[1]);
}

/* --- numbers of 8 bits --- */

static ValueId draw_scale(Draft *draft)
{
  return randgraph_draft_scalar(draft, TENSOR_FLOAT,
                                (double)(float)build_real(draft->b, SET_QuantizeLinear_scale_low));
}

static ValueId draw_zero(Draft *draft)
{
  return randgraph_draft_scalar(draft, TENSOR_UINT8,
                                (double)build_between(draft->b, SET_QuantizeLinear_zero_min));
}

static void add_scale(Draft *draft)
{
  randgraph_draft_add_input(draft, draw_scale(draft));
  randgraph_draft_add_input(draft, draw_zero(draft));
}

static void quantize_first(Draft *draft)
{
  ValueId inputs[3] = {draft->inputs[0], draw_scale(draft), draw_zero(draft)};
  randgraph_draft_set_first(draft, build_node(draft->b, OP_QuantizeLinear, inputs, 3, NULL, 0, 1));
}

static void draw_quantized(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  bool conv = kind == OP_ConvInteger || kind == OP_QLinearConv;
  bool scaled = kind == OP_QLinearConv || kind == OP_QLinearMatMul;
  if (conv) randgraph_draft_make_image(draft);
  if (!conv) randgraph_draft_set_first(draft, build_flat(b, draft->inputs[0]));
  quantize_first(draft);
  TensorShape w = {TENSOR_UINT8, 2, {draft->x.dims[1]}};
  if (conv) {
    int64_t kernel =
        build_up_to(b, scaled ? SET_QLinearConv_kernel_max : SET_ConvInteger_kernel_max);
    SettingKind filters = scaled ? SET_QLinearConv_filters_max : SET_ConvInteger_filters_max;
    w = (TensorShape){TENSOR_UINT8, 4, {build_up_to(b, filters), 4, kernel, kernel}};
  } else {
    w.dims[1] =
        build_up_to(b, scaled ? SET_QLinearMatMul_outputs_max : SET_MatMulInteger_outputs_max);
  }
  if (scaled) add_scale(draft);
  randgraph_draft_add_input(draft, build_random_wholes(b, w, 0, 255));
  if (!scaled) return;
  add_scale(draft);
  add_scale(draft);
}

bool randgraph_draft_window(Draft *draft, OperatorKind kind)
{
  int64_t kernel[TENSOR_RANK_MAX] = {0};
  for (size_t i = 0; i < sizeof WINDOWS / sizeof *WINDOWS; i++)
    if (WINDOWS[i].op == kind) {
      if (draft->x.rank < 3) return true; /* does not fit: without a window there is no node */
      draw_window(draft, &WINDOWS[i], kernel);
      if (kind == OP_Conv) draw_filters(draft, kernel);
      return true;
    }
  switch (kind) {
  case OP_ConvTranspose: draw_transposed(draft); return true;
  case OP_DeformConv: draw_deformed(draft); return true;
  case OP_MaxUnpool: draw_unpool(draft); return true;
  case OP_ConvInteger:
  case OP_MatMulInteger:
  case OP_QLinearConv:
  case OP_QLinearMatMul: draw_quantized(draft, kind); return true;
  case OP_DequantizeLinear:
    quantize_first(draft);
    add_scale(draft);
    return true;
  case OP_QuantizeLinear: add_scale(draft); return true;
  case OP_DynamicQuantizeLinear: draft->output_count = 3; return true;
  default: return false;
  }
}
