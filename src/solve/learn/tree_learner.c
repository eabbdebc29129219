#include "solve/learn/tree_learner.h"

static void push_mean(Trees *trees, const uint32_t *members, size_t count, const LearnerData *data,
                      size_t target)
{
  double sum = 0, weights = 0, plain = 0;
  for (size_t i = 0; i < count; i++) {
    double value = (double)matrix_row(data->targets, members[i])[target];
    double weight = data->weights ? (double)data->weights[members[i]] : 1;
    sum += value * weight;
    weights += weight;
    plain += value;
  }
  VEC_PUSH(&trees->values, (float)(weights > 0 ? sum / weights : plain / (double)count));
}

void trees_add_grown(Trees *trees, const ForestTree *grown, const LearnerData *data, size_t target,
                     uint32_t output, float weight)
{
  assert(grown->nodes.count > 0 && target < data->targets->columns);
  uint32_t root = (uint32_t)trees->nodes.count;
  VEC_PUSH(&trees->trees, ((Tree){root, output, weight}));
  for (size_t i = 0; i < grown->nodes.count; i++) {
    const ForestNode *node = &grown->nodes.items[i];
    if (node->feature != FOREST_LEAF) {
      VEC_PUSH(&trees->nodes, ((TreeNode){node->feature, root + node->next, node->cut}));
      continue;
    }
    const uint32_t *members = grown->members.items + node->next;
    VEC_PUSH(&trees->nodes, ((TreeNode){TREES_LEAF, (uint32_t)trees->values.count, 0}));
    size_t first = output == TREES_ALL ? 0 : target;
    size_t last = output == TREES_ALL ? data->targets->columns : target + 1;
    for (size_t k = first; k < last; k++) push_mean(trees, members, node->size, data, k);
  }
}

void tree_learner_destroy(void *state)
{
  trees_destroy(state);
}

void tree_learner_predict(const void *state, const float *row, float *outputs)
{
  trees_predict(state, row, outputs);
}

void tree_learner_write(const void *state, StrBuf *out)
{
  trees_write(state, out);
}

void *tree_learner_read(ByteReader *in, size_t inputs, size_t outputs)
{
  return trees_read(in, inputs, outputs);
}
