/* Growing the trees of a forest. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "solve/learn/bins.h"
#include "solve/learn/forest_internal.h"

enum {
  PLACE_BITS = 5,
  FEW_ROWS = 1 << PLACE_BITS, /* that many are sorted instead of counted */
  DEPTH_MAX = 60
};

static const double PART_DEFAULT = 0.632;

/* Sums are added four at a time. */
enum { FOUR = 4 };
typedef float Four __attribute__((vector_size(FOUR * sizeof(float)), aligned(4), may_alias));

typedef struct {
  double gain;
  size_t column; /* of the bins */
  unsigned bin;
} Cut;

typedef struct {
  uint32_t begin, end; /* of rows */
  uint32_t depth;
  uint32_t parent; /* whose right child this is; UINT32_MAX: it follows its parent */
} Pending;

typedef struct {
  const Bins *bins;
  size_t outputs; /* targets of a row */
  Matrix
      targets; /* times the weight of the row, then that weight, then zeros up to a multiple of FOUR */
  const ForestSettings *settings;
  Random random;
  uint32_t *rows;    /* of the tree, those of a node together */
  uint32_t *scratch; /* as many */
  uint32_t *order;   /* a permutation of the used columns */
  float *near;       /* targets of the rows of the node, one after the other */
  float *sums;       /* of the targets, by bin */
  uint32_t counts[BINS_MAX];
  double *total; /* of the targets in the node */
  double *left;
  double *importance; /* by feature */
  VEC(Pending) pending;
} Grower;

/* The sum of squares that a side explains, of which the sums of targets and the weight are given. */
static double explained(const double *sums, size_t targets)
{
  double squares = 0;
  for (size_t k = 0; k < targets; k++) squares += sums[k] * sums[k];
  return sums[targets] > 0 ? squares / sums[targets] : 0;
}

/* The same for what is not in `left`. */
static double explained_rest(const Grower *grower)
{
  double squares = 0;
  size_t targets = grower->outputs;
  for (size_t k = 0; k < targets; k++) {
    double rest = grower->total[k] - grower->left[k];
    squares += rest * rest;
  }
  double weight = grower->total[targets] - grower->left[targets];
  return weight > 0 ? squares / weight : 0;
}

static void add_floats(double *to, const float *from, size_t count)
{
  for (size_t k = 0; k < count; k++) to[k] += from[k];
}

static void consider(const Grower *grower, uint32_t left, uint32_t count, size_t column,
                     unsigned bin, double before, Cut *best)
{
  uint32_t least = grower->settings->leaf ? grower->settings->leaf : 1;
  if (left < least || count - left < least) return;
  /* Rows without weight do not make a leaf: what it says would be of no use. */
  size_t weight = grower->outputs;
  double enough = least / 2.0, left_weight = grower->left[weight];
  if (left_weight < enough || grower->total[weight] - left_weight < enough) return;
  double gain = explained(grower->left, grower->outputs) + explained_rest(grower) - before;
  if (gain > best->gain) *best = (Cut){gain, column, bin};
}

/* Sorts the rows of a node by their bin: each is a bin and a place in the node, so that the order is that of the numbers. */
static void sort_by_bin(const uint8_t *bins, const uint32_t *rows, uint32_t count, uint16_t *sorted)
{
  for (uint32_t i = 0; i < count; i++) {
    uint16_t key = (uint16_t)(bins[rows[i]] << PLACE_BITS | i);
    uint32_t at = i;
    for (; at > 0 && sorted[at - 1] > key; at--) sorted[at] = sorted[at - 1];
    sorted[at] = key;
  }
}

/* False if all rows are in one bin. */
static bool try_by_sorting(Grower *grower, Pending node, size_t column, double before, Cut *best)
{
  const uint8_t *bins = grower->bins->bins + column * grower->bins->rows;
  uint32_t count = node.end - node.begin;
  uint16_t sorted[FEW_ROWS];
  assert(count > 0 && count <= FEW_ROWS);
  sort_by_bin(bins, grower->rows + node.begin, count, sorted);
  if (sorted[0] >> PLACE_BITS == sorted[count - 1] >> PLACE_BITS) return false;
  size_t targets = grower->outputs + 1, width = grower->targets.columns;
  memset(grower->left, 0, targets * sizeof *grower->left);
  for (uint32_t i = 0; i + 1 < count; i++) {
    uint32_t place = sorted[i] & (FEW_ROWS - 1);
    unsigned bin = sorted[i] >> PLACE_BITS;
    add_floats(grower->left, grower->near + place * width, targets);
    if (bin != sorted[i + 1] >> PLACE_BITS)
      consider(grower, i + 1, count, column, bin, before, best);
  }
  return true;
}

/* Adds up the targets of the rows by bin, FOUR of them in each row. */
static void sum_by_bin_of_four(Grower *grower, const uint8_t *bins, const uint32_t *rows,
                               uint32_t count)
{
  Four *sums = (Four *)grower->sums;
  const Four *near = (const Four *)grower->near;
  uint32_t *counts = grower->counts;
  for (uint32_t i = 0; i < count; i++) {
    size_t bin = bins[rows[i]];
    counts[bin]++;
    sums[bin] += near[i];
  }
}

