#include "language/nn/sizes.h"

#include <assert.h>
#include <math.h>

/* Names of arms with their values, ascending. */
typedef struct {
  const char *name;
  double value;
} Size;

static const Size DEPTHS[] = {{"depth 2", 2},   {"depth 4", 4},   {"depth 6", 6},  {"depth 9", 9},
                              {"depth 13", 13}, {"depth 18", 18}, {"depth 26", 26}};
static const Size WIDTHS[] = {{"width 2", 2},    {"width 4", 4},   {"width 8", 8},
                              {"width 16", 16},  {"width 32", 32}, {"width 64", 64},
                              {"width 128", 128}};
/* How often a layer is one of images, compared to the default. */
static const Size RANKS[] = {
    {"dimensionality 2", 0}, {"dimensionality 3", 1}, {"dimensionality 4", 4}};
static const Size INPUTS[] = {{"input size 1", 1},   {"input size 2", 2},    {"input size 3", 3},
                              {"input size 5", 5},   {"input size 10", 10},  {"input size 20", 20},
                              {"input size 50", 50}, {"input size 100", 100}};
static const Size OUTPUTS[] = {{"output size 1", 1},
                               {"output size 2", 2},
                               {"output size 3", 3},
                               {"output size 5", 5},
                               {"output size 10", 10}};

#define TABLE(items, small, initial)                                                               \
  {                                                                                                \
    items, sizeof(items) / sizeof *(items), small, initial                                         \
  }

static const struct {
  const Size *items;
  uint8_t count;
  uint8_t small, initial; /* places to begin with */
} TABLES[NN_DIMENSION_COUNT] = {[NN_DEPTH] = TABLE(DEPTHS, 1, 2),
                                [NN_WIDTH] = TABLE(WIDTHS, 1, 5),
                                [NN_RANK] = TABLE(RANKS, 1, 1),
                                [NN_INPUTS] = TABLE(INPUTS, 1, 3),
                                [NN_OUTPUTS] = TABLE(OUTPUTS, 1, 1)};

NnSizes nn_sizes_initial(bool small)
{
  NnSizes sizes;
  for (size_t i = 0; i < NN_DIMENSION_COUNT; i++)
    sizes.places[i] = small ? TABLES[i].small : TABLES[i].initial;
  return sizes;
}

/* The dimension that is furthest from its limit, depth before width before the others. */
bool nn_sizes_step(NnSizes *sizes, bool larger)
{
  static const NnDimension order[] = {NN_DEPTH, NN_WIDTH, NN_INPUTS};
  size_t best = NN_DIMENSION_COUNT;
  int most = 0;
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    int place = sizes->places[order[i]];
    int room = larger ? TABLES[order[i]].count - 1 - place : place;
    if (room <= most) continue;
    most = room;
    best = order[i];
  }
  if (best == NN_DIMENSION_COUNT) return false;
  sizes->places[best] = (uint8_t)(sizes->places[best] + (larger ? 1 : -1));
  return true;
}

uint64_t nn_sizes_pack(const NnSizes *sizes)
{
  uint64_t scale = 0;
  for (size_t i = 0; i < NN_DIMENSION_COUNT; i++) scale |= (uint64_t)sizes->places[i] << 8 * i;
  return scale;
}

bool nn_sizes_unpack(uint64_t scale, NnSizes *sizes)
{
  if (scale >> 8 * NN_DIMENSION_COUNT) return false;
  NnSizes read;
  for (size_t i = 0; i < NN_DIMENSION_COUNT; i++) {
    read.places[i] = (uint8_t)(scale >> 8 * i);
    if (read.places[i] >= TABLES[i].count) return false;
  }
  *sizes = read;
  return true;
}

LanguageDimension nn_dimension(NnDimension dimension)
{
  static const char *const names[] = {
#define NN_DIMENSION_NAME(code, name) [code] = name,
      NN_DIMENSION_LIST(NN_DIMENSION_NAME)
#undef NN_DIMENSION_NAME
  };
  assert(dimension < NN_DIMENSION_COUNT);
  return (LanguageDimension){names[dimension], TABLES[dimension].count};
}

const char *nn_dimension_value(NnDimension dimension, size_t place)
{
  assert(place < TABLES[dimension].count);
  return TABLES[dimension].items[place].name;
}

static double value_of(const NnSizes *sizes, NnDimension dimension)
{
  return TABLES[dimension].items[sizes->places[dimension]].value;
}

void nn_sizes_apply(const NnSizes *sizes, NetworkSettings *settings)
{
  double *numbers = settings->numbers;
  double images = value_of(sizes, NN_RANK);
  double depth = value_of(sizes, NN_DEPTH);
  numbers[SET_depth_min] = numbers[SET_depth_max] = depth;
  numbers[SET_nodes_min] = numbers[SET_nodes_max] = depth;
  numbers[SET_levels_min] = numbers[SET_levels_max] = fmin(depth, 12);
  numbers[SET_width_max] = value_of(sizes, NN_WIDTH);
  numbers[SET_width_min] = fmax(1, floor(numbers[SET_width_max] / 2));
  numbers[SET_inputs] = value_of(sizes, NN_INPUTS);
  numbers[SET_outputs] = value_of(sizes, NN_OUTPUTS);
  numbers[SET_rank_max] = 2 + sizes->places[NN_RANK];
  static const LayerName layers[] = {LAYER_NAME_convolution, LAYER_NAME_max_pool,
                                     LAYER_NAME_average_pool};
  for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
    numbers[SET_LAYERS + layers[i]] *= images;
    numbers[SET_VNNLIB + layers[i]] *= images;
  }
}
