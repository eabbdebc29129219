/* Matching the rank of a function against the sorts of its arguments.
 *
 * Ranks are patterns: sort parameters and numeral parameters are bound by matching, widths are
 * computed and inverted through the arithmetic that the signature declares. */
#ifndef SMT_TERM_SIGNATURE_H
#define SMT_TERM_SIGNATURE_H

#include "smt/term/bank.h"

typedef struct {
  Sort sorts[SORT_SLOTS]; /* 0: unbound */
  NumeralBinding numerals;
} SignatureBinding;

void signature_clear(SignatureBinding *binding);

/* Matches a pattern against a closed sort, binding parameters. False if they cannot be equal. With
 * `later` not NULL, index expressions with more than one unknown are counted there and taken as
 * equal for now; without, they do not match. */
bool signature_match(const Bank *bank, Sort pattern, Sort sort, SignatureBinding *binding,
                     uint32_t *later);

/* The pattern with its parameters replaced. 0 if a parameter is unbound, a width is out of range or
 * the sort's own condition on its indices fails. */
Sort signature_instantiate(Bank *bank, Sort pattern, const SignatureBinding *binding);

/* An application that asks for its sort. */
typedef struct {
  const Numeral *indices;
  uint32_t index_count;
  Sort as; /* result sort demanded with `as`, or 0 */
  const Sort *args;
  uint32_t arg_count;
} Application;

/* The result sort of applying `fun`, or 0 if its rank does not allow it. With `coerced` not NULL, Int
 * arguments where a Real is needed are taken as Real, and coerced[i] says which. */
Sort signature_apply(Bank *bank, Fun fun, const Application *application, bool *coerced);

/* Do the numbers of indices and arguments fit the function at all? */
bool signature_fits_arity(const Bank *bank, Fun fun, uint32_t index_count, uint32_t arg_count);

/* Does the condition of a sort constructor allow these indices? */
bool signature_indices_allowed(const Bank *bank, SortCtor ctor, const Numeral *indices);

/* Does the result sort of a rank have parameters that no argument binds? */
bool signature_needs_as(const Bank *bank, const Sort *rank, uint32_t arity);

/* Ranks that patterns cannot say. The names are those of :rule in theory files. */
#define SIGNATURE_RULE_LIST(X)                                                                     \
  X(RULE_NONE, "")                                                                                 \
  X(RULE_TUPLE, "tuple")                                                                           \
  X(RULE_TUPLE_UNIT, "tuple.unit")                                                                 \
  X(RULE_TUPLE_SELECT, "tuple.select")                                                             \
  X(RULE_TUPLE_UPDATE, "tuple.update")                                                             \
  X(RULE_TUPLE_PROJECT, "tuple.project")                                                           \
  X(RULE_REL_TRANSPOSE, "rel.transpose")                                                           \
  X(RULE_REL_TCLOSURE, "rel.tclosure")                                                             \
  X(RULE_REL_JOIN, "rel.join")                                                                     \
  X(RULE_REL_PRODUCT, "rel.product")                                                               \
  X(RULE_REL_JOIN_IMAGE, "rel.join_image")                                                         \
  X(RULE_REL_IDEN, "rel.iden")                                                                     \
  X(RULE_REL_GROUP, "rel.group")                                                                   \
  X(RULE_REL_PROJECT, "rel.project")                                                               \
  X(RULE_REL_TABLE_JOIN, "rel.table_join")                                                         \
  X(RULE_REL_AGGR, "rel.aggr")                                                                     \
  X(RULE_TABLE_PRODUCT, "table.product")                                                           \
  X(RULE_TABLE_JOIN, "table.join")                                                                 \
  X(RULE_TABLE_PROJECT, "table.project")                                                           \
  X(RULE_TABLE_GROUP, "table.group")                                                               \
  X(RULE_TABLE_AGGR, "table.aggr")                                                                 \
  X(RULE_AT_MOST, "at-most")                                                                       \
  X(RULE_AT_LEAST, "at-least")                                                                     \
  X(RULE_PBLE, "pble")                                                                             \
  X(RULE_PBGE, "pbge")                                                                             \
  X(RULE_PBEQ, "pbeq")                                                                             \
  X(RULE_FMF_CARD, "fmf.card")                                                                     \
  X(RULE_MKBV, "mkbv")                                                                             \
  X(RULE_FF_BITSUM, "ff.bitsum")

#define SIGNATURE_RULE_ENUM(name, text) name,
typedef enum { SIGNATURE_RULE_LIST(SIGNATURE_RULE_ENUM) RULE_COUNT } SignatureRule;
#undef SIGNATURE_RULE_ENUM

/* RULE_NONE if there is no rule of this name. */
SignatureRule signature_rule_of_name(const char *name, size_t length);
/* The result sort by the rule, or 0. Arguments are never coerced. An index that stands for a sort
 * (fmf.card) is a symbol with the text of that sort. */
Sort signature_apply_rule(Bank *bank, SignatureRule rule, const Application *application);

#endif
