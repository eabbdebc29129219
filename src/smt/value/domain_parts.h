/* The parts that sorts are made of, for the files of domain.h. */
#ifndef SMT_VALUE_DOMAIN_PARTS_H
#define SMT_VALUE_DOMAIN_PARTS_H

#include "smt/value/domain.h"

/* Sorts may be nested without end, and share their parts. Beyond these limits a size counts as huge,
 * and a value is undetermined. */
enum { DOMAIN_MAX_DEPTH = 200, DOMAIN_MAX_VISITS = 20000 };

/* The sorts that are being looked at, innermost first. */
typedef struct DomainChain {
  Sort sort;
  uint32_t depth;
  const struct DomainChain *outer;
} DomainChain;

bool domain_is_within(const DomainChain *chain, Sort sort);

/* z3's Unicode. */
bool domain_is_char(const Bank *bank, Sort sort);
/* Are the widths of a bit-vector or floating-point sort, if it is one, numbers that fit? */
bool domain_has_plain_width(const SortTable *sorts, Sort sort);

/* The constructors of a datatype. */
bool domain_is_codatatype(const Bank *bank, Sort sort);
uint32_t domain_constructor_count(const Bank *bank, Sort sort);
Fun domain_constructor(const Bank *bank, Sort sort, uint32_t i);

/* The parts of a sort whose values are lists: a tuple's (fun is 0), or those of one constructor. The
 * sort is 0 if the constructor does not belong to it. */
uint32_t domain_part_count(const Bank *bank, Sort sort, Fun fun);
Sort domain_part_sort(Bank *bank, Sort sort, Fun fun, uint32_t i);

/* Value `position` of a sort that is not infinite. */
Value domain_value_at(Eval *eval, Sort sort, uint64_t position, Term term, uint32_t depth);

#endif
