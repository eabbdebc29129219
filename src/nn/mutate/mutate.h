/* Mutants of networks and properties: one minimal change that keeps them well-formed.
 *
 * graph puts another operator into a node, graph_up inserts a node, graph_down drops one. spec moves one bound of the
 * property. preserve_sat relaxes bounds and preserve_unsat tightens them: properties are conjunctions and disjunctions
 * of comparisons `sum <= bound` without negations, so that all that satisfied one still satisfies the relaxed one, and
 * nothing new satisfies the tightened one. */
#ifndef NN_MUTATE_MUTATE_H
#define NN_MUTATE_MUTATE_H

#include "base/random.h"
#include "nn/graph/graph.h"
#include "nn/property/property.h"

typedef enum {
  MUTATE_GRAPH,
  MUTATE_SPEC,
  MUTATE_GRAPH_UP,
  MUTATE_GRAPH_DOWN,
  MUTATE_PRESERVE_SAT,
  MUTATE_PRESERVE_UNSAT,
} NetworkMutation;

/* The changed network in the ONNX format, for the kinds that change it. False if no place fits. */
bool mutant_of_graph(const Graph *graph, NetworkMutation kind, Random *random, StrBuf *out);
/* Changes bounds of the property in place, for the other kinds; what property_print prints then is the mutant, nothing
 * else of it may be used. False if there are no bounds. */
bool mutant_of_property(Property *property, NetworkMutation kind, Random *random);

#endif
