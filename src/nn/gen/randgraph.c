#include "nn/gen/randgraph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nn/gen/attributes.h"
#include "nn/gen/draft.h"
#include "nn/gen/randgraph_build.h"

bool randgraph_draws(const Operator *op)
{
  /* Constants are there anyway; the other two are not in the opsets that are generated. */
  return op->kind != OP_Constant && op->kind != OP_Scatter && op->kind != OP_Upsample;
}

static int64_t draw_axis(Draft *draft)
{
  int64_t rank = draft->x.rank;
  return (int64_t)random_below(draft->b->random, (uint64_t)(2 * rank)) - rank;
}

static TensorShape channels_of(const Draft *draft)
{
  return build_vector(draft->x.rank > 1 ? draft->x.dims[1] : 1);
}

static void draw_product(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  if (draft->x.rank == 0) return;
  int64_t inner = draft->x.dims[draft->x.rank - 1];
  int64_t outer = build_up_to(b, kind == OP_Gemm ? SET_Gemm_outputs_max : SET_MatMul_outputs_max);
  bool turned = kind == OP_Gemm && build_happens(b, SET_Gemm_transB);
  TensorShape shape = turned ? build_matrix(outer, inner) : build_matrix(inner, outer);
  randgraph_draft_add_input(draft, build_random(b, CONSTANT_linear_weight, shape, (size_t)inner));
  if (kind != OP_Gemm) return;
  randgraph_draft_add_attribute(draft, build_int("transB", turned));
  if (build_happens(b, SET_Gemm_bias))
    randgraph_draft_add_input(
        draft, build_random(b, CONSTANT_linear_bias, build_vector(outer), (size_t)inner));
}

static void draw_normalization(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  TensorShape shape = channels_of(draft);
  if (kind == OP_LayerNormalization)
    shape = build_vector(draft->x.rank ? draft->x.dims[draft->x.rank - 1] : 1);
  randgraph_draft_add_input(draft, build_random(b, CONSTANT_norm_scale, shape, 0));
  randgraph_draft_add_input(draft, build_random(b, CONSTANT_norm_bias, shape, 0));
  if (kind != OP_BatchNormalization) return;
  randgraph_draft_add_input(draft, build_random(b, CONSTANT_norm_mean, shape, 0));
  randgraph_draft_add_input(
      draft, build_floats(b, shape, (float)build_real(b, SET_BatchNormalization_variance_low)));
}

static void draw_slice(Draft *draft)
{
  Builder *b = draft->b;
  if (draft->x.rank == 0) return;
  int64_t axis = build_below(b, draft->x.rank), extent = draft->x.dims[axis];
  int64_t start = build_below(b, (uint64_t)extent), end = start + 1;
  end += build_below(b, (uint64_t)(extent - start));
  int64_t step = build_up_to(b, SET_Slice_step_max);
  if (build_happens(b, SET_Slice_backward)) {
    int64_t first = start;
    start = end - 1;
    end = first - 1 < 0 ? -extent - 1 : first - 1; /* below 0 counts from the end */
    step = -step;
  }
  randgraph_draft_add_input(draft, build_wholes(b, &start, 1, false));
  randgraph_draft_add_input(draft, build_wholes(b, &end, 1, false));
  randgraph_draft_add_input(draft, build_wholes(b, &axis, 1, false));
  randgraph_draft_add_input(draft, build_wholes(b, &step, 1, false));
}

/* A list with a number below `bound` for each axis, or two, plus `base`. */
static void draw_list(Draft *draft, size_t count, uint64_t bound, int64_t base)
{
  enum { NUMBERS_MAX = 100 }; /* setting Gather_indices_max */
  int64_t numbers[NUMBERS_MAX];
  assert(count <= NUMBERS_MAX);
  for (size_t i = 0; i < count; i++) numbers[i] = base + build_below(draft->b, bound);
  randgraph_draft_add_input(draft, build_wholes(draft->b, numbers, count, false));
}

static void draw_transpose(Draft *draft)
{
  int64_t perm[TENSOR_RANK_MAX];
  for (uint32_t i = 0; i < draft->x.rank; i++) {
    uint32_t k = build_below(draft->b, i + 1);
    perm[i] = perm[k];
    perm[k] = i;
  }
  randgraph_draft_add_attribute(draft, build_ints(draft->b, "perm", perm, draft->x.rank));
}

