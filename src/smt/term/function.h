/* Functions: everything that can be applied, with its rank. Theory operators, declared and defined
 * functions, datatype constructors, selectors and testers are all entries of one table.
 *
 * A rank is arity + 1 sorts, the result last. If one of them is open (sort.h) the function is
 * polymorphic and its rank is matched against the arguments (signature.h). */
#ifndef SMT_TERM_FUNCTION_H
#define SMT_TERM_FUNCTION_H

#include "smt/term/sort.h"

typedef uint32_t Fun;  /* 0: none */
typedef uint32_t Op;   /* a function with its indices, see bank.h */
typedef uint32_t Term; /* 0: none */

typedef enum {
  FUN_THEORY,
  FUN_DECLARED,
  FUN_DEFINED,   /* definition is the body, or a lambda over the parameters */
  FUN_RECURSIVE, /* the same, but the body may refer to the function */
  FUN_CONSTRUCTOR,
  FUN_SELECTOR, /* related: its constructor */
  FUN_TESTER,   /* related: its constructor; name is the constructor's */
  FUN_UPDATER   /* related: its selector; name is the selector's */
} FunOrigin;

typedef enum { ASSOC_NONE, ASSOC_LEFT, ASSOC_RIGHT, ASSOC_CHAIN, ASSOC_PAIRWISE } Assoc;

typedef struct {
  Symbol name;
  uint32_t rank; /* first of arity + 1 sorts in the pool */
  uint32_t arity;
  Op op;           /* the operator without indices; 0 if the function is indexed */
  Term definition; /* FUN_DEFINED and FUN_RECURSIVE */
  uint32_t related;
  uint32_t version;    /* tells apart recursive definitions of one name and rank */
  Expr where;          /* condition on the numeral parameters, or 0 */
  Fun next;            /* the next theory function of the same name */
  uint16_t theory;     /* 1-based; 0 for what a script declares */
  uint8_t least;       /* fewest arguments of an associative function; 0: arity */
  uint8_t usual;       /* arguments that solvers take, if the standard allows more; 0: no limit */
  uint8_t index_count; /* numeral parameters 0 .. index_count - 1 are the indices */
  uint8_t rule;        /* SignatureRule: the rank is computed by code */
  uint8_t origin;      /* FunOrigin */
  uint8_t assoc;       /* Assoc */
  bool open;           /* the rank holds parameters */
  bool needs_as;       /* the arguments do not determine the result sort */
} FunInfo;

typedef struct {
  VEC(FunInfo) items;
  U32Vec pool; /* ranks */
  Index index; /* of script functions */
} FunTable;

static inline const FunInfo *funs_info(const FunTable *table, Fun fun)
{
  return &table->items.items[fun];
}
static inline const Sort *funs_rank(const FunTable *table, Fun fun)
{
  return table->pool.items + table->items.items[fun].rank;
}
static inline Sort funs_result(const FunTable *table, Fun fun)
{
  const FunInfo *info = &table->items.items[fun];
  return table->pool.items[info->rank + info->arity];
}

#endif
