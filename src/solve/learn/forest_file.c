/* Forests as bytes. */
#include <math.h>

#include "solve/learn/forest_internal.h"
#include "solve/learn/pack.h"

enum { TREES_MAX = 10000 };

/* Nodes and members as they are in memory: reading them is copying and checking. */
enum { NODE_WORDS = sizeof(ForestNode) / sizeof(uint32_t) };
_Static_assert(sizeof(ForestNode) == 12, "nodes are three words");

static void write_tree(const ForestTree *tree, StrBuf *out)
{
  bytes_put_u64(out, tree->nodes.count);
  bytes_put_u64(out, tree->members.count);
  pack_put_words(out, tree->nodes.items, tree->nodes.count * NODE_WORDS);
  pack_put_words(out, tree->members.items, tree->members.count);
}

void forest_write(const Forest *forest, StrBuf *out)
{
  bytes_put_u64(out, forest->rows);
  bytes_put_u64(out, forest->features);
  bytes_put_u64(out, forest->tree_count);
  for (size_t i = 0; i < forest->features; i++) bytes_put_double(out, forest->importance[i]);
  for (size_t t = 0; t < forest->tree_count; t++) write_tree(&forest->trees[t], out);
}

/* Children come after their parents, so that every way ends; the last node is a leaf; leaves have members that are rows. */
static bool check_tree(const Forest *forest, const ForestTree *tree)
{
  size_t count = tree->nodes.count;
  bool fine = tree->nodes.items[count - 1].feature == FOREST_LEAF;
  for (size_t i = 0; i < count && fine; i++) {
    const ForestNode *node = &tree->nodes.items[i];
    if (node->feature == FOREST_LEAF)
      fine = node->size > 0 && node->next <= tree->members.count &&
             node->size <= tree->members.count - node->next;
    else
      fine = node->feature < forest->features && node->next > i + 1 && node->next < count &&
             !isnan(node->cut);
  }
  bool below = true;
  for (size_t i = 0; i < tree->members.count; i++) below &= tree->members.items[i] < forest->rows;
  return fine && below;
}

static void read_tree(const Forest *forest, ForestTree *tree, ByteReader *in)
{
  size_t nodes = bytes_get_count(in, sizeof(ForestNode));
  size_t members = bytes_get_count(in, sizeof(uint32_t));
  in->failed |= nodes == 0 || nodes > UINT32_MAX || members > UINT32_MAX;
  if (in->failed) return;
  VEC_RESERVE(&tree->nodes, nodes);
  VEC_RESERVE(&tree->members, members);
  tree->nodes.count = nodes;
  tree->members.count = members;
  if (!pack_get_words(in, tree->nodes.items, nodes * NODE_WORDS) ||
      !pack_get_words(in, tree->members.items, members))
    return;
  in->failed |= !check_tree(forest, tree);
}

Forest *forest_read(ByteReader *in)
{
  Forest *forest = mem_alloc_zero(1, sizeof *forest);
  forest->rows = (size_t)bytes_get_below(in, UINT32_MAX);
  forest->features = (size_t)bytes_get_below(in, 1 << 20);
  size_t trees = (size_t)bytes_get_below(in, TREES_MAX + 1);
  in->failed |= trees == 0 || forest->features > in->length - in->at;
  if (!in->failed) {
    forest->importance = mem_alloc_zero(forest->features + 1, sizeof *forest->importance);
    for (size_t i = 0; i < forest->features; i++)
      forest->importance[i] = bytes_get_double(in, 0, 1);
    forest->trees = mem_alloc_zero(trees, sizeof *forest->trees);
    forest->tree_count = trees;
    for (size_t t = 0; t < trees && !in->failed; t++) read_tree(forest, &forest->trees[t], in);
  }
  if (!in->failed) return forest;
  forest_destroy(forest);
  return NULL;
}