static void sum_by_bin(Grower *grower, const uint8_t *bins, const uint32_t *rows, uint32_t count)
{
  size_t width = grower->targets.columns;
  if (width == FOUR) {
    sum_by_bin_of_four(grower, bins, rows, count);
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    size_t bin = bins[rows[i]];
    float *to = grower->sums + bin * width;
    const float *from = grower->near + i * width;
    grower->counts[bin]++;
    for (size_t k = 0; k < width; k += FOUR) *(Four *)(to + k) += *(const Four *)(from + k);
  }
}

static bool try_by_counting(Grower *grower, Pending node, size_t column, double before, Cut *best)
{
  const uint8_t *bins = grower->bins->bins + column * grower->bins->rows;
  uint32_t count = node.end - node.begin, left = 0;
  size_t width = grower->targets.columns, range = grower->bins->count[column];
  memset(grower->counts, 0, range * sizeof *grower->counts);
  memset(grower->sums, 0, range * width * sizeof *grower->sums);
  sum_by_bin(grower, bins, grower->rows + node.begin, count);
  memset(grower->left, 0, (grower->outputs + 1) * sizeof *grower->left);
  for (unsigned bin = 0; left < count; bin++) {
    assert(bin < range);
    if (grower->counts[bin] == 0) continue;
    left += grower->counts[bin];
    if (left == grower->counts[bin] && left == count) return false;
    add_floats(grower->left, grower->sums + bin * width, grower->outputs + 1);
    consider(grower, left, count, column, bin, before, best);
  }
  return true;
}

/* Gathers the targets of a node and adds them up. */
static double sum_targets(Grower *grower, Pending node)
{
  size_t width = grower->targets.columns;
  memset(grower->total, 0, (grower->outputs + 1) * sizeof *grower->total);
  for (uint32_t i = node.begin; i < node.end; i++) {
    const float *row = matrix_row(&grower->targets, grower->rows[i]);
    memcpy(grower->near + (i - node.begin) * width, row, width * sizeof *row);
    add_floats(grower->total, row, grower->outputs + 1);
  }
  return explained(grower->total, grower->outputs);
}

/* Looks at random columns, until enough of them divided the rows at all. */
static Cut find_cut(Grower *grower, Pending node)
{
  Cut best = {.gain = 1e-9};
  uint32_t count = node.end - node.begin;
  uint32_t least = grower->settings->leaf ? grower->settings->leaf : 1;
  size_t used = grower->bins->used;
  uint32_t deepest = grower->settings->depth ? grower->settings->depth : DEPTH_MAX;
  if (count < 2 * least || node.depth >= deepest) return (Cut){0};
  double before = sum_targets(grower, node);
  size_t tries = grower->settings->tries ? grower->settings->tries : (used + 2) / 3;
  for (size_t i = 0; i < used && tries > 0; i++) {
    size_t other = i + random_below(&grower->random, used - i);
    uint32_t column = grower->order[other];
    grower->order[other] = grower->order[i];
    grower->order[i] = column;
    bool divides = count <= FEW_ROWS ? try_by_sorting(grower, node, column, before, &best)
                                     : try_by_counting(grower, node, column, before, &best);
    tries -= divides;
  }
  return best.gain > 1e-9 ? best : (Cut){0};
}

/* Rows of the left side first, in their order; where the right side begins. */
static uint32_t divide_rows(Grower *grower, Pending node, const Cut *cut)
{
  const uint8_t *bins = grower->bins->bins + cut->column * grower->bins->rows;
  uint32_t left = node.begin, right = 0;
  for (uint32_t i = node.begin; i < node.end; i++) {
    uint32_t row = grower->rows[i];
    if (bins[row] <= cut->bin)
      grower->rows[left++] = row;
    else
      grower->scratch[right++] = row;
  }
  memcpy(grower->rows + left, grower->scratch, right * sizeof *grower->rows);
  assert(left > node.begin && left < node.end);
  return left;
}

static void grow_node(Grower *grower, ForestTree *tree, Pending node)
{
  uint32_t number = (uint32_t)tree->nodes.count;
  if (node.parent != UINT32_MAX) tree->nodes.items[node.parent].next = number;
  Cut cut = find_cut(grower, node);
  if (cut.gain <= 0) {
    ForestNode leaf = {.feature = FOREST_LEAF, .next = (uint32_t)tree->members.count};
    leaf.size = node.end - node.begin;
    VEC_APPEND(&tree->members, grower->rows + node.begin, leaf.size);
    VEC_PUSH(&tree->nodes, leaf);
    return;
  }
  ForestNode inner = {.feature = grower->bins->feature[cut.column]};
  inner.cut = bins_cut(grower->bins, cut.column, cut.bin);
  grower->importance[inner.feature] += cut.gain;
  VEC_PUSH(&tree->nodes, inner);
  uint32_t middle = divide_rows(grower, node, &cut);
  VEC_PUSH(&grower->pending, ((Pending){middle, node.end, node.depth + 1, number}));
  VEC_PUSH(&grower->pending, ((Pending){node.begin, middle, node.depth + 1, UINT32_MAX}));
}

