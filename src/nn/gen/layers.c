#include "nn/gen/layers.h"

#include <assert.h>
#include <math.h>

/* Layers that are one operator on each element. */
static bool find_activation(LayerName layer, OperatorKind *kind)
{
  switch (layer) {
  case LAYER_NAME_relu: *kind = OP_Relu; return true;
  case LAYER_NAME_leaky_relu: *kind = OP_LeakyRelu; return true;
  case LAYER_NAME_elu: *kind = OP_Elu; return true;
  case LAYER_NAME_selu: *kind = OP_Selu; return true;
  case LAYER_NAME_celu: *kind = OP_Celu; return true;
  case LAYER_NAME_sigmoid: *kind = OP_Sigmoid; return true;
  case LAYER_NAME_tanh: *kind = OP_Tanh; return true;
  case LAYER_NAME_softplus: *kind = OP_Softplus; return true;
  case LAYER_NAME_softsign: *kind = OP_Softsign; return true;
  case LAYER_NAME_hard_sigmoid: *kind = OP_HardSigmoid; return true;
  case LAYER_NAME_hard_swish: *kind = OP_HardSwish; return true;
  case LAYER_NAME_threshold: *kind = OP_ThresholdedRelu; return true;
  case LAYER_NAME_softmax: *kind = OP_Softmax; return true;
  case LAYER_NAME_dropout: *kind = OP_Dropout; return true;
  default: return false;
  }
}

/* Layers on images see the neurons as one channel of a square, and give a row again. */
static ValueId build_image_layer(Builder *b, LayerName layer, ValueId x)
{
  int64_t side = (int64_t)sqrt((double)build_shape(b, x)->dims[1]);
  if (side < 2) return x;
  ValueId square = build_linear(b, x, (size_t)(side * side));
  int64_t image[4] = {1, 1, side, side}, window[2] = {2, 2};
  ValueId y = build_two(b, OP_Reshape, square, build_wholes(b, image, 4, false));
  GraphAttribute kernel = build_ints(b, "kernel_shape", window, 2);
  if (layer == LAYER_NAME_convolution) {
    int64_t filters = 1 + build_below(b, 4);
    ValueId inputs[3] = {y, build_random(b, (TensorShape){TENSOR_FLOAT, 4, {filters, 1, 2, 2}}, 4),
                         build_random(b, build_vector(filters), 4)};
    y = build_node(b, OP_Conv, inputs, 3, &kernel, 1, 1);
  } else {
    y = build_node(b, layer == LAYER_NAME_max_pool ? OP_MaxPool : OP_AveragePool, &y, 1, &kernel, 1,
                   1);
  }
  assert(y != VALUE_NONE);
  return build_flat(b, y);
}

static ValueId build_normalization(Builder *b, LayerName layer, ValueId x)
{
  TensorShape shape = build_vector(build_shape(b, x)->dims[1]);
  ValueId inputs[5] = {x, build_random(b, shape, 0), build_random(b, shape, 0)};
  ValueId y;
  if (layer == LAYER_NAME_layer_norm) {
    y = build_node(b, OP_LayerNormalization, inputs, 3, NULL, 0, 1);
  } else {
    inputs[3] = build_random(b, shape, 0);
    inputs[4] = build_floats(b, shape, 0.25F + (float)random_unit(b->random));
    y = build_node(b, OP_BatchNormalization, inputs, 5, NULL, 0, 1);
  }
  assert(y != VALUE_NONE);
  return y;
}

static ValueId build_layer(Builder *b, LayerName layer, ValueId x)
{
  OperatorKind kind;
  if (find_activation(layer, &kind)) return build_one(b, kind, x);
  size_t inputs = (size_t)build_shape(b, x)->dims[1];
  switch (layer) {
  case LAYER_NAME_prelu:
    return build_two(b, OP_PRelu, x, build_random(b, build_vector((int64_t)inputs), 0));
  case LAYER_NAME_clip: {
    TensorShape scalar = {TENSOR_FLOAT, 0, {0}};
    ValueId bounds[3] = {x, build_floats(b, scalar, -1), build_floats(b, scalar, 1)};
    return build_node(b, OP_Clip, bounds, 3, NULL, 0, 1);
  }
  case LAYER_NAME_batch_norm:
  case LAYER_NAME_layer_norm: return build_normalization(b, layer, x);
  case LAYER_NAME_residual: {
    ValueId inner = build_one(b, OP_Relu, build_linear(b, x, inputs));
    return build_two(b, OP_Add, build_linear(b, inner, inputs), x);
  }
  case LAYER_NAME_convolution:
  case LAYER_NAME_max_pool:
  case LAYER_NAME_average_pool: return build_image_layer(b, layer, x);
  default: return build_linear(b, x, build_between(b, SET_width_min, SET_width_max));
  }
}

ValueId layers_build(Builder *b, ValueId x)
{
  size_t depth = build_between(b, SET_depth_min, SET_depth_max);
  ValueId y = build_linear(b, x, build_between(b, SET_width_min, SET_width_max));
  for (size_t i = 1; i < depth; i++)
    y = build_layer(
        b, (LayerName)build_choice(b, &b->settings->numbers[SET_LAYERS], LAYER_NAME_COUNT), y);
  return build_linear(b, y, (size_t)build_number(b, SET_outputs));
}

/* A leaf, (1, outputs). */
static ValueId build_leaf(Builder *b)
{
  return build_random(b, build_matrix(1, (int64_t)build_number(b, SET_outputs)), 0);
}

/* Is a feature of the input below a threshold? */
static ValueId build_condition(Builder *b, ValueId x)
{
  int64_t feature = build_below(b, (uint64_t)build_shape(b, x)->dims[1]);
  GraphAttribute axis = build_int("axis", 1);
  ValueId inputs[2] = {x, build_wholes(b, &feature, 1, false)};
  ValueId picked = build_node(b, OP_Gather, inputs, 2, &axis, 1, 1);
  return build_two(b, OP_Less, picked, build_random(b, build_matrix(1, 1), 0));
}

/* From the leaves up: each level joins pairs by conditions. */
ValueId tree_build(Builder *b, ValueId x)
{
  enum { LEAVES_MAX = 1 << 12 };
  size_t depth = build_between(b, SET_depth_min, SET_depth_max);
  size_t count = (size_t)1 << (depth > 12 ? 12 : depth);
  U32Vec level = {0};
  assert(count <= LEAVES_MAX);
  for (size_t i = 0; i < count; i++) VEC_PUSH(&level, build_leaf(b));
  for (; count > 1; count /= 2)
    for (size_t i = 0; i < count / 2; i++) {
      ValueId inputs[3] = {build_condition(b, x), level.items[2 * i], level.items[2 * i + 1]};
      level.items[i] = build_node(b, OP_Where, inputs, 3, NULL, 0, 1);
      assert(level.items[i] != VALUE_NONE);
    }
  ValueId root = level.items[0];
  VEC_FREE(&level);
  return root;
}
