#include "solve/learn/trees.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "solve/learn/pack.h"

Trees *trees_create(size_t inputs, size_t outputs, TreesRule rule)
{
  assert(outputs > 0);
  assert(outputs > 0);
  Trees *trees = mem_alloc_zero(1, sizeof *trees);
  trees->inputs = inputs;
  trees->outputs = outputs;
  trees->rule = rule;
  trees->base = mem_alloc_zero(outputs, sizeof *trees->base);
  return trees;
}

void trees_destroy(Trees *trees)
{
  if (!trees) return;
  VEC_FREE(&trees->nodes);
  VEC_FREE(&trees->trees);
  VEC_FREE(&trees->values);
  free(trees->base);
  free(trees);
}

static const float *find_values(const Trees *trees, const Tree *tree, const float *row)
{
  const TreeNode *node = &trees->nodes.items[tree->root];
  while (node->feature != TREES_LEAF) {
    float value = row[node->feature & ~TREES_NAN_RIGHT];
    bool right = value > node->cut || (isnan(value) && (node->feature & TREES_NAN_RIGHT));
    node = right ? &trees->nodes.items[node->next] : node + 1;
  }
  return &trees->values.items[node->next];
}

static void add_tree(const Trees *trees, const Tree *tree, const float *row, float *outputs)
{
  const float *values = find_values(trees, tree, row);
  if (tree->output != TREES_ALL) {
    outputs[tree->output] += tree->weight * values[0];
    return;
  }
  for (size_t i = 0; i < trees->outputs; i++) outputs[i] += tree->weight * values[i];
}

typedef struct {
  float value, weight;
} Vote;

static int compare_votes(const void *a, const void *b)
{
  float x = ((const Vote *)a)->value, y = ((const Vote *)b)->value;
  return (x > y) - (x < y);
}

static float weighted_median(Vote *votes, size_t count)
{
  double sum = 0, passed = 0;
  size_t at = 0;
  if (count == 0) return 0;
  for (size_t i = 0; i < count; i++) sum += (double)votes[i].weight;
  qsort(votes, count, sizeof *votes, compare_votes);
  for (; at + 1 < count; at++) {
    passed += (double)votes[at].weight;
    if (passed >= sum / 2) break;
  }
  return votes[at].value;
}

static void take_medians(const Trees *trees, const float *row, float *outputs)
{
  Vote *votes = mem_alloc(trees->trees.count + 1, sizeof *votes);
  for (size_t i = 0; i < trees->outputs; i++) {
    size_t count = 0;
    for (size_t t = 0; t < trees->trees.count; t++) {
      const Tree *tree = &trees->trees.items[t];
      if (tree->output == i)
        votes[count++] = (Vote){find_values(trees, tree, row)[0], tree->weight};
    }
    outputs[i] = trees->base[i] + weighted_median(votes, count);
  }
  free(votes);
}

void trees_predict(const Trees *trees, const float *row, float *outputs)
{
  if (trees->rule == TREES_MEDIAN) {
    take_medians(trees, row, outputs);
    return;
  }
  memcpy(outputs, trees->base, trees->outputs * sizeof *outputs);
  for (size_t t = 0; t < trees->trees.count; t++)
    add_tree(trees, &trees->trees.items[t], row, outputs);
  for (size_t i = 0; i < trees->outputs && trees->logistic; i++)
    outputs[i] = 1 / (1 + expf(-outputs[i]));
}

/* --- bytes -------------------------------------------------------------------------------- */

enum { TREE_BYTES = 6, NODE_BYTES = 2 };

static size_t values_of(const Trees *trees, const Tree *tree)
{
  return tree->output == TREES_ALL ? trees->outputs : 1;
}

static size_t end_of(const Trees *trees, size_t tree)
{
  return tree + 1 < trees->trees.count ? trees->trees.items[tree + 1].root : trees->nodes.count;
}