static void draw_reshape(Draft *draft)
{
  int64_t shape[TENSOR_RANK_MAX] = {1, 1, 1, 1, 1, 1, 1, 1};
  uint32_t rank = 1 + build_below(draft->b, (uint64_t)build_number(draft->b, SET_rank_max));
  size_t left = tensor_shape_extent(&draft->x, 0, draft->x.rank);
  for (uint32_t i = 0; i + 1 < rank; i++) {
    size_t part = (size_t)build_up_to(draft->b, SET_Reshape_part_max);
    if (left % part) part = 1;
    shape[i] = (int64_t)part;
    left /= part;
  }
  shape[rank - 1] = (int64_t)left;
  randgraph_draft_add_input(draft, build_wholes(draft->b, shape, rank, false));
}

/* A constant that fits beside x: a single number, of its last axis, or of its shape. */
static ValueId draw_operand(Draft *draft)
{
  TensorShape shape = draft->x;
  size_t kind = build_choice(draft->b, &draft->b->settings->numbers[SET_operand_scalar], 3);
  if (kind == 0) shape = (TensorShape){TENSOR_FLOAT, 0, {0}};
  if (kind == 1 && shape.rank) shape = build_vector(shape.dims[shape.rank - 1]);
  return build_random(draft->b, CONSTANT_operand, shape, 0);
}

static void draw_clip(Draft *draft)
{
  Builder *b = draft->b;
  randgraph_draft_add_input(
      draft, randgraph_draft_scalar(draft, TENSOR_FLOAT, build_real(b, SET_Clip_lower_low)));
  randgraph_draft_add_input(
      draft, randgraph_draft_scalar(draft, TENSOR_FLOAT, build_real(b, SET_Clip_upper_low)));
}

/* Different axes, each counted from the start or from the end. */
static void draw_reduction(Draft *draft, OperatorKind kind)
{
  int64_t axes[TENSOR_RANK_MAX], rank = draft->x.rank;
  uint32_t used = 0;
  size_t count = 0;
  for (int64_t wanted = build_up_to(draft->b, SET_reduced_axes_max); wanted > 0; wanted--) {
    int64_t axis = draw_axis(draft), normal = axis < 0 ? axis + rank : axis;
    if (!(used >> normal & 1)) axes[count++] = axis;
    used |= (uint32_t)1 << normal;
  }
  if (kind == OP_ReduceSum || draft->b->graph->opset >= 18)
    randgraph_draft_add_input(draft, build_wholes(draft->b, axes, count, false));
  else
    randgraph_draft_add_attribute(draft, build_ints(draft->b, "axes", axes, count));
}

static void draw_pad(Draft *draft)
{
  Builder *b = draft->b;
  uint64_t most = (uint64_t)build_number(b, SET_Pad_extent_max);
  draw_list(draft, 2 * (size_t)draft->x.rank, most + 1, 0);
  if (build_happens(b, SET_Pad_edge))
    randgraph_draft_add_attribute(draft, build_text("mode", "edge"));
}

static void draw_blocks(Draft *draft, OperatorKind kind)
{
  SettingKind most =
      kind == OP_DepthToSpace ? SET_DepthToSpace_blocksize_max : SET_SpaceToDepth_blocksize_max;
  randgraph_draft_add_attribute(draft, build_int("blocksize", build_up_to(draft->b, most)));
}

/* Further inputs and attributes of operators that move elements. */
static void draw_move(Draft *draft, OperatorKind kind)
{
  int64_t zero = 0;
  switch (kind) {
  case OP_Concat:
    for (int64_t i = build_up_to(draft->b, SET_Concat_inputs_max); i > 1; i--)
      randgraph_draft_add_input(draft, draft->inputs[0]);
    randgraph_draft_add_attribute(draft, build_int("axis", draw_axis(draft)));
    break;
  case OP_Split:
    draft->output_count = (size_t)build_up_to(draft->b, SET_Split_outputs_max);
    randgraph_draft_add_attribute(draft, build_int("axis", draw_axis(draft)));
    if (draft->b->graph->opset >= 18)
      randgraph_draft_add_attribute(draft, build_int("num_outputs", (int64_t)draft->output_count));
    break;
  case OP_DepthToSpace:
  case OP_SpaceToDepth: draw_blocks(draft, kind); break;
  case OP_Expand: {
    int64_t shape[TENSOR_RANK_MAX] = {
        build_up_to(draft->b, SET_Expand_extent_max), 1, 1, 1, 1, 1, 1, 1};
    randgraph_draft_add_input(draft, build_wholes(draft->b, shape, draft->x.rank + 1, false));
    break;
  }
  case OP_Flatten:
    randgraph_draft_add_attribute(draft,
                                  build_int("axis", build_below(draft->b, draft->x.rank + 1)));
    break;
  case OP_Gather:
    draw_list(draft, (size_t)build_up_to(draft->b, SET_Gather_indices_max),
              (uint64_t)draft->x.dims[0], 0);
    break;
  case OP_Pad: draw_pad(draft); break;
  case OP_Reshape: draw_reshape(draft); break;
  case OP_Slice: draw_slice(draft); break;
  case OP_Tile:
    draw_list(draft, draft->x.rank, (uint64_t)build_number(draft->b, SET_Tile_repeats_max), 1);
    break;
  case OP_Transpose: draw_transpose(draft); break;
  case OP_Unsqueeze:
    randgraph_draft_add_input(draft, build_wholes(draft->b, &zero, 1, false));
    break;
  default: break;
  }
}

