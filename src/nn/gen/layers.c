#include "nn/gen/layers.h"

#include <assert.h>
#include <math.h>

#include "nn/gen/attributes.h"

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
  default: return false;
  }
}

static int64_t smaller(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

/* Layers on images see the neurons as channels of a square, and give a row again. */
static ValueId build_image_layer(Builder *b, LayerName layer, ValueId x)
{
  bool conv = layer == LAYER_NAME_convolution;
  int64_t channels = build_up_to(b, conv ? SET_convolution_channels_max : SET_pool_channels_max);
  int64_t neurons = build_shape(b, x)->dims[1];
  int64_t places = neurons / channels, side = (int64_t)sqrt((double)places);
  if (side < 2) return x;
  ValueId square = build_linear(b, CONSTANT_linear_weight, x, (size_t)(channels * side * side));
  int64_t image[4] = {1, channels, side, side};
  ValueId y = build_two(b, OP_Reshape, square, build_wholes(b, image, 4, false));
  SettingKind extent = conv ? SET_convolution_kernel_max : SET_pool_kernel_max;
  int64_t most = smaller((int64_t)build_number(b, extent), side), least = smaller(most, 2);
  int64_t kernel = least + build_below(b, (uint64_t)(most - least) + 1);
  int64_t stride = build_up_to(b, conv ? SET_convolution_stride_max : SET_pool_stride_max);
  int64_t window[2] = {kernel, kernel}, strides[2] = {stride, stride};
  GraphAttribute attributes[2] = {build_ints(b, "kernel_shape", window, 2),
                                  build_ints(b, "strides", strides, 2)};
  if (conv) {
    int64_t filters = build_up_to(b, SET_convolution_filters_max);
    size_t cells = (size_t)(channels * kernel * kernel);
    TensorShape shape = {TENSOR_FLOAT, 4, {filters, channels, kernel, kernel}};
    ValueId inputs[3] = {y, build_random(b, CONSTANT_filter_weight, shape, cells),
                         build_random(b, CONSTANT_filter_bias, build_vector(filters), cells)};
    y = build_node(b, OP_Conv, inputs, 3, attributes, 2, 1);
  } else {
    y = build_node(b, layer == LAYER_NAME_max_pool ? OP_MaxPool : OP_AveragePool, &y, 1, attributes,
                   2, 1);
  }
  assert(y != VALUE_NONE);
  return build_flat(b, y);
}

static ValueId build_normalization(Builder *b, LayerName layer, ValueId x)
{
  TensorShape shape = build_vector(build_shape(b, x)->dims[1]);
  ValueId inputs[5] = {x, build_random(b, CONSTANT_norm_scale, shape, 0),
                       build_random(b, CONSTANT_norm_bias, shape, 0)};
  bool batch = layer == LAYER_NAME_batch_norm;
  OperatorKind op = batch ? OP_BatchNormalization : OP_LayerNormalization;
  GraphAttribute attributes[ATTRIBUTES_MAX];
  size_t count = attributes_draw(b, op, attributes);
  if (batch) {
    inputs[3] = build_random(b, CONSTANT_norm_mean, shape, 0);
    inputs[4] = build_floats(b, shape, (float)build_real(b, SET_BatchNormalization_variance_low));
  }
  ValueId y = build_node(b, op, inputs, batch ? 5 : 3, attributes, count, 1);
  assert(y != VALUE_NONE);
  return y;
}

static ValueId build_residual(Builder *b, ValueId x)
{
  size_t neurons = (size_t)build_shape(b, x)->dims[1];
  int64_t layers = build_up_to(b, SET_residual_inner_max);
  ValueId inner = x;
  for (int64_t i = 0; i < layers; i++)
    inner = build_one(b, OP_Relu, build_linear(b, CONSTANT_residual_weight, inner, neurons));
  return build_two(b, OP_Add, build_linear(b, CONSTANT_residual_weight, inner, neurons), x);
}

/* Operators with bounds and ratios as inputs. */
static ValueId build_with_scalars(Builder *b, OperatorKind op, ValueId x)
{
  TensorShape scalar = {TENSOR_FLOAT, 0, {0}};
  ValueId inputs[3] = {x};
  if (op == OP_Clip) {
    inputs[1] = build_floats(b, scalar, (float)build_real(b, SET_Clip_lower_low));
    inputs[2] = build_floats(b, scalar, (float)build_real(b, SET_Clip_upper_low));
  } else {
    inputs[1] = build_floats(b, scalar, (float)build_real(b, SET_Dropout_ratio_low));
  }
  ValueId y = build_node(b, op, inputs, op == OP_Clip ? 3 : 2, NULL, 0, 1);
  assert(y != VALUE_NONE);
  return y;
}

static ValueId build_layer(Builder *b, LayerName layer, ValueId x)
{
  OperatorKind kind;
  if (find_activation(layer, &kind)) return attributes_build(b, kind, x);
  int64_t inputs = build_shape(b, x)->dims[1];
  switch (layer) {
  case LAYER_NAME_prelu:
    return build_two(b, OP_PRelu, x, build_random(b, CONSTANT_slope, build_vector(inputs), 0));
  case LAYER_NAME_clip: return build_with_scalars(b, OP_Clip, x);
  case LAYER_NAME_dropout: return build_with_scalars(b, OP_Dropout, x);
  case LAYER_NAME_batch_norm:
  case LAYER_NAME_layer_norm: return build_normalization(b, layer, x);
  case LAYER_NAME_residual: return build_residual(b, x);
  case LAYER_NAME_convolution:
  case LAYER_NAME_max_pool:
  case LAYER_NAME_average_pool: return build_image_layer(b, layer, x);
  default:
    assert(layer == LAYER_NAME_linear);
    return build_linear(b, CONSTANT_linear_weight, x, build_between(b, SET_width_min));
  }
}

ValueId layers_build(Builder *b, ValueId x)
{
  const double *weights =
      &b->settings->numbers[b->settings->class == NETWORK_VNNLIB ? SET_VNNLIB : SET_LAYERS];
  size_t depth = build_between(b, SET_depth_min);
  ValueId y = build_linear(b, CONSTANT_linear_weight, x, build_between(b, SET_width_min));
  for (size_t i = 1; i < depth; i++)
    y = build_layer(b, (LayerName)build_choice(b, weights, LAYER_NAME_COUNT), y);
  return build_linear(b, CONSTANT_output_weight, y, (size_t)build_number(b, SET_outputs));
}

/* A leaf, (1, outputs). */
static ValueId build_leaf(Builder *b)
{
  return build_random(b, CONSTANT_leaf, build_matrix(1, (int64_t)build_number(b, SET_outputs)), 0);
}

/* Is a feature of the input, or the sum of several, below a threshold? */
static ValueId build_condition(Builder *b, ValueId x)
{
  enum { FEATURES_MAX = 16 };
  int64_t features[FEATURES_MAX], count = build_up_to(b, SET_condition_features_max), axes = 1;
  assert(count <= FEATURES_MAX);
  for (int64_t i = 0; i < count; i++)
    features[i] = build_below(b, (uint64_t)build_shape(b, x)->dims[1]);
  GraphAttribute axis = build_int("axis", 1);
  ValueId inputs[2] = {x, build_wholes(b, features, (size_t)count, false)};
  ValueId picked = build_node(b, OP_Gather, inputs, 2, &axis, 1, 1);
  if (count > 1) picked = build_two(b, OP_ReduceSum, picked, build_wholes(b, &axes, 1, false));
  return build_two(b, OP_Less, picked, build_random(b, CONSTANT_threshold, build_matrix(1, 1), 0));
}

/* From the leaves up: each level joins pairs by conditions, or takes a new leaf instead. */
ValueId network_build_tree(Builder *b, ValueId x)
{
  enum { LEAVES_MAX = 1 << 12 };
  size_t depth = build_between(b, SET_levels_min), count = (size_t)1 << depth;
  U32Vec level = {0};
  assert(count <= LEAVES_MAX);
  for (size_t i = 0; i < count; i++) VEC_PUSH(&level, build_leaf(b));
  for (; count > 1; count /= 2)
    for (size_t i = 0; i < count / 2; i++) {
      if (count > 2 && build_happens(b, SET_leaf_early)) {
        level.items[i] = build_leaf(b);
        continue;
      }
      ValueId inputs[3] = {build_condition(b, x), level.items[2 * i], level.items[2 * i + 1]};
      level.items[i] = build_node(b, OP_Where, inputs, 3, NULL, 0, 1);
      assert(level.items[i] != VALUE_NONE);
    }
  ValueId root = level.items[0];
  VEC_FREE(&level);
  return root;
}
