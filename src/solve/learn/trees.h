/* Trees that predict numbers, as flat arrays: what forests and both kinds of boosting come to. */
#ifndef SOLVE_LEARN_TREES_H
#define SOLVE_LEARN_TREES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/vec.h"

/* A node with a cut: rows with at most `cut` go left, to the next node; the others to `next`. A leaf has feature
 * TREES_LEAF and its values from values[next] on. */
typedef struct {
  uint32_t feature; /* with TREES_NAN_RIGHT: an unknown value goes right, otherwise left */
  uint32_t next;
  float cut;
} TreeNode;

#define TREES_LEAF      UINT32_MAX
#define TREES_NAN_RIGHT (UINT32_C(1) << 31)
/* Of Tree.output: its leaves have a value for each output. */
#define TREES_ALL UINT32_MAX

typedef struct {
  uint32_t root;   /* its first node; its nodes end where the next tree begins */
  uint32_t output; /* that its leaves are for */
  float weight;
} Tree;

/* What the trees of an output say together: the base plus their weighted sum, or their weighted median. */
typedef enum { TREES_SUM, TREES_MEDIAN } TreesRule;

typedef struct {
  size_t inputs, outputs;
  TreesRule rule;
  bool logistic; /* the sum is the logarithm of the odds */
  VEC(TreeNode) nodes;
  VEC(Tree) trees;
  VEC(float) values;
  float *base; /* by output */
} Trees;

Trees *trees_create(size_t inputs, size_t outputs, TreesRule rule);
void trees_destroy(Trees *trees);
/* `outputs` has room for all. */
void trees_predict(const Trees *trees, const float *row, float *outputs);

void trees_write(const Trees *trees, StrBuf *out);
/* NULL if the bytes are wrong: nothing in them is trusted. */
Trees *trees_read(ByteReader *in, size_t inputs, size_t outputs);

#endif
