/* Nodes: regular expressions while strings are matched against them.
 *
 * Equal nodes have equal numbers, and simple laws hold by construction (unions and intersections are
 * flat, without repetitions and without what adds nothing), so that a language has few different
 * derivatives. Parts have smaller numbers than what they are part of. Making a node gives 0 if the
 * steps or the heap's limit are used up, and for parts that are 0. */
#ifndef SMT_VALUE_REGEX_NODE_H
#define SMT_VALUE_REGEX_NODE_H

#include "base/index.h"
#include "smt/value/operator.h"

typedef uint32_t Node;

/* Nodes that are always there. */
enum { NODE_NONE = 1, NODE_EMPTY = 2, NODE_ANY = 3, NODE_ALL = 4, NODE_FIRST_OTHER = 5 };

typedef enum {
  NODE_IS_NONE,       /* no string */
  NODE_IS_EMPTY,      /* the empty string */
  NODE_IS_STRING,     /* texts[a] from position `low` on, which is not its end */
  NODE_IS_RANGE,      /* one character, from `low` to `high`; NODE_ANY is all of them */
  NODE_IS_CONCAT,     /* a, then b */
  NODE_IS_UNION,      /* the nodes parts[a .. a + b), ascending, at least 2 */
  NODE_IS_INTER,      /* the same */
  NODE_IS_COMPLEMENT, /* of a */
  NODE_IS_LOOP        /* `low` to `high` times a; `low` is 0 if a is nullable. NODE_ALL is one */
} NodeKind;

typedef struct {
  uint8_t kind;  /* NodeKind */
  bool nullable; /* the empty string belongs to it */
  uint32_t a, b;
  uint64_t low, high;
} NodeInfo;

typedef struct {
  Eval *eval;
  VEC(NodeInfo) items;
  U32Vec parts;
  VEC(Value) texts; /* STRING */
  Index index;
  U32Vec scratch;
  Reason failure; /* after a 0 */
} NodeTable;

void nodes_init(NodeTable *table, Eval *eval);
void nodes_deinit(NodeTable *table);

static inline const NodeInfo *nodes_info(const NodeTable *table, Node node)
{
  return &table->items.items[node];
}

/* Takes steps and checks the heap's limit for what is held outside of the table, too. */
bool nodes_spend(NodeTable *table, uint64_t steps, uint64_t bytes_outside);

Node nodes_string(NodeTable *table, uint32_t text, uint64_t from);
Node nodes_range(NodeTable *table, uint32_t low, uint32_t high);
Node nodes_concat(NodeTable *table, Node a, Node b);
/* Union or intersection; the parts must not lie in the table. */
Node nodes_combine(NodeTable *table, NodeKind kind, const Node *parts, size_t count);
Node nodes_complement(NodeTable *table, Node a);
Node nodes_loop(NodeTable *table, Node a, uint64_t low, uint64_t high);

/* A concatenation with the same language whose first part is not a concatenation. */
Node nodes_expose_head(NodeTable *table, Node concat);

/* Forgets all nodes but those that the roots need; the roots get new numbers. */
void nodes_compact(NodeTable *table, Node *const *roots, size_t count);

#endif
