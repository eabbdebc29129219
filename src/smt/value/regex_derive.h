/* Derivatives (Brzozowski 1964): the derivative of a language by a character is what may follow the
 * character in its strings. A Deriver walks along strings from state to state of the automaton whose
 * states are derivatives; each is computed when it is needed first. */
#ifndef SMT_VALUE_REGEX_DERIVE_H
#define SMT_VALUE_REGEX_DERIVE_H

#include "smt/value/regex.h"
#include "smt/value/regex_node.h"

typedef struct {
  Node from;
  uint32_t character;
  Node to;
} Edge;

typedef struct {
  NodeTable nodes;
  VEC(Edge) edges; /* derivatives known so far; edges.items[0] is unused */
  Index index;     /* of edges */
  U32Vec bounds;   /* ascending, from 0: no expression tells characters between two apart */
  U32Vec stack, parts;
  size_t compact_at; /* number of nodes, parts and edges */
  Node start;        /* the whole language */
  Node state;        /* where the walk is */
} Deriver;

/* False if it takes too many steps or too much memory: nodes.failure says which. Deinit it in any
 * case. */
bool deriver_init(Deriver *deriver, Eval *eval, const RegexObject *regex);
void deriver_deinit(Deriver *deriver);

/* The node of an expression; fills nodes.texts and bounds. 0 as above. */
Node regex_compile(Deriver *deriver, const RegexObject *regex);

/* Sets the state to its derivative by the character. False as above. */
bool deriver_step(Deriver *deriver, uint32_t character);

/* Does what was walked along since the start belong to the language? */
static inline bool deriver_accepts(const Deriver *deriver)
{
  return nodes_info(&deriver->nodes, deriver->state)->nullable;
}

#endif
