#include "find/fuzz/guide_forest.h"

#include <assert.h>

enum { TREES = 24, LEAF_MIN = 3, TRIED_COLUMNS = 24, DEPTH_MAX = 40 };

typedef struct {
  GuideForest *forest;
  const GuideRow *rows;
  const GuideValues *values;
  Random random;
  U32Vec columns; /* in which rows differ at all */
} Training;

/* A part of the rows of a tree: their places in its order. */
typedef struct {
  uint32_t first, count;
} Span;

typedef struct {
  uint16_t column;
  uint8_t threshold;
  double gain;
} Split;

void guide_forest_init(GuideForest *forest)
{
  *forest = (GuideForest){0};
}

void guide_forest_deinit(GuideForest *forest)
{
  VEC_FREE(&forest->nodes);
  VEC_FREE(&forest->roots);
  VEC_FREE(&forest->order);
}

/* --- splits --- */

static uint8_t byte_at(const Training *training, uint32_t place, uint32_t column)
{
  return training->rows[training->forest->order.items[place]].columns[column];
}

static const double *values_at(const Training *training, uint32_t place)
{
  return training->values[training->forest->order.items[place]].values;
}

/* Sums of the values on both sides: the larger the squares of the means, the more the sides differ. */
static double gain_of(const Training *training, Span span, uint32_t column, uint8_t threshold)
{
  double below[GUIDE_VALUES] = {0}, all[GUIDE_VALUES] = {0}, gain = 0;
  uint32_t count = 0;
  for (uint32_t i = span.first; i < span.first + span.count; i++) {
    const double *values = values_at(training, i);
    bool is_below = byte_at(training, i, column) <= threshold;
    count += is_below;
    for (size_t j = 0; j < GUIDE_VALUES; j++) {
      all[j] += values[j];
      if (is_below) below[j] += values[j];
    }
  }
  assert(count && count < span.count);
  for (size_t j = 0; j < GUIDE_VALUES; j++) {
    double above = all[j] - below[j];
    gain += below[j] * below[j] / count + above * above / (span.count - count) -
            all[j] * all[j] / span.count;
  }
  return gain;
}

/* False: all have the same. */
static bool find_range(const Training *training, Span span, uint32_t column, uint8_t *low,
                       uint8_t *high)
{
  *low = *high = byte_at(training, span.first, column);
  for (uint32_t i = span.first + 1; i < span.first + span.count; i++) {
    uint8_t byte = byte_at(training, i, column);
    if (byte < *low) *low = byte;
    if (byte > *high) *high = byte;
  }
  return *low < *high;
}

/* The best of a few columns, each with a threshold at random. False: rows cannot be told apart. */
static bool find_split(Training *training, Span span, Split *best)
{
  *best = (Split){.gain = -1};
  for (uint32_t tried = 0, looked = 0;
       tried < TRIED_COLUMNS && looked < 4 * TRIED_COLUMNS && training->columns.count; looked++) {
    uint8_t low, high;
    uint32_t column =
        training->columns.items[random_below(&training->random, training->columns.count)];
    if (!find_range(training, span, column, &low, &high)) continue;
    uint8_t threshold = (uint8_t)(low + random_below(&training->random, high - low));
    double gain = gain_of(training, span, column, threshold);
    if (gain > best->gain) *best = (Split){(uint16_t)column, threshold, gain};
    tried++;
  }
  return best->gain > 0;
}

/* The rows that are not above the threshold come first; how many they are. */
static uint32_t partition(const Training *training, Span span, const Split *split)
{
  uint32_t *order = training->forest->order.items, kept = span.first;
  for (uint32_t i = span.first; i < span.first + span.count; i++) {
    if (byte_at(training, i, split->column) > split->threshold) continue;
    uint32_t row = order[i];
    order[i] = order[kept];
    order[kept++] = row;
  }
  return kept - span.first;
}

/* --- trees --- */

static void grow(Training *training, uint32_t node, Span span, uint32_t depth)
{
  GuideForest *forest = training->forest;
  Split split;
  if (span.count < 2 * LEAF_MIN || depth == DEPTH_MAX || !find_split(training, span, &split)) {
    forest->nodes.items[node] = (GuideNode){.first = span.first, .count = span.count};
    return;
  }
  uint32_t below = (uint32_t)forest->nodes.count, count = partition(training, span, &split);
  VEC_PUSH(&forest->nodes, (GuideNode){0});
  VEC_PUSH(&forest->nodes, (GuideNode){0});
  forest->nodes.items[node] =
      (GuideNode){.below = below, .column = split.column, .threshold = split.threshold};
  grow(training, below, (Span){span.first, count}, depth + 1);
  grow(training, below + 1, (Span){span.first + count, span.count - count}, depth + 1);
}

static void collect_columns(Training *training, size_t count)
{
  for (uint32_t column = 0; column < GUIDE_COLUMNS; column++) {
    bool differs = false;
    for (size_t i = 1; i < count && !differs; i++)
      differs = training->rows[i].columns[column] != training->rows[0].columns[column];
    if (differs) VEC_PUSH(&training->columns, column);
  }
}

void guide_forest_train(GuideForest *forest, const GuideRow *rows, const GuideValues *values,
                        size_t count, Random random)
{
  assert(count && count < UINT32_MAX / TREES);
  Training training = {.forest = forest, .rows = rows, .values = values, .random = random};
  forest->nodes.count = forest->roots.count = forest->order.count = 0;
  collect_columns(&training, count);
  for (uint32_t tree = 0; tree < TREES; tree++) {
    Span span = {(uint32_t)forest->order.count, (uint32_t)count};
    uint32_t root = (uint32_t)forest->nodes.count;
    for (uint32_t i = 0; i < count; i++) VEC_PUSH(&forest->order, i);
    VEC_PUSH(&forest->roots, root);
    VEC_PUSH(&forest->nodes, (GuideNode){0});
    grow(&training, root, span, 0);
  }
  VEC_FREE(&training.columns);
}

uint32_t guide_forest_leaf(const GuideForest *forest, size_t tree, const GuideRow *row)
{
  assert(tree < forest->roots.count);
  uint32_t at = forest->roots.items[tree];
  while (!forest->nodes.items[at].count) {
    const GuideNode *node = &forest->nodes.items[at];
    at = node->below + (row->columns[node->column] > node->threshold);
  }
  return at;
}
