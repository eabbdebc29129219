#include "nn/gen/random_graph.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/gen/random_parts.h"

bool random_graph_draws(const Operator *op)
{
  /* Constants, and operators that newer ones have replaced. */
  static const OperatorKind OTHERS[] = {OP_Constant, OP_ConstantOfShape, OP_NonMaxSuppression,
                                        OP_NonZero,  OP_OneHot,          OP_Range,
                                        OP_Scatter,  OP_Shape,           OP_Size,
                                        OP_Unique,   OP_Upsample};
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
    if (op->kind == OTHERS[i]) return false;
  return true;
}

void random_add_input(Draft *draft, ValueId value)
{
  draft->inputs[draft->input_count++] = value;
}

void random_add_attribute(Draft *draft, GraphAttribute attribute)
{
  draft->attributes[draft->attribute_count++] = attribute;
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

/* Windows: extents of 1 to 3, no larger than the image. */
static void draw_window(Draft *draft, bool weights)
{
  Builder *b = draft->b;
  int64_t kernel[TENSOR_RANK_MAX] = {0};
  uint32_t rank = draft->x.rank;
  if (rank < 3) return;
  for (uint32_t i = 2; i < rank; i++)
    kernel[i - 2] = 1 + build_below(b, (uint64_t)(draft->x.dims[i] < 3 ? draft->x.dims[i] : 3));
  random_add_attribute(draft, build_ints(b, "kernel_shape", kernel, rank - 2));
  if (!weights) return;
  TensorShape shape = {TENSOR_FLOAT, rank, {1 + build_below(b, 3), draft->x.dims[1]}};
  for (uint32_t i = 2; i < rank; i++) shape.dims[i] = kernel[i - 2];
  size_t inputs = tensor_shape_extent(&shape, 1, rank);
  random_add_input(draft, build_random(b, shape, inputs));
  random_add_input(draft, build_random(b, build_vector(shape.dims[0]), inputs));
}

static void draw_product(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  if (draft->x.rank == 0) return;
  int64_t inner = draft->x.dims[draft->x.rank - 1], outer = 1 + build_below(b, 8);
  random_add_input(draft, build_random(b, build_matrix(inner, outer), (size_t)inner));
  if (kind == OP_Gemm) random_add_input(draft, build_random(b, build_vector(outer), (size_t)inner));
}

static void draw_normalization(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  TensorShape shape = channels_of(draft);
  if (kind == OP_LayerNormalization)
    shape = build_vector(draft->x.rank ? draft->x.dims[draft->x.rank - 1] : 1);
  random_add_input(draft, build_random(b, shape, 0));
  random_add_input(draft, build_random(b, shape, 0));
  if (kind != OP_BatchNormalization) return;
  random_add_input(draft, build_random(b, shape, 0));
  random_add_input(draft, build_floats(b, shape, 0.25F + (float)random_unit(b->random)));
}

static void draw_slice(Draft *draft)
{
  if (draft->x.rank == 0) return;
  int64_t axis = build_below(draft->b, draft->x.rank), extent = draft->x.dims[axis];
  int64_t start = build_below(draft->b, (uint64_t)extent), end = start + 1;
  end += build_below(draft->b, (uint64_t)(extent - start));
  random_add_input(draft, build_wholes(draft->b, &start, 1, false));
  random_add_input(draft, build_wholes(draft->b, &end, 1, false));
  random_add_input(draft, build_wholes(draft->b, &axis, 1, false));
}

/* A list with a number below `bound` for each axis, or two, plus `base`. */
static void draw_list(Draft *draft, size_t count, uint64_t bound, int64_t base)
{
  int64_t numbers[2 * TENSOR_RANK_MAX];
  for (size_t i = 0; i < count; i++) numbers[i] = base + build_below(draft->b, bound);
  random_add_input(draft, build_wholes(draft->b, numbers, count, false));
}

static void draw_transpose(Draft *draft)
{
  int64_t perm[TENSOR_RANK_MAX];
  for (uint32_t i = 0; i < draft->x.rank; i++) {
    uint32_t k = build_below(draft->b, i + 1);
    perm[i] = perm[k];
    perm[k] = i;
  }
  random_add_attribute(draft, build_ints(draft->b, "perm", perm, draft->x.rank));
}

static void draw_reshape(Draft *draft)
{
  int64_t shape[TENSOR_RANK_MAX] = {1, 1, 1, 1, 1, 1, 1, 1};
  uint32_t rank = 1 + build_below(draft->b, (uint64_t)build_number(draft->b, SET_rank_max));
  size_t left = tensor_shape_extent(&draft->x, 0, draft->x.rank);
  for (uint32_t i = 0; i + 1 < rank; i++) {
    size_t part = 1 + build_below(draft->b, 4);
    if (left % part) part = 1;
    shape[i] = (int64_t)part;
    left /= part;
  }
  shape[rank - 1] = (int64_t)left;
  random_add_input(draft, build_wholes(draft->b, shape, rank, false));
}

/* A constant that fits beside x: of its shape, of its last axis, or a single number. */
static ValueId draw_operand(Draft *draft)
{
  TensorShape shape = draft->x;
  uint32_t kind = build_below(draft->b, 3);
  if (kind == 0) shape = (TensorShape){TENSOR_FLOAT, 0, {0}};
  if (kind == 1 && shape.rank) shape = build_vector(shape.dims[shape.rank - 1]);
  return build_random(draft->b, shape, 0);
}

static void draw_clip(Draft *draft)
{
  TensorShape scalar = {TENSOR_FLOAT, 0, {0}};
  double low = -random_unit(draft->b->random), high = random_unit(draft->b->random);
  random_add_input(draft, build_floats(draft->b, scalar, (float)low));
  random_add_input(draft, build_floats(draft->b, scalar, (float)high));
}

static void draw_reduction(Draft *draft, OperatorKind kind)
{
  int64_t axis = draw_axis(draft);
  if (kind == OP_ReduceSum || draft->b->graph->opset >= 18)
    random_add_input(draft, build_wholes(draft->b, &axis, 1, false));
  else
    random_add_attribute(draft, build_ints(draft->b, "axes", &axis, 1));
  random_add_attribute(draft, build_int("keepdims", build_below(draft->b, 2)));
}

/* Further inputs and attributes of operators that move elements. */
static void draw_move(Draft *draft, OperatorKind kind)
{
  int64_t zero = 0;
  switch (kind) {
  case OP_Concat:
    random_add_input(draft, draft->inputs[0]);
    random_add_attribute(draft, build_int("axis", draw_axis(draft)));
    break;
  case OP_Split:
    draft->output_count = 2;
    random_add_attribute(draft, build_int("axis", draw_axis(draft)));
    if (draft->b->graph->opset >= 18) random_add_attribute(draft, build_int("num_outputs", 2));
    break;
  case OP_DepthToSpace:
  case OP_SpaceToDepth: random_add_attribute(draft, build_int("blocksize", 2)); break;
  case OP_Expand: {
    int64_t shape[TENSOR_RANK_MAX] = {2, 1, 1, 1, 1, 1, 1, 1};
    random_add_input(draft, build_wholes(draft->b, shape, draft->x.rank + 1, false));
    break;
  }
  case OP_Flatten:
    random_add_attribute(draft, build_int("axis", build_below(draft->b, draft->x.rank + 1)));
    break;
  case OP_Gather:
    draw_list(draft, 1 + build_below(draft->b, 3), (uint64_t)draft->x.dims[0], 0);
    break;
  case OP_Pad: draw_list(draft, 2 * (size_t)draft->x.rank, 2, 0); break;
  case OP_Reshape: draw_reshape(draft); break;
  case OP_Slice: draw_slice(draft); break;
  case OP_Tile: draw_list(draft, draft->x.rank, 2, 1); break;
  case OP_Transpose: draw_transpose(draft); break;
  case OP_Unsqueeze: random_add_input(draft, build_wholes(draft->b, &zero, 1, false)); break;
  default: break;
  }
}

static void draw_rest(Draft *draft, OperatorKind kind)
{
  Builder *b = draft->b;
  int64_t axis = draw_axis(draft);
  switch (kind) {
  case OP_Conv: draw_window(draft, true); break;
  case OP_AveragePool:
  case OP_LpPool:
  case OP_MaxPool: draw_window(draft, false); break;
  case OP_Gemm:
  case OP_MatMul: draw_product(draft, kind); break;
  case OP_BatchNormalization:
  case OP_InstanceNormalization:
  case OP_LayerNormalization: draw_normalization(draft, kind); break;
  case OP_Clip: draw_clip(draft); break;
  case OP_CumSum: random_add_input(draft, build_wholes(b, &axis, 1, true)); break;
  case OP_LRN: random_add_attribute(draft, build_int("size", 1 + 2 * build_below(b, 2))); break;
  case OP_Mod:
    random_add_input(draft, draw_operand(draft));
    random_add_attribute(draft, build_int("fmod", 1));
    break;
  case OP_ArgMax:
  case OP_ArgMin:
  case OP_Hardmax:
  case OP_LogSoftmax:
  case OP_LpNormalization:
  case OP_Softmax: random_add_attribute(draft, build_int("axis", axis)); break;
  case OP_Where:
    draft->inputs[1] = draft->inputs[0];
    draft->inputs[0] = build_two(b, OP_Less, draft->inputs[0], build_random(b, draft->x, 0));
    draft->inputs[2] = draw_operand(draft);
    draft->input_count = 3;
    break;
  default: break;
  }
}

static void draw_more(Draft *draft, const Operator *op, ValueId other)
{
  bool reduction = strncmp(op->name, "Reduce", 6) == 0;
  size_t least, most;
  operator_input_range(op, &least, &most);
  if (random_draw_special(draft, op->kind)) return;
  if (op->class == CLASS_MOVE)
    draw_move(draft, op->kind);
  else if (reduction)
    draw_reduction(draft, op->kind);
  else if (op->class == CLASS_ELEMENTWISE && op->kind != OP_Mod && op->kind != OP_Where &&
           (least == 2 || most == SIZE_MAX))
    random_add_input(draft, random_chance(draft->b->random, 1, 2) ? draw_operand(draft) : other);
  else
    draw_rest(draft, op->kind);
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

ValueId random_graph_build(Builder *b, ValueId x)
{
  enum { TRIES = 200 };
  size_t depth = build_between(b, SET_depth_min, SET_depth_max), made = 0;
  U32Vec values = {0};
  VEC_PUSH(&values, x);
  for (size_t tries = 0; made < depth && tries < depth * TRIES; tries++) {
    size_t kind = build_choice(b, &b->settings->numbers[SET_OPERATORS], OPERATOR_COUNT);
    const Operator *op = operator_get((OperatorKind)kind);
    ValueId from = pick(b, &values), other = pick(b, &values);
    /* Windows and images need more axes than the input has. */
    if (build_shape(b, from)->rank < 4 && (tries & 1)) {
      int64_t side = 2 + build_below(b, 4), image[4] = {1, 4, side, side};
      size_t wanted = (size_t)(4 * side * side);
      ValueId wide = build_linear(b, build_flat(b, from), wanted);
      from = build_two(b, OP_Reshape, wide, build_wholes(b, image, 4, false));
    }
    ValueId y = draw_node(b, op, from, other);
    if (y == VALUE_NONE) continue;
    VEC_PUSH(&values, y);
    made++;
  }
  ValueId last = values.items[values.count - 1];
  VEC_FREE(&values);
  return build_linear(b, build_flat(b, last), (size_t)build_number(b, SET_outputs));
}
