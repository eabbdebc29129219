/* Moves: each lists edits of the best script that may make it smaller. A move only looks; search.h tries
 * what it lists. */
#ifndef LANGUAGE_SMT_REDUCE_MOVE_H
#define LANGUAGE_SMT_REDUCE_MOVE_H

#include "language/smt/reduce/script_search.h"

typedef void MoveFunction(Work *work, Edits *edits);

/* function, its name, how to search */
#define MOVE_LIST(X)                                                                               \
  X(move_assertions, "assertions", {0})      /* drop them */                                       \
  X(move_commands, "commands", {0})          /* drop any other command */                          \
  X(move_blocks, "blocks", {.singly = true}) /* push .. pop: drop, or only the pair */             \
  X(move_items, "items", {0})                /* drop assumptions and values asked for */           \
  X(move_simplify, "simplify",                                                                     \
    {0}) /* drop what changes nothing: (and p true), unused variables */                           \
  X(move_arguments, "arguments", {0})       /* drop some of and, or, +, distinct ... */            \
  X(move_hoist, "hoist", {0})               /* a term becomes one below it */                      \
  X(move_values, "values", {0})             /* a term becomes a value or a constant */             \
  X(move_other_values, "other values", {0}) /* ... a less likely one */                            \
  X(move_occurrences, "occurrences", {0})   /* a term in one place becomes a value */              \
  X(move_binders, "binders", {0})           /* drop variables of quantifiers */                    \
  X(move_patterns, "patterns", {0})         /* drop some; only they change, or all but they */     \
  X(move_fresh, "fresh constants", {0})     /* a large term becomes a new constant */              \
  X(move_merge, "merge", {0})               /* two constants or functions become one */            \
  X(move_eliminate, "eliminate", {0})       /* (= x t): t stands where x stood */                  \
  X(move_relations, "relations", {0})       /* <= becomes =; negations meet quantifiers */         \
  X(move_definitions, "definitions", {.may_grow = true}) /* inline, or only declare */             \
  X(move_parameters, "parameters", {0})                  /* of functions: drop */                  \
  X(move_sorts, "sorts", {.singly = true})               /* narrower, or parts of them */          \
  X(move_datatypes, "datatypes", {.singly = true})       /* drop constructors and fields */        \
  X(move_literals, "literals", {.singly = true})         /* smaller numbers, shorter strings */    \
  X(move_shapes, "shapes", {0}) /* shorter commands of the same meaning */                         \
  X(move_names, "names", {0})   /* shorter names */

#define MOVE_DECLARE(function, name, ...) void function(Work *work, Edits *edits);
MOVE_LIST(MOVE_DECLARE)
#undef MOVE_DECLARE

/* Terms that a large part of the script goes with become new constants, values, or terms far below them; the largest
 * cuts come first. */
void move_large(Work *work, Edits *edits);
/* Conjunctions that are asserted become several assertions. */
void move_split(Work *work, Edits *edits);
/* Terms at this depth become values; false if the script is not that deep. */
bool move_level(Work *work, uint32_t level, Edits *edits);

#define MOVE_PUSH(edits, kind, a, b) VEC_PUSH((edits), ((Edit){(kind), (a), (b)}))

#endif
