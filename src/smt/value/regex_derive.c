#include <assert.h>

#include "smt/value/regex_derive.h"

/* What is known */

static uint32_t edge_hash(Node from, uint32_t character)
{
  return hash_finish(hash_mix(hash_mix(0, from), character));
}

static Node known_derivative(const Deriver *d, Node from, uint32_t character)
{
  IndexProbe probe = index_probe(&d->index, edge_hash(from, character));
  for (uint32_t id; index_next(&probe, &id);) {
    const Edge *edge = &d->edges.items[id];
    if (edge->from == from && edge->character == character) return edge->to;
  }
  return 0;
}

static bool remember(Deriver *d, Node from, uint32_t character, Node to)
{
  assert(from);
  enum { EDGE_BYTES = sizeof(Edge) + 2 * (sizeof(uint64_t) + 1) };
  uint64_t bytes = d->edges.count * EDGE_BYTES + d->stack.count * sizeof(Node);
  if (to == 0 || !nodes_spend(&d->nodes, 1, bytes)) return false;
  index_insert(&d->index, edge_hash(from, character), (uint32_t)d->edges.count);
  VEC_PUSH(&d->edges, ((Edge){from, character, to}));
  return true;
}

static void forget_edges(Deriver *d)
{
  index_free(&d->index);
  d->edges.count = 0;
  VEC_PUSH(&d->edges, (Edge){0});
}

/* One derivative */

static Node derive_leaf(Deriver *d, const NodeInfo *info, uint32_t character)
{
  assert(info->kind != NODE_IS_CONCAT && info->kind != NODE_IS_LOOP);
  if (info->kind == NODE_IS_RANGE)
    return character >= info->low && character <= info->high ? NODE_EMPTY : NODE_NONE;
  if (info->kind != NODE_IS_STRING) return NODE_NONE;
  if (d->nodes.texts.items[info->a].string->chars[info->low] != character) return NODE_NONE;
  return nodes_string(&d->nodes, info->a, info->low + 1);
}

/* A derivative that is known, or put on the stack to be computed: 0 then. */
static Node want(Deriver *d, Node node, uint32_t character)
{
  Node known = known_derivative(d, node, character);
  if (!known) VEC_PUSH(&d->stack, node);
  return known;
}

/* The following give 0 if they have put something on the stack, or failed. */

static Node derive_concat(Deriver *d, Node node, uint32_t character)
{
  Node exposed = nodes_expose_head(&d->nodes, node);
  if (exposed == 0) return 0;
  if (exposed != node) return want(d, exposed, character);
  NodeInfo info = *nodes_info(&d->nodes, node);
  bool skip = nodes_info(&d->nodes, info.a)->nullable;
  Node head = want(d, info.a, character);
  Node rest = skip ? want(d, info.b, character) : NODE_NONE;
  if (!head || !rest) return 0;
  Node either[] = {nodes_concat(&d->nodes, head, info.b), rest};
  return nodes_combine(&d->nodes, NODE_IS_UNION, either, 2);
}

static Node derive_combination(Deriver *d, const NodeInfo *info, uint32_t character)
{
  bool all = true;
  d->parts.count = 0;
  if (!nodes_spend(&d->nodes, info->b, info->b * sizeof(Node))) return 0;
  for (uint32_t i = 0; i < info->b; i++) {
    Node part = want(d, d->nodes.parts.items[info->a + i], character);
    all &= part != 0;
    VEC_PUSH(&d->parts, part);
  }
  if (!all) return 0;
  return nodes_combine(&d->nodes, (NodeKind)info->kind, d->parts.items, d->parts.count);
}

/* One round of the part, then the others. Where the part is nullable, rounds that are left out are
 * as good as rounds of the empty string, so that the next round can always be one that is not. */