/* A random part of the rows, without repetition, in their order, in which memory is read fastest: each is taken with the chance
 * that leaves all choices equally likely. */
static uint32_t draw_rows(Grower *grower)
{
  size_t rows = grower->bins->rows, count = 0;
  double part = grower->settings->part > 0 ? grower->settings->part : PART_DEFAULT;
  size_t wanted = (size_t)ceil(part * (double)rows);
  for (size_t i = 0; i < rows && count < wanted; i++)
    if (random_below(&grower->random, rows - i) < wanted - count)
      grower->rows[count++] = (uint32_t)i;
  assert(count == wanted);
  return (uint32_t)count;
}

static void grow_tree(Grower *grower, size_t count, ForestTree *tree)
{
  VEC_PUSH(&grower->pending, ((Pending){0, (uint32_t)count, 0, UINT32_MAX}));
  while (grower->pending.count > 0)
    grow_node(grower, tree, grower->pending.items[--grower->pending.count]);
}

/* The targets as the grower adds them up. Weights have 1 as their mean. */
static Matrix weigh_targets(const Matrix *targets, const float *weights)
{
  size_t columns = targets->columns;
  double sum = 0;
  for (size_t r = 0; r < targets->rows && weights; r++) sum += (double)weights[r];
  float unit = sum > 0 ? (float)((double)targets->rows / sum) : 1;
  Matrix weighted = matrix_make(targets->rows, (columns + FOUR) / FOUR * FOUR);
  for (size_t r = 0; r < targets->rows; r++) {
    const float *from = matrix_row(targets, r);
    float *to = matrix_row(&weighted, r), weight = weights ? weights[r] * unit : 1;
    for (size_t k = 0; k < columns; k++) to[k] = from[k] * weight;
    to[columns] = weight;
    for (size_t k = columns + 1; k < weighted.columns; k++) to[k] = 0;
  }
  return weighted;
}

static void grower_init(Grower *grower, const Bins *bins, const Matrix *targets,
                        const ForestSettings *settings, double *importance)
{
  size_t rows = bins->rows;
  *grower = (Grower){.bins = bins, .settings = settings};
  grower->outputs = targets->columns;
  grower->targets = weigh_targets(targets, settings->weights);
  grower->importance = importance;
  grower->rows = mem_alloc(rows, sizeof *grower->rows);
  grower->scratch = mem_alloc(rows, sizeof *grower->scratch);
  grower->order = mem_alloc(bins->used + 1, sizeof *grower->order);
  for (size_t i = 0; i < bins->used; i++) grower->order[i] = (uint32_t)i;
  grower->near = mem_alloc(rows * grower->targets.columns, sizeof *grower->near);
  grower->sums = mem_alloc(BINS_MAX * grower->targets.columns, sizeof *grower->sums);
  grower->total = mem_alloc(grower->targets.columns, sizeof *grower->total);
  grower->left = mem_alloc(grower->targets.columns, sizeof *grower->left);
}

static void grower_deinit(Grower *grower)
{
  matrix_free(&grower->targets);
  free(grower->rows);
  free(grower->scratch);
  free(grower->order);
  free(grower->near);
  free(grower->sums);
  free(grower->total);
  free(grower->left);
  VEC_FREE(&grower->pending);
}

void forest_grow_tree(const Bins *bins, const Matrix *targets, const uint32_t *rows, size_t count,
                      const ForestSettings *settings, Random random, ForestTree *tree)
{
  assert(count > 0 && count <= bins->rows);
  double *importance = mem_alloc_zero(bins->columns + 1, sizeof *importance);
  Grower grower;
  grower_init(&grower, bins, targets, settings, importance);
  grower.random = random;
  memcpy(grower.rows, rows, count * sizeof *rows);
  grow_tree(&grower, count, tree);
  grower_deinit(&grower);
  free(importance);
}

static void scale_importance(double *importance, size_t count)
{
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += importance[i];
  for (size_t i = 0; i < count && sum > 0; i++) importance[i] /= sum;
}

Forest *forest_train(const Matrix *features, const Matrix *targets, const ForestSettings *settings)
{
  assert(features->rows == targets->rows && features->rows > 0 && features->rows < UINT32_MAX);
  assert(settings->trees > 0 && settings->part <= 1);
  Forest *forest = mem_alloc_zero(1, sizeof *forest);
  forest->rows = features->rows;
  forest->features = features->columns;
  forest->tree_count = settings->trees;
  forest->trees = mem_alloc_zero(settings->trees, sizeof *forest->trees);
  forest->importance = mem_alloc_zero(features->columns + 1, sizeof *forest->importance);
  Bins bins;
  bins_make(&bins, features);
  Grower grower;
  grower_init(&grower, &bins, targets, settings, forest->importance);
  for (size_t t = 0; t < forest->tree_count; t++) {
    grower.random = random_stream(settings->seed, 0, t);
    grow_tree(&grower, draw_rows(&grower), &forest->trees[t]);
  }
  scale_importance(forest->importance, features->columns);
  grower_deinit(&grower);
  bins_free(&bins);
  return forest;
}
