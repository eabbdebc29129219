/* How large a script is and what it is made of. */
#ifndef SMT_TEXT_STATISTICS_H
#define SMT_TEXT_STATISTICS_H

#include "smt/term/traverse.h"
#include "smt/text/script.h"

/* Kinds of nodes: how they are called, and how many of a kind are one entry. */
#define NODE_KIND_LIST(X)                                                                          \
  X(NODE_OPERATOR, "operator") /* one entry per name and theory */                                 \
  X(NODE_BINDER, "binder")     /* one per binder: forall, exists ... */                            \
  X(NODE_LITERAL, "literal")   /* one per kind of literal */                                       \
  X(NODE_SYMBOL, "symbol")     /* what the script declares: constants, functions, constructors */  \
  X(NODE_OTHER, "other")       /* variables, annotations, match */

#define NODE_KIND_ENUM(kind, name) kind,
typedef enum { NODE_KIND_LIST(NODE_KIND_ENUM) NODE_KIND_COUNT } NodeKind;
#undef NODE_KIND_ENUM

typedef struct {
  NodeKind kind;
  const char *label; /* of all but operators: "forall", "integer literal", "declared constant" */
  Symbol name;       /* of operators, without indices */
  uint32_t theory;   /* of operators */
  uint64_t nodes;
} OperatorCount;

typedef struct {
  Sort sort;
  uint64_t nodes;
} SortCount;

/* Nodes are counted once, however often they are shared, over all terms of the script; sizes are
 * those of the assertions. Both lists are sorted by count, operators then by name. */
typedef struct {
  uint64_t commands[CMD_COUNT];
  uint64_t assertions;   /* soft ones included */
  uint64_t declarations; /* of sorts, constants, functions, datatypes */
  uint64_t definitions;  /* of sorts and functions */
  uint64_t checks;       /* check-sat and check-sat-assuming */
  TermSize size;
  uint32_t max_arity;
  uint64_t quantifiers;
  VEC(SortCount) sorts;
  VEC(OperatorCount) operators;
} Statistics;

const char *node_kind_name(NodeKind kind);

void statistics_collect(Statistics *statistics, const Bank *bank, const Script *script);
void statistics_deinit(Statistics *statistics);

#endif