/* Conditions on x choose between x and a constant. */
static void draw_where(Draft *draft)
{
  Builder *b = draft->b;
  ValueId x = draft->inputs[0];
  draft->inputs[0] = build_two(b, OP_Less, x, build_random(b, CONSTANT_threshold, draft->x, 0));
  randgraph_draft_add_input(draft, x);
  randgraph_draft_add_input(draft, draw_operand(draft));
}

static void draw_softmax(Draft *draft, OperatorKind kind)
{
  SettingKind last = kind == OP_Hardmax   ? SET_Hardmax_last_axis
                     : kind == OP_Softmax ? SET_Softmax_last_axis
                                          : SET_LogSoftmax_last_axis;
  int64_t axis = build_happens(draft->b, last) ? -1 : draw_axis(draft);
  randgraph_draft_add_attribute(draft, build_int("axis", axis));
}

static void draw_rest(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  int64_t axis = draw_axis(draft);
  switch (kind) {
  case OP_Gemm:
  case OP_MatMul: draw_product(draft, kind); break;
  case OP_BatchNormalization:
  case OP_InstanceNormalization:
  case OP_LayerNormalization: draw_normalization(draft, kind); break;
  case OP_Clip: draw_clip(draft); break;
  case OP_Dropout:
    randgraph_draft_add_input(
        draft, randgraph_draft_scalar(draft, TENSOR_FLOAT, build_real(b, SET_Dropout_ratio_low)));
    break;
  case OP_CumSum: randgraph_draft_add_input(draft, build_wholes(b, &axis, 1, true)); break;
  case OP_LRN:
    randgraph_draft_add_attribute(
        draft, build_int("size", (build_up_to(b, SET_LRN_size_max) - 1) / 2 * 2 + 1));
    break;
  case OP_Mod:
    randgraph_draft_add_input(draft, draw_operand(draft));
    randgraph_draft_add_attribute(draft, build_int("fmod", 1));
    break;
  case OP_Hardmax:
  case OP_LogSoftmax:
  case OP_Softmax: draw_softmax(draft, kind); break;
  case OP_ArgMax:
  case OP_ArgMin:
  case OP_LpNormalization: randgraph_draft_add_attribute(draft, build_int("axis", axis)); break;
  case OP_Where: draw_where(draft); break;
  default: break;
  }
}

/* Sums, means, largest and smallest of any number of values. */
static bool find_inputs_max(OperatorKind kind, SettingKind *most)
{
  switch (kind) {
  case OP_Max: *most = SET_Max_inputs_max; return true;
  case OP_Mean: *most = SET_Mean_inputs_max; return true;
  case OP_Min: *most = SET_Min_inputs_max; return true;
  case OP_Sum: *most = SET_Sum_inputs_max; return true;
  default: return false;
  }
}

static void draw_operands(Draft *draft, OperatorKind kind, ValueId other)
{
  SettingKind most;
  int64_t count = find_inputs_max(kind, &most) ? build_up_to(draft->b, most) - 1 : 1;
  for (int64_t i = 0; i < count; i++)
    randgraph_draft_add_input(draft, build_happens(draft->b, SET_operand_constant)
                                         ? kind == OP_PRelu
                                               ? build_random(draft->b, CONSTANT_slope, draft->x, 0)
                                               : draw_operand(draft)
                                         : other);
}

static void draw_more(Draft *draft, const Operator *op, ValueId other)
{
  bool reduction = strncmp(op->name, "Reduce", 6) == 0;
  size_t least, most;
  operator_input_range(op, &least, &most);
  if (randgraph_draft_constant(draft, op->kind)) return;
  if (randgraph_draft_window(draft, op->kind) || randgraph_draft_special(draft, op->kind)) {
    /* all that is special has been drawn */
  } else if (op->class == CLASS_MOVE) {
    draw_move(draft, op->kind);
  } else if (reduction) {
    draw_reduction(draft, op->kind);
  } else if (op->class == CLASS_ELEMENTWISE && op->kind != OP_Mod && op->kind != OP_Where &&
             (least == 2 || most == SIZE_MAX)) {
    draw_operands(draft, op->kind, other);
  } else {
    draw_rest(draft, op->kind);
  }
  assert(draft->attribute_count + ATTRIBUTES_MAX <= DRAFT_ATTRIBUTES_MAX);
  draft->attribute_count +=
      attributes_draw(draft->b, op->kind, draft->attributes + draft->attribute_count);
}

