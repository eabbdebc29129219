#include "language/smt/reduce/dominate.h"

#include <assert.h>

/* Nodes are numbered once all of their parents are, so that the tree grows from above (Cooper, Harvey and Kennedy, "A
 * simple, fast dominance algorithm", 2001; terms have no cycles, so that one round does). */
typedef struct {
  Dominators *dominators;
  const Bank *bank;
  const Outline *outline;
  U32Vec node_of; /* by Term: its node, 0 if it is not in the outline */
  U32Vec missing; /* by node: parents that have not been seen */
  U32Vec order;   /* nodes, parents first */
  U32Vec below;   /* of the node in hand */
} Builder;

static const uint32_t UNSEEN = UINT32_MAX;

static DominateNode *node_at(const Dominators *dominators, uint32_t node)
{
  assert(node < dominators->nodes.count);
  return &dominators->nodes.items[node];
}

/* The nodes right below one. The cases of a match are none, but what they result in is. */
static void list_below(Builder *builder, uint32_t node)
{
  assert(node > 0 && node <= builder->outline->nodes.count);
  const Bank *bank = builder->bank;
  Term term = builder->outline->nodes.items[node - 1].term;
  builder->below.count = 0;
  for (uint32_t i = 0; i < bank_node(bank, term)->count; i++) {
    Term arg = bank_args(bank, term)[i];
    const TermNode *shape = bank_node(bank, arg);
    if (bank_operator(bank, shape->op)->kind == OPERATOR_CASE)
      arg = bank_args(bank, arg)[shape->count - 1];
    if (builder->node_of.items[arg]) VEC_PUSH(&builder->below, builder->node_of.items[arg]);
  }
}

/* Puts a node into the tree; the one above is there. */
static void link(Dominators *dominators, uint32_t node)
{
  DominateNode *self = node_at(dominators, node);
  assert(self->above != UNSEEN);
  const DominateNode *above = node_at(dominators, self->above);
  const DominateNode *jump = node_at(dominators, above->jump);
  bool even = above->depth - jump->depth == jump->depth - node_at(dominators, jump->jump)->depth;
  self->depth = above->depth + 1;
  self->jump = even ? jump->jump : self->above;
}

static uint32_t climb(const Dominators *dominators, uint32_t node, uint32_t depth)
{
  while (node_at(dominators, node)->depth > depth) {
    uint32_t jump = node_at(dominators, node)->jump;
    node = node_at(dominators, jump)->depth >= depth ? jump : node_at(dominators, node)->above;
  }
  assert(node_at(dominators, node)->depth == depth);
  return node;
}

static uint32_t common(const Dominators *dominators, uint32_t a, uint32_t b)
{
  uint32_t depth = node_at(dominators, a)->depth, other = node_at(dominators, b)->depth;
  if (other < depth) depth = other;
  a = climb(dominators, a, depth);
  b = climb(dominators, b, depth);
  while (a != b) {
    const DominateNode *one = node_at(dominators, a), *two = node_at(dominators, b);
    bool jump = one->jump != two->jump;
    a = jump ? one->jump : one->above;
    b = jump ? two->jump : two->above;
  }
  return a;
}

static void count_parents(Builder *builder)
{
  uint32_t count = (uint32_t)builder->outline->nodes.count;
  for (size_t i = 0; i < builder->bank->terms.count; i++) VEC_PUSH(&builder->node_of, 0);
  for (uint32_t i = 0; i < count; i++)
    builder->node_of.items[builder->outline->nodes.items[i].term] = i + 1;
  for (uint32_t i = 0; i <= count; i++) VEC_PUSH(&builder->missing, 0);
  for (uint32_t node = 1; node <= count; node++) {
    list_below(builder, node);
    for (size_t i = 0; i < builder->below.count; i++)
      builder->missing.items[builder->below.items[i]]++;
  }
}

static void make_nodes(Builder *builder)
{
  Dominators *dominators = builder->dominators;
  VEC_PUSH(&dominators->nodes, ((DominateNode){0}));
  for (uint32_t i = 0; i < builder->outline->nodes.count; i++) {
    const OutlineNode *node = &builder->outline->nodes.items[i];
    uint64_t size = 1 + bank_node(builder->bank, node->term)->count;
    VEC_PUSH(&dominators->nodes,
             ((DominateNode){.above = node->level == 0 ? 0 : UNSEEN, .size = size}));
    if (builder->missing.items[i + 1] == 0) VEC_PUSH(&builder->order, i + 1);
  }
}

static void grow(Builder *builder)
{
  Dominators *dominators = builder->dominators;
  for (size_t at = 0; at < builder->order.count; at++) {
    uint32_t node = builder->order.items[at];
    link(dominators, node);
    list_below(builder, node);
    for (size_t i = 0; i < builder->below.count; i++) {
      uint32_t next = builder->below.items[i];
      uint32_t *above = &node_at(dominators, next)->above;
      *above = *above == UNSEEN ? node : common(dominators, *above, node);
      if (--builder->missing.items[next] == 0) VEC_PUSH(&builder->order, next);
    }
  }
}

void dominators_init(Dominators *dominators, const Bank *bank, const Outline *outline)
{
  *dominators = (Dominators){0};
  Builder builder = {.dominators = dominators, .bank = bank, .outline = outline};
  count_parents(&builder);
  make_nodes(&builder);
  grow(&builder);
  for (size_t at = builder.order.count; at-- > 0;) {
    const DominateNode *node = node_at(dominators, builder.order.items[at]);
    node_at(dominators, node->above)->size += node->size;
  }
  VEC_FREE(&builder.node_of);
  VEC_FREE(&builder.missing);
  VEC_FREE(&builder.order);
  VEC_FREE(&builder.below);
}

void dominators_deinit(Dominators *dominators)
{
  VEC_FREE(&dominators->nodes);
}

bool dominators_has_below(const Dominators *dominators, uint32_t above, uint32_t node)
{
  uint32_t depth = node_at(dominators, above)->depth;
  return node_at(dominators, node)->depth > depth && climb(dominators, node, depth) == above;
}
