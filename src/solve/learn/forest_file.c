/* Forests as bytes. */
#include "solve/learn/forest_internal.h"
#include "solve/learn/pack.h"

enum { TREES_MAX = 10000 };

static void write_tree(const ForestTree *tree, StrBuf *out)
{
  pack_put(out, (uint32_t)tree->nodes.count);
  for (uint32_t i = 0; i < tree->nodes.count; i++) {
    const ForestNode *node = &tree->nodes.items[i];
    bool leaf = node->feature == FOREST_LEAF;
    pack_put(out, leaf ? 0 : node->feature + 1);
    if (leaf) {
      pack_put(out, node->size);
      for (uint32_t m = 0; m < node->size; m++) pack_put(out, tree->members.items[node->next + m]);
    } else {
      pack_put_float(out, node->cut);
      pack_put(out, node->next - i);
    }
  }
}

void forest_write(const Forest *forest, StrBuf *out)
{
  bytes_put_u64(out, forest->rows);
  bytes_put_u64(out, forest->features);
  bytes_put_u64(out, forest->tree_count);
  for (size_t i = 0; i < forest->features; i++) bytes_put_double(out, forest->importance[i]);
  for (size_t t = 0; t < forest->tree_count; t++) write_tree(&forest->trees[t], out);
}

static void read_leaf(const Forest *forest, ForestTree *tree, ForestNode *node, ByteReader *in)
{
  node->feature = FOREST_LEAF;
  node->next = (uint32_t)tree->members.count;
  node->size = pack_get(in);
  in->failed |= node->size == 0 || node->size > in->length - in->at;
  for (uint32_t m = 0; m < node->size && !in->failed; m++)
    VEC_PUSH(&tree->members, pack_get_below(in, (uint32_t)forest->rows));
}

/* Children come after their parents, so that every way ends; the last node is a leaf. */
static void read_tree(const Forest *forest, ForestTree *tree, ByteReader *in)
{
  uint32_t count = pack_get(in);
  in->failed |= count == 0 || count > in->length - in->at;
  for (uint32_t i = 0; i < count && !in->failed; i++) {
    ForestNode node = {0};
    uint32_t feature = pack_get_below(in, (uint32_t)forest->features + 1);
    if (feature == 0) {
      read_leaf(forest, tree, &node, in);
    } else {
      node.feature = feature - 1;
      node.cut = pack_get_float(in);
      uint32_t ahead = pack_get(in);
      in->failed |= ahead < 2 || ahead >= count - i;
      node.next = i + ahead;
    }
    VEC_PUSH(&tree->nodes, node);
  }
  if (!in->failed && tree->nodes.items[count - 1].feature != FOREST_LEAF) in->failed = true;
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
