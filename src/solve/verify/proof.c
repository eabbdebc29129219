#include "solve/verify/proof.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>

typedef struct {
  uint32_t disjunct, first_weight, weight_count;
  uint32_t next; /* 1 + the next of the same node */
  bool zero;
  Claim claim;
} Closing;

typedef struct {
  uint32_t closing; /* 1 + the last one */
  uint32_t input;
  double at;
  uint32_t children[2]; /* 0: a leaf */
} Node;

struct Proof {
  pthread_mutex_t lock;
  VEC(Node) nodes; /* the first is no node */
  VEC(Closing) closings;
  U32Vec weights;
  U32Vec roots; /* by subproblem; 0: none */
};

Proof *proof_create(void)
{
  Proof *proof = mem_alloc_zero(1, sizeof *proof);
  pthread_mutex_init(&proof->lock, NULL);
  VEC_PUSH(&proof->nodes, ((Node){0}));
  return proof;
}

void proof_destroy(Proof *proof)
{
  if (!proof) return;
  pthread_mutex_destroy(&proof->lock);
  VEC_FREE(&proof->nodes);
  VEC_FREE(&proof->closings);
  VEC_FREE(&proof->weights);
  VEC_FREE(&proof->roots);
  free(proof);
}

static uint32_t add_node(Proof *proof)
{
  VEC_PUSH(&proof->nodes, ((Node){0}));
  return (uint32_t)proof->nodes.count - 1;
}

uint32_t proof_root(Proof *proof, uint32_t subproblem)
{
  pthread_mutex_lock(&proof->lock);
  while (proof->roots.count <= subproblem) VEC_PUSH(&proof->roots, 0);
  uint32_t node = add_node(proof);
  proof->roots.items[subproblem] = node;
  pthread_mutex_unlock(&proof->lock);
  return node;
}

void proof_close(Proof *proof, uint32_t node, uint32_t disjunct, bool zero, Claim claim,
                 const uint32_t *weights, uint32_t count)
{
  pthread_mutex_lock(&proof->lock);
  assert(node > 0 && node < proof->nodes.count && claim > 0);
  Closing closing = {.disjunct = disjunct,
                     .first_weight = (uint32_t)proof->weights.count,
                     .weight_count = count,
                     .next = proof->nodes.items[node].closing,
                     .zero = zero,
                     .claim = claim};
  VEC_APPEND(&proof->weights, weights, count);
  VEC_PUSH(&proof->closings, closing);
  proof->nodes.items[node].closing = (uint32_t)proof->closings.count;
  pthread_mutex_unlock(&proof->lock);
}

void proof_split(Proof *proof, uint32_t node, uint32_t input, double at, uint32_t children[2])
{
  pthread_mutex_lock(&proof->lock);
  for (int side = 0; side < 2; side++) children[side] = add_node(proof);
  Node *split = &proof->nodes.items[node];
  assert(split->children[0] == 0);
  split->input = input;
  split->at = at;
  split->children[0] = children[0];
  split->children[1] = children[1];
  pthread_mutex_unlock(&proof->lock);
}

/* --- printing --- */

static void print_claim(Claim claim, StrBuf *out)
{
  enum { DIGITS = 18 };
  const uint64_t part = UINT64_C(1000000000000000000);
  assert(claim > 0);
  uint64_t low = (uint64_t)(claim % part), high = (uint64_t)(claim / part % part);
  uint64_t top = (uint64_t)(claim / part / part);
  if (top)
    strbuf_printf(out, "%" PRIu64 "%018" PRIu64 "%018" PRIu64, top, high, low);
  else if (high)
    strbuf_printf(out, "%" PRIu64 "%018" PRIu64, high, low);
  else
    strbuf_printf(out, "%" PRIu64, low);
}

static void print_node(const Proof *proof, const Node *node, StrBuf *out)
{
  for (uint32_t at = node->closing; at; at = proof->closings.items[at - 1].next) {
    const Closing *closing = &proof->closings.items[at - 1];
    strbuf_printf(out, "c %u %d ", closing->disjunct, closing->zero);
    print_claim(closing->claim, out);
    for (uint32_t i = 0; i < closing->weight_count; i++)
      strbuf_printf(out, " %u", proof->weights.items[closing->first_weight + i]);
    strbuf_add_char(out, '\n');
  }
  if (node->children[0])
    strbuf_printf(out, "s %u %a\n", node->input, node->at);
  else
    strbuf_add_text(out, "l\n");
}

void proof_print(const Proof *proof, Digest network, Digest property, StrBuf *out)
{
  strbuf_printf(out, "assay-proof 1\nnetwork %016" PRIx64 "\nproperty %016" PRIx64 "\n", network,
                property);
  U32Vec open = {0};
  for (size_t i = 0; i < proof->roots.count; i++) {
    strbuf_printf(out, "tree %zu\n", i);
    VEC_PUSH(&open, proof->roots.items[i]);
    while (open.count > 0) {
      const Node *node = &proof->nodes.items[open.items[--open.count]];
      print_node(proof, node, out);
      if (!node->children[0]) continue;
      VEC_PUSH(&open, node->children[1]);
      VEC_PUSH(&open, node->children[0]);
    }
  }
  strbuf_add_text(out, "end\n");
  VEC_FREE(&open);
}