static Node derive_loop(Deriver *d, const NodeInfo *info, uint32_t character)
{
  Node part = want(d, info->a, character);
  if (!part) return 0;
  Node rest = nodes_loop(&d->nodes, info->a, info->low > 0 ? info->low - 1 : 0,
                         info->high == REGEX_UNBOUNDED ? REGEX_UNBOUNDED : info->high - 1);
  return nodes_concat(&d->nodes, part, rest);
}

static Node derive_node(Deriver *d, Node node, uint32_t character)
{
  NodeInfo info = *nodes_info(&d->nodes, node);
  switch ((NodeKind)info.kind) {
  case NODE_IS_CONCAT: return derive_concat(d, node, character);
  case NODE_IS_UNION:
  case NODE_IS_INTER: return derive_combination(d, &info, character);
  case NODE_IS_COMPLEMENT: {
    Node part = want(d, info.a, character);
    return part ? nodes_complement(&d->nodes, part) : 0;
  }
  case NODE_IS_LOOP: return derive_loop(d, &info, character);
  default: return derive_leaf(d, &info, character);
  }
}

static Node derive(Deriver *d, Node root, uint32_t character)
{
  assert(root);
  d->stack.count = 0;
  VEC_PUSH(&d->stack, root);
  while (d->stack.count > 0) {
    size_t top = d->stack.count - 1;
    Node node = d->stack.items[top];
    if (known_derivative(d, node, character)) {
      d->stack.count--;
      continue;
    }
    Node result = derive_node(d, node, character);
    if (result == 0 && d->stack.count > top + 1) continue;
    if (!remember(d, node, character, result)) return 0;
    d->stack.count--;
  }
  return known_derivative(d, root, character);
}

/* Walking */

/* The smallest of the characters that are not told apart from this one. */
static uint32_t representative(const Deriver *d, uint32_t character)
{
  assert(d->bounds.count > 0 && d->bounds.items[0] == 0);
  size_t low = 0, high = d->bounds.count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (d->bounds.items[middle] <= character)
      low = middle;
    else
      high = middle;
  }
  return d->bounds.items[low];
}

enum { COMPACT_AT = 1 << 20, COMPACT_BYTES = 128 /* more than one node or edge takes */ };

static size_t deriver_size(const Deriver *d)
{
  return d->nodes.items.count + d->nodes.parts.count + d->edges.count;
}

/* When to look for nodes that are not needed any more: before the heap's limit is reached, and not
 * before there are some. */
static void plan_compaction(Deriver *d)
{
  const Heap *heap = &d->nodes.eval->heap;
  size_t room = heap_left(heap) / COMPACT_BYTES;
  d->compact_at = room < COMPACT_AT ? room : COMPACT_AT;
  if (d->compact_at < 2 * deriver_size(d)) d->compact_at = 2 * deriver_size(d);
}

bool deriver_step(Deriver *d, uint32_t character)
{
  assert(d->state && character < STRING_ALPHABET);
  if (deriver_size(d) > d->compact_at) {
    nodes_compact(&d->nodes, (Node *const[]){&d->start, &d->state}, 2);
    forget_edges(d);
    plan_compaction(d);
  }
  uint32_t c = representative(d, character);
  if (!nodes_spend(&d->nodes, 1, 0)) return false;
  Node next = known_derivative(d, d->state, c);
  if (!next) next = derive(d, d->state, c);
  if (next) d->state = next;
  return next != 0;
}

bool deriver_init(Deriver *d, Eval *eval, const RegexObject *regex)
{
  *d = (Deriver){0};
  nodes_init(&d->nodes, eval);
  forget_edges(d);
  d->start = d->state = regex_compile(d, regex);
  plan_compaction(d);
  return d->start != 0;
}

void deriver_deinit(Deriver *d)
{
  nodes_deinit(&d->nodes);
  VEC_FREE(&d->edges);
  index_free(&d->index);
  VEC_FREE(&d->bounds);
  VEC_FREE(&d->stack);
  VEC_FREE(&d->parts);
}
