/* Equivalences: two patterns (pattern.h) that stand for the same value, whatever their letters are. */
#ifndef SMT_KNOWN_REWRITE_RULES_H
#define SMT_KNOWN_REWRITE_RULES_H

#include <stddef.h>

#include "smt/term/sort.h"

typedef struct {
  SortClass class; /* of the letter x, or of p if there is no x; SORT_OTHER: any */
  const char *from, *to;
  const char *proof;
} RewriteRule;

extern const RewriteRule rewriter_rules[];
extern const size_t rewriter_rule_count;

#endif
