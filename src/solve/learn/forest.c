#include "solve/learn/forest.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "solve/learn/forest_internal.h"

void forest_tree_free(ForestTree *tree)
{
  VEC_FREE(&tree->nodes);
  VEC_FREE(&tree->members);
}

void forest_destroy(Forest *forest)
{
  if (!forest) return;
  for (size_t t = 0; t < forest->tree_count; t++) forest_tree_free(&forest->trees[t]);
  free(forest->trees);
  free(forest->importance);
  free(forest);
}

void neighbours_free(Neighbours *near)
{
  VEC_FREE(&near->items);
  VEC_FREE(&near->place);
}

size_t forest_rows(const Forest *forest)
{
  return forest->rows;
}

size_t forest_features(const Forest *forest)
{
  return forest->features;
}

void forest_importance(const Forest *forest, double *importance)
{
  for (size_t i = 0; i < forest->features; i++) importance[i] = forest->importance[i];
}

/* Where the row falls. */
static const ForestNode *forest_find_leaf(const ForestTree *tree, const float *row)
{
  const ForestNode *node = tree->nodes.items;
  while (node->feature != FOREST_LEAF) {
    float value = row[node->feature];
    node = value > node->cut ? &tree->nodes.items[node->next] : node + 1;
  }
  return node;
}

static void add_leaf(const ForestTree *tree, const ForestNode *leaf, Neighbours *near)
{
  float weight = 1.0f / (float)leaf->size;
  const uint32_t *members = tree->members.items + leaf->next;
  for (uint32_t i = 0; i < leaf->size; i++) {
    uint32_t *place = &near->place.items[members[i]];
    if (*place == 0) {
      VEC_PUSH(&near->items, ((Neighbour){members[i], 0}));
      *place = (uint32_t)near->items.count;
    }
    near->items.items[*place - 1].weight += weight;
  }
}

static bool leaf_has(const ForestTree *tree, const ForestNode *leaf, uint32_t row)
{
  for (uint32_t i = 0; i < leaf->size; i++)
    if (tree->members.items[leaf->next + i] == row) return true;
  return false;
}

static void begin(const Forest *forest, Neighbours *near)
{
  near->items.count = 0;
  if (near->place.count >= forest->rows) return;
  VEC_RESERVE(&near->place, forest->rows - near->place.count);
  while (near->place.count < forest->rows) near->place.items[near->place.count++] = 0;
}

static int compare_neighbours(const void *a, const void *b)
{
  const Neighbour *x = a, *y = b;
  if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
  return (x->row > y->row) - (x->row < y->row);
}

static void finish(Neighbours *near, size_t trees)
{
  for (size_t i = 0; i < near->items.count; i++) {
    near->items.items[i].weight /= (float)trees;
    near->place.items[near->items.items[i].row] = 0;
  }
  if (near->items.count)
    qsort(near->items.items, near->items.count, sizeof *near->items.items, compare_neighbours);
}

void forest_neighbours(const Forest *forest, const float *row, Neighbours *near)
{
  assert(row && forest_rows(forest) > 0);
  begin(forest, near);
  for (size_t t = 0; t < forest->tree_count; t++)
    add_leaf(&forest->trees[t], forest_find_leaf(&forest->trees[t], row), near);
  finish(near, forest->tree_count);
}

bool forest_unseen(const Forest *forest, uint32_t number, const float *row, Neighbours *near)
{
  assert(number < forest_rows(forest));
  assert(number < forest->rows);
  begin(forest, near);
  size_t trees = 0;
  for (size_t t = 0; t < forest->tree_count; t++) {
    const ForestTree *tree = &forest->trees[t];
    /* The row goes the way that it went in training, so that its own leaf tells whether it was there. */
    const ForestNode *leaf = forest_find_leaf(tree, row);
    if (leaf_has(tree, leaf, number)) continue;
    add_leaf(tree, leaf, near);
    trees++;
  }
  finish(near, trees ? trees : 1);
  return trees > 0;
}