static void write_tree(const Trees *trees, size_t number, StrBuf *out)
{
  const Tree *tree = &trees->trees.items[number];
  size_t end = end_of(trees, number), width = values_of(trees, tree);
  pack_put(out, tree->output == TREES_ALL ? 0 : tree->output + 1);
  pack_put_float(out, tree->weight);
  pack_put(out, (uint32_t)(end - tree->root));
  for (uint32_t i = tree->root; i < end; i++) {
    const TreeNode *node = &trees->nodes.items[i];
    if (node->feature == TREES_LEAF) {
      pack_put(out, 0);
      for (size_t k = 0; k < width; k++) pack_put_float(out, trees->values.items[node->next + k]);
      continue;
    }
    uint32_t feature = node->feature & ~TREES_NAN_RIGHT;
    pack_put(out, 1 + 2 * feature + (node->feature & TREES_NAN_RIGHT ? 1 : 0));
    pack_put_float(out, node->cut);
    pack_put(out, node->next - i);
  }
}

void trees_write(const Trees *trees, StrBuf *out)
{
  bytes_put_u64(out, trees->rule);
  bytes_put_u64(out, trees->logistic);
  for (size_t i = 0; i < trees->outputs; i++) pack_put_float(out, trees->base[i]);
  bytes_put_u64(out, trees->trees.count);
  for (size_t t = 0; t < trees->trees.count; t++) write_tree(trees, t, out);
}

static float get_finite(ByteReader *in)
{
  float number = pack_get_float(in);
  in->failed |= isinf(number);
  return number;
}

/* Children come after their parents, so that every way ends; the last node is a leaf. */
static void read_tree(Trees *trees, ByteReader *in)
{
  Tree tree = {.root = (uint32_t)trees->nodes.count};
  uint32_t output = pack_get_below(in, (uint32_t)trees->outputs + 1);
  tree.output = output ? output - 1 : TREES_ALL;
  tree.weight = get_finite(in);
  in->failed |= tree.output == TREES_ALL && trees->rule == TREES_MEDIAN;
  uint32_t count = pack_get(in);
  in->failed |= count == 0 || count > (in->length - in->at) / NODE_BYTES + 1;
  size_t width = values_of(trees, &tree);
  for (uint32_t i = 0; i < count && !in->failed; i++) {
    uint32_t code = pack_get_below(in, 1 + 2 * (uint32_t)trees->inputs);
    TreeNode node = {.feature = TREES_LEAF, .next = (uint32_t)trees->values.count};
    in->failed |= trees->values.count > UINT32_MAX / 2 || trees->nodes.count > UINT32_MAX / 2;
    if (code == 0) {
      for (size_t k = 0; k < width && !in->failed; k++) VEC_PUSH(&trees->values, get_finite(in));
    } else {
      node.feature = (code - 1) / 2 | ((code - 1) % 2 ? TREES_NAN_RIGHT : 0);
      node.cut = pack_get_float(in);
      uint32_t ahead = pack_get(in);
      in->failed |= ahead < 2 || ahead >= count - i;
      node.next = tree.root + i + ahead;
    }
    VEC_PUSH(&trees->nodes, node);
  }
  in->failed |= in->failed || trees->nodes.items[trees->nodes.count - 1].feature != TREES_LEAF;
  VEC_PUSH(&trees->trees, tree);
}

Trees *trees_read(ByteReader *in, size_t inputs, size_t outputs)
{
  assert(outputs > 0);
  TreesRule rule = (TreesRule)bytes_get_below(in, TREES_MEDIAN + 1);
  bool logistic = bytes_get_bool(in);
  in->failed |= outputs > (in->length - in->at) / sizeof(float);
  if (in->failed) return NULL;
  Trees *trees = trees_create(inputs, outputs, rule);
  trees->logistic = logistic;
  for (size_t i = 0; i < outputs; i++) trees->base[i] = get_finite(in);
  size_t count = bytes_get_count(in, TREE_BYTES);
  for (size_t t = 0; t < count && !in->failed; t++) read_tree(trees, in);
  if (!in->failed) return trees;
  trees_destroy(trees);
  return NULL;
}
