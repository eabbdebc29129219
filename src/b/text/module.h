/* What a file of B holds: a predicate, or a machine with its sets, identifiers and predicates. */
#ifndef B_TEXT_MODULE_H
#define B_TEXT_MODULE_H

#include "b/term/bank.h"
#include "base/status.h"

/* A set of a machine: enumerated, if it has elements, else deferred: not empty, but of any size. */
typedef struct {
  Symbol name;
  BType type;     /* of its elements */
  uint32_t first; /* in BModule.elements */
  uint32_t count; /* 0: deferred */
} BGivenSet;

typedef struct {
  Symbol name; /* of the machine; 0: the file is a predicate */
  VEC(BGivenSet) sets;
  U32Vec elements; /* BTerm: B_ELEMENT */
  U32Vec
      identifiers; /* BTerm: constants, then variables; of a predicate: the free ones as they occur */
  uint32_t constant_count;
  BTerm properties; /* 0: there is none; the predicate itself */
  BTerm invariant;
  U32Vec assertions;
  bool skipped; /* clauses with substitutions were not read */
} BModule;

void b_module_deinit(BModule *module);

/* Reads a predicate or a machine. The error has line and column. */
Status b_read(BBank *bank, const char *text, size_t length, BModule *module, Error *error);
/* Reads a predicate or expression whose names are those of a module (NULL: there are none); others are free. */
Status b_read_formula(BBank *bank, const BModule *module, const char *text, size_t length,
                      BTerm *term, Error *error);
/* The condition of well-definedness of an operator on these operands, B_TERM_NONE if it has none of its own or
 * would be too deep. Its bound variables are renamed where operands have free ones of the same name. */
BTerm b_read_condition(BBank *bank, BOperator op, const BTerm *operands, uint32_t count);
/* A formula in which $1, $2 ... stand for the operands; its own names end with an underscore, and are renamed in the same way.
 * B_TERM_NONE if it is not well typed or would be too deep. */
BTerm b_read_pattern(BBank *bank, const char *text, size_t length, const BTerm *operands,
                     uint32_t count);
/* Properties and invariant: what a solution satisfies. */
BTerm b_module_goal(BBank *bank, const BModule *module);
/* The same module with another predicate: properties are replaced, invariant and assertions left out, and the
 * identifiers those that the predicate has. Sets are kept. */
void b_module_of_predicate(BBank *bank, const BModule *module, BTerm predicate, BModule *result);

#endif