/* Some operators have values for some numbers only: x is brought there. */
static ValueId into_domain(Builder *b, OperatorKind kind, ValueId x)
{
  switch (kind) {
  case OP_Acos:
  case OP_Asin:
  case OP_Atanh: return build_one(b, OP_Sigmoid, x);
  case OP_Acosh: return build_one(b, OP_Exp, build_one(b, OP_Abs, x));
  case OP_Log:
  case OP_Pow:
  case OP_ReduceLogSum:
  case OP_Sqrt: return build_one(b, OP_Abs, x);
  default: return x;
  }
}

/* A node on a value that is there; VALUE_NONE if it does not fit. Results that are no floats become floats. */
static ValueId draw_node(Builder *b, const Operator *op, ValueId x, ValueId other)
{
  Draft draft = {
      .b = b, .inputs = {x}, .input_count = 1, .output_count = 1, .x = *build_shape(b, x)};
  if (draft.x.rank == 0 || draft.x.rank > (uint32_t)build_number(b, SET_rank_max)) {
    int64_t all = -1;
    draft.inputs[0] = build_two(b, OP_Reshape, x, build_wholes(b, &all, 1, false));
    draft.x = *build_shape(b, draft.inputs[0]);
  }
  draft.inputs[0] = into_domain(b, op->kind, draft.inputs[0]);
  if (op->kind == OP_LRN && draft.x.rank != 4) return VALUE_NONE; /* what runtimes accept */
  if (strtol(op->versions, NULL, 10) > b->graph->opset) return VALUE_NONE;
  draw_more(&draft, op, other);
  if (draft.input_count == 0) return draft.inputs[0];
  uint64_t elements = b->elements;
  b->elements = (uint64_t)build_number(b, SET_elements_max);
  ValueId y = build_node(b, op->kind, draft.inputs, draft.input_count, draft.attributes,
                         draft.attribute_count, draft.output_count);
  b->elements = elements;
  if (y == VALUE_NONE || tensor_shape_extent(build_shape(b, y), 0, build_shape(b, y)->rank) == 0)
    return VALUE_NONE;
  GraphAttribute to = build_int("to", TENSOR_FLOAT);
  return build_shape(b, y)->type == TENSOR_FLOAT ? y : build_node(b, OP_Cast, &y, 1, &to, 1, 1);
}

/* A value for the next node: the last, or an older one; sometimes in another shape, so that every operator finds one. */
static ValueId pick(Builder *b, const U32Vec *values)
{
  bool older = random_unit(b->random) < build_number(b, SET_branch);
  return values->items[older ? build_below(b, values->count) : values->count - 1];
}

/* A value as an image, through a linear layer: windows need more axes than the input has. */
static ValueId make_image(Builder *b, ValueId x)
{
  int64_t side = (int64_t)build_between(b, SET_image_side_min);
  int64_t image[4] = {1, (int64_t)build_between(b, SET_image_channels_min), side, side};
  ValueId wide =
      build_linear(b, CONSTANT_linear_weight, build_flat(b, x), (size_t)(image[1] * side * side));
  return build_two(b, OP_Reshape, wide, build_wholes(b, image, 4, false));
}

ValueId randgraph_build(Builder *b, ValueId x)
{
  enum { TRIES = 200 };
  size_t depth = build_between(b, SET_nodes_min), made = 0;
  U32Vec values = {0};
  VEC_PUSH(&values, x);
  for (size_t tries = 0; made < depth && tries < depth * TRIES; tries++) {
    size_t kind = build_choice(b, &b->settings->numbers[SET_OPERATORS], OPERATOR_COUNT);
    const Operator *op = operator_get((OperatorKind)kind);
    ValueId from = pick(b, &values), other = pick(b, &values);
    if (build_shape(b, from)->rank < 4 && build_happens(b, SET_image)) from = make_image(b, from);
    ValueId y = draw_node(b, op, from, other);
    if (y == VALUE_NONE) continue;
    VEC_PUSH(&values, y);
    made++;
  }
  ValueId last = values.items[values.count - 1];
  VEC_FREE(&values);
  return build_linear(b, CONSTANT_output_weight, build_flat(b, last),
                      (size_t)build_number(b, SET_outputs));
}
